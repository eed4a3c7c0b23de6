/** Runs long work under a lease. A heartbeat extends the lease while the work runs. */
import { setTimeout as pause } from 'node:timers/promises';

/** Seconds after the last heartbeat until another worker may start the work again. */
export const LEASE_SECONDS = 60;
/** Milliseconds between two heartbeats. */
const HEARTBEAT_INTERVAL = 1000;

/**
 * Runs `work`, and `heartbeat` every second meanwhile. The signal of the work aborts when `ending` does, or when
 * `heartbeat` answers false. An error of `heartbeat` is ignored: the database may be unavailable for a moment.
 */
export async function runUnderLease<T>(
  heartbeat: () => Promise<boolean>,
  ending: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const lost = new AbortController();
  const done = new AbortController();
  const heartbeats = (async () => {
    while (!done.signal.aborted) {
      await pause(HEARTBEAT_INTERVAL, undefined, { signal: done.signal }).catch(() => undefined);
      const isHeld = done.signal.aborted || (await heartbeat().catch(() => true));
      if (!isHeld) lost.abort(new Error('the lease was lost'));
    }
  })();
  try {
    return await work(AbortSignal.any([ending, lost.signal]));
  } finally {
    done.abort();
    await heartbeats;
  }
}
