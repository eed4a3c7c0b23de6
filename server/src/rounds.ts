/** Runs duties again and again, each at its own interval, and none beside itself. */

import type { Context } from './context.ts';
import type { Host } from './host.ts';

export interface Duty {
  name: string;
  every: number;
  /** Until it is done for the first time, where that is not `every`. */
  first?: number;
  run(): Promise<unknown>;
  /** Ends early by the signal, and is waited for when the service stops. */
  isLong?: true;
}

export interface Rounds {
  /** Begins none any more, and waits for the long ones. */
  stop(): Promise<void>;
}

/** A duty that fails is logged and tried again the next time. `stop` aborts `ending`, and failures after that are not logged. */
export function startRounds(
  duties: readonly Duty[],
  { host, log }: { host: Host; log: Pick<Context['log'], 'warn'> },
  ending: AbortController,
): Rounds {
  const atWork = new Map<Duty, Promise<void>>();
  // A round that takes longer than its interval is not joined by the next.
  const round = (duty: Duty) => {
    if (atWork.has(duty)) return;
    const work = duty
      .run()
      .then(() => undefined)
      .catch((error: unknown) => {
        if (!ending.signal.aborted) log.warn({ err: error }, `${duty.name} failed`);
      })
      .finally(() => atWork.delete(duty));
    atWork.set(duty, work);
  };
  const timers = duties.flatMap((duty) => [
    host.every(duty.every, () => round(duty)),
    ...(duty.first === undefined ? [] : [host.after(duty.first, () => round(duty))]),
  ]);
  return {
    async stop() {
      for (const timer of timers) timer.cancel();
      ending.abort();
      await Promise.all([...atWork].map(([duty, work]) => duty.isLong && work));
    },
  };
}
