/** Says what was just done, with its undo. The last ten acts stay in a list, so that no toast is a deadline. */
import History from 'icon:history';
import Close from 'icon:x';
import { useEffect, useState } from 'react';
import { Button } from '../look/button.tsx';
import { useFirstWords } from '../words/words.ts';
import { type Act, undo, useActs } from './acts.ts';
import styles from './toasts.module.css';

/** Milliseconds. */
const SHOWN = 10_000;

export function Toasts() {
  const { frame, calendar } = useFirstWords();
  const acts = useActs();
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
  if (last === undefined || !(isNew || isListed)) return <div role="status" />;
  return (
    <div className={styles['toasts']} role="status">
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
