/** The mark of a post that may change while somebody looks. */
import type { State } from '@belfry/contract/states.ts';
import { useState } from 'react';
import { Mark } from '../look/mark.tsx';
import styles from './live-mark.module.css';

const STILL = '(prefers-reduced-motion: reduce)';

/** The mark of the state. It swings once when the post goes out while somebody looks, and becomes a tick. */
export function LiveMark({ state, size }: { state: State; size: number }) {
  const [shown, setShown] = useState(state);
  const [isSwinging, setSwinging] = useState(false);
  if (shown !== state && !isSwinging) {
    const isOut = state === 'published' || state === 'published_with_warnings';
    if (isOut && !matchMedia(STILL).matches) setSwinging(true);
    else setShown(state);
  }
  return (
    <span
      className={styles['mark']}
      data-swing={isSwinging || undefined}
      onAnimationEnd={() => {
        setShown(state);
        setSwinging(false);
      }}
    >
      <Mark state={shown} size={size} />
    </span>
  );
}
