/** Runs each duty at its own interval. A duty never runs twice at the same time. */
import type { Context } from './context.ts';
import type { Host } from './host.ts';

export interface Duty {
  name: string;
  /** Milliseconds between two runs. */
  every: number;
  /** Milliseconds until the first run; the default is `every`. */
  first?: number;
  run(): Promise<unknown>;
  /** `stop` waits for the duty, which must end early when `ending` is aborted. */
  isLong?: true;
}

export interface Rounds {
  /** Starts no more runs, and waits for the long ones. */
  stop(): Promise<void>;
}

/**
 * A duty that fails is logged and tried again the next time. `stop` aborts `ending`, and failures after that are not
 * logged.
 */
export function startRounds(
  duties: readonly Duty[],
  { host, log }: { host: Host; log: Pick<Context['log'], 'warn'> },
  ending: AbortController,
): Rounds {
  const atWork = new Map<Duty, Promise<void>>();
  // Skips a run while the previous run of the duty has not ended.
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
