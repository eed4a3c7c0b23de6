/**
 * The last seconds before a post goes out, with a way to stop it: a draft without a time, which would soon be past. Closing
 * the page changes nothing.
 */
import type { Post } from '@belfry/contract/posts.ts';
import { useEffect, useState } from 'react';
import { stopOf } from '../channels/health.ts';
import { Button } from '../look/button.tsx';
import { Problem } from '../look/problem.tsx';
import { useWords } from '../words/words.ts';
import { useChangeOf } from './changes.ts';
import styles from './post.module.css';

/** Seconds. */
const SHOWN = 60;

export function Countdown({ post }: { post: Post }) {
  const words = useWords();
  const { patch } = useChangeOf(post);
  const goesOut =
    post.status === 'scheduled' &&
    post.targets.some(({ status, channel }) => status === 'pending' && stopOf(channel) === undefined);
  const at = goesOut && post.scheduled_at !== null ? Date.parse(post.scheduled_at) : Number.NaN;
  const left = useSecondsUntil(at);
  return (
    <>
      {left > 0 && left <= SHOWN && (
        <p className={styles['countdown']} role="timer">
          {words.post.countdown({ seconds: left })}
          <Button
            sends
            busy={patch.isPending}
            onClick={() => patch.mutate({ status: 'draft', scheduled_at: null })}
          >
            {words.post.acts.stop()}
          </Button>
        </p>
      )}
      {patch.isError && <Problem error={patch.error} />}
    </>
  );
}

function useSecondsUntil(at: number): number {
  const [now, setNow] = useState(() => Date.now());
  const left = Math.ceil((at - now) / 1000);
  const isNear = left <= SHOWN + 1 && left > 0;
  useEffect(() => {
    if (!isNear) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, [isNear]);
  return left;
}
