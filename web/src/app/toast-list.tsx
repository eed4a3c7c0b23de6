/**
 * The last act with its undo, those before it that still ask for something, and a list of the last ten. Load it lazily:
 * nothing is done before the first paint.
 */
import History from 'icon:history';
import Close from 'icon:x';
import { Link } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import { Button } from '../look/button.tsx';
import { useFirstWords } from '../words/words.ts';
import { type Act, type Refused, undo } from './acts.ts';
import styles from './toast-list.module.css';

/** Milliseconds. */
const SHOWN = 10_000;
/** Acts above each other. */
const MOST = 3;

export default function ToastList({ acts }: { acts: readonly Act[] }) {
  const { frame, calendar } = useFirstWords();
  const [closed, setClosed] = useState<readonly number[]>([]);
  const [newest, setNewest] = useState(0);
  const [isListed, setListed] = useState(false);
  const [last] = acts;
  if (last !== undefined && last.id > newest) setNewest(last.id);
  const close = useCallback((id: number) => setClosed((known) => [...known, id]), []);
  useEffect(() => {
    if (last === undefined || asks(last)) return;
    const timer = setTimeout(() => close(last.id), SHOWN);
    return () => clearTimeout(timer);
  }, [last, close]);
  const shown = acts
    .filter(
      (act) => (act === last && isListed) || (!closed.includes(act.id) && (act.id === newest || asks(act))),
    )
    .slice(0, MOST);
  if (shown.length === 0) return null;
  const earlier = acts.filter((act) => !shown.includes(act));
  return (
    <div className={styles['panel']}>
      {isListed && earlier.length > 0 && (
        <ol className={styles['list']} aria-label={calendar.history()}>
          {earlier.map((act) => (
            <li key={act.id}>
              <Line act={act} />
            </li>
          ))}
        </ol>
      )}
      {shown.toReversed().map((act) => (
        <div key={act.id} className={styles['shown']}>
          <Line act={act} />
          {act === last && acts.length > 1 && (
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
              close(act.id);
              if (act === last) setListed(false);
            }}
          >
            <Close />
          </Button>
        </div>
      ))}
    </div>
  );
}

/** It stays until it is closed. */
function asks(act: Act): boolean {
  return act.isBrief !== true && (act.isFailure || act.offer !== undefined);
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
