/** Long work under a lease: kept while the work goes on, and the work ends when it is lost. */
import { setTimeout as pause } from 'node:timers/promises';

/** Seconds for which whoever works may be silent before another begins anew. */
export const LEASE = 60;
/** Milliseconds between two beats. */
const BEAT = 1000;

/**
 * Runs `work`, and meanwhile `beat` every second; its signal tells that `ending` does, or that `beat` answered false.
 * A beat that throws is tried again: the database may be away for a moment.
 */
export async function holdLease<T>(
  beat: () => Promise<boolean>,
  ending: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const lost = new AbortController();
  const over = new AbortController();
  const beating = (async () => {
    while (!over.signal.aborted) {
      await pause(BEAT, undefined, { signal: over.signal }).catch(() => undefined);
      const isHeld = over.signal.aborted || (await beat().catch(() => true));
      if (!isHeld) lost.abort(new Error('the lease was lost'));
    }
  })();
  try {
    return await work(AbortSignal.any([ending, lost.signal]));
  } finally {
    over.abort();
    await beating;
  }
}
