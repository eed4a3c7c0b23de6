/** The last act with its undo, and the ten before it. Load it lazily: nothing is done before the first paint. */
import History from 'icon:history';
import Close from 'icon:x';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { Button } from '../look/button.tsx';
import { useFirstWords } from '../words/words.ts';
import { type Act, type Refused, undo } from './acts.ts';
import styles from './toast-list.module.css';

/** Milliseconds. */
const SHOWN = 10_000;

export default function ToastList({ acts }: { acts: readonly Act[] }) {
  const { frame, calendar } = useFirstWords();
  const [seen, setSeen] = useState(0);
  const [isListed, setListed] = useState(false);
  const [last] = acts;
  const isNew = last !== undefined && last.id > seen;
  useEffect(() => {
    // What asks for something stays until it is closed.
    if (last === undefined || last.isFailure || last.offer !== undefined) return;
    const timer = setTimeout(() => setSeen(last.id), SHOWN);
    return () => clearTimeout(timer);
  }, [last]);
  if (last === undefined || !(isNew || isListed)) return null;
  return (
    <div className={styles['panel']}>
      {isListed && (
        <ol className={styles['list']} aria-label={calendar.history()}>
          {acts.slice(1).map((act) => (
            <li key={act.id}>
              <Line act={act} />
            </li>
          ))}
        </ol>
      )}
      <div className={styles['last']}>
        <Line act={last} />
        {acts.length > 1 && (
          <Button
            look="quiet"
            square
            aria-label={calendar.history()}
            aria-expanded={isListed}
            onClick={() => setListed(!isListed)}
          >
            <History />
          </Button>
        )}
        <Button
          look="quiet"
          square
          aria-label={frame.close()}
          onClick={() => {
            setSeen(last.id);
            setListed(false);
          }}
        >
          <Close />
        </Button>
      </div>
    </div>
  );
}

function Line({ act }: { act: Act }) {
  const { frame } = useFirstWords();
  return (
    <div className={`${styles['line']} ${act.isFailure ? styles['failure'] : ''}`}>
      <p>{act.text}</p>
      {act.refused !== undefined && act.refused.length > 0 && <RefusedList posts={act.refused} />}
      {act.offer !== undefined && <Button onClick={act.offer.run}>{act.offer.name}</Button>}
      {act.undo !== undefined && (
        <Button onClick={() => undo(act.id)}>
          {frame.undo()}
          <kbd className={styles['key']}>u</kbd>
        </Button>
      )}
    </div>
  );
}

function RefusedList({ posts }: { posts: readonly Refused[] }) {
  const { done } = useFirstWords().calendar;
  return (
    <details className={styles['refused']}>
      <summary>{done.showRefused({ count: posts.length })}</summary>
      <ul>
        {posts.map(({ id, name, time, why }) => (
          <li key={id}>
            <Link to="/posts/$id" params={{ id: String(id) }} preload={false}>
              {time !== '' && <span className={styles['time']}>{time}</span>}
              <span className={styles['post']} dir="auto">
                {name}
              </span>
            </Link>
            <span className={styles['why']}>{why}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
