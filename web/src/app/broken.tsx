import { ApiError, NoAnswer } from '@belfry/sdk/client.ts';
import { Link } from '@tanstack/react-router';
import { MissingPart } from '../data/part.ts';
import { Button, buttonClass } from '../look/button.tsx';
import { Problem } from '../look/problem.tsx';
import { useFirstWords } from '../words/words.ts';
import styles from './broken.module.css';

/** In place of a part of the app that failed. */
export function Broken({ error, reset }: { error: unknown; reset?: () => void }) {
  const { frame } = useFirstWords();
  const isAnswer = error instanceof ApiError || error instanceof NoAnswer;
  if (error instanceof MissingPart) return <Gone />;
  return (
    <main className={styles['middle']}>
      {isAnswer ? <Problem error={error} /> : <p role="alert">{frame.broken()}</p>}
      <Button look="act" onClick={() => (reset === undefined ? location.reload() : reset())}>
        {frame.retry()}
      </Button>
    </main>
  );
}

/** Trying again would ask for the same part. The page of today knows others. */
function Gone() {
  const { frame } = useFirstWords();
  return (
    <main className={styles['middle']}>
      <p role="alert">{frame.gone()}</p>
      <Button look="act" onClick={() => location.reload()}>
        {frame.reload()}
      </Button>
    </main>
  );
}

export function NothingHere() {
  const { frame } = useFirstWords();
  return (
    <main className={styles['middle']}>
      <h1>{frame.nothingHere()}</h1>
      <Link to="/" className={buttonClass()}>
        {frame.toCalendar()}
      </Link>
    </main>
  );
}
