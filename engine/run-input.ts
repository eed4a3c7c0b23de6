/** What a run needs from the worker. */
import type { FailureContext, SendWait } from './ending.ts';
import type { Journal } from './entry.ts';

export interface RunInput extends FailureContext {
  journal: Journal;
  /** The database's time. It may lag, for example after this process stood still, but must never be ahead. */
  now(): Date;
  /** The target is not put off beyond this moment. */
  deadline: Date;
  signal: AbortSignal;
  /**
   * Counts a send that is about to begin, as so many. Returns how long to wait if the network allows none now. `after`: it
   * adds to a post that is live.
   */
  countSend?(units: number, kind: 'commit' | 'after'): Promise<SendWait | undefined>;
}
