/** Marks of states: a shape first and a colour second, so that nobody needs to tell colours apart. */
import type { State } from '@belfry/contract/states.ts';
import { useFirstWords } from '../words/words.ts';
import styles from './mark.module.css';

interface Look {
  color: 'verdigris' | 'bronze' | 'slate' | 'brick' | 'done' | 'idle';
  /** Paths that are drawn as lines, in a box of 16. */
  line?: string;
  /** Paths that are filled. */
  fill?: string;
}

const RING = 'M8 2.25a5.75 5.75 0 1 0 0 11.5a5.75 5.75 0 1 0 0-11.5Z';
const DISC = 'M8 2a6 6 0 1 0 0 12a6 6 0 1 0 0-12Z';
const SQUARE = 'M2.25 2.25h11.5v11.5H2.25Z';
const TICK = 'm3 8.5 3.4 3.6L13 4.5';
const CLOCK = 'M8 5v3.2l2.2 1.6';

/** Each state has a shape of its own. */
export const looks: Readonly<Record<State, Look>> = {
  may_be_live: {
    color: 'brick',
    line: `${RING}M6.2 6.6a1.8 1.8 0 1 1 2.6 1.7q-.8.4-.8 1.1`,
    fill: 'M7.2 10.7h1.6v1.5H7.2Z',
  },
  failed: { color: 'brick', line: `${SQUARE}M5.5 5.5l5 5m0-5-5 5` },
  missed: { color: 'brick', line: `${SQUARE}${CLOCK}` },
  held: { color: 'bronze', fill: 'M4 2.5h3v11H4Zm5 0h3v11H9Z' },
  at_risk: { color: 'bronze', fill: 'M8 8V2a6 6 0 1 0 6 6Z' },
  retrying: { color: 'bronze', line: 'M13.2 6.2A5.6 5.6 0 1 0 13.6 9M13.7 2.6v3.8H9.9' },
  paused: { color: 'slate', line: `${RING}M6.4 5.6v4.8M9.6 5.6v4.8` },
  publishing: {
    color: 'verdigris',
    fill: 'M8 5a3 3 0 1 0 0 6a3 3 0 1 0 0-6Z',
    line: 'M3.4 3.8a6.2 6.2 0 0 0 0 8.4M12.6 3.8a6.2 6.2 0 0 1 0 8.4',
  },
  overdue: { color: 'slate', line: `${RING}${CLOCK}`, fill: 'M8 2.25a5.75 5.75 0 0 0 0 11.5Z' },
  pending_approval: { color: 'slate', line: RING, fill: 'M8 2.25a5.75 5.75 0 0 0 0 11.5Z' },
  scheduled: { color: 'verdigris', fill: DISC },
  draft: { color: 'idle', line: RING },
  published_with_warnings: { color: 'bronze', line: TICK, fill: 'M10.5 10.5h3v3h-3Z' },
  removed: { color: 'done', line: `${TICK}M1.5 8h13` },
  published: { color: 'done', line: TICK },
};

/** The mark alone. Words beside it, or around it, say the state. */
export function Mark({ state, size = 16 }: { state: State; size?: number }) {
  const { color, line, fill } = looks[state];
  return (
    <svg
      className={`${styles['mark']} ${styles[color]}`}
      viewBox="0 0 16 16"
      width={size}
      height={size}
      aria-hidden="true"
      data-state={state}
    >
      {fill !== undefined && <path d={fill} fill="currentColor" />}
      {line !== undefined && <path d={line} fill="none" stroke="currentColor" strokeWidth="1.5" />}
    </svg>
  );
}

/** The mark with its word, or with a sentence that says more. */
export function StateLine({ state, word }: { state: State; word?: string | undefined }) {
  const { states } = useFirstWords();
  return (
    <span className={styles['line']}>
      <Mark state={state} />
      {word ?? states[state]()}
    </span>
  );
}
