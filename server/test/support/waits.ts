/** The time of a client of the API. It passes only when the test says so. */
import type { Clock } from '@belfry/sdk/clock.ts';

export interface Waits extends Clock {
  /**
   * Ends the oldest wait of at most `longest` milliseconds, when there is one, and returns its milliseconds. The default
   * is a little less than the time-out of a request.
   */
  pass(longest?: number): Promise<number>;
  /** Returns when there is such a wait. */
  untilWaiting(longest?: number): Promise<void>;
  /** Returns when so many waits have begun in all. */
  untilBegun(count: number): Promise<void>;
  /** Milliseconds of the waits that have not ended. */
  readonly pending: readonly number[];
}

interface Wait {
  ms: number;
  end(): void;
}

export function openWaits(): Waits {
  const waits = new Set<Wait>();
  let [now, count] = [0, 0];
  let begun = Promise.withResolvers<void>();
  const find = async (longest = 59_999): Promise<Wait> => {
    for (;;) {
      const wait = [...waits].find(({ ms }) => ms <= longest);
      if (wait !== undefined) return wait;
      await begun.promise;
    }
  };
  return {
    now: () => now,
    wait(ms, signal) {
      signal?.throwIfAborted();
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const wait = { ms, end: resolve };
      waits.add(wait);
      count += 1;
      signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
      begun.resolve();
      begun = Promise.withResolvers();
      return promise.finally(() => waits.delete(wait));
    },
    async pass(longest) {
      const wait = await find(longest);
      waits.delete(wait);
      now += wait.ms;
      wait.end();
      return wait.ms;
    },
    untilWaiting: async (longest) => void (await find(longest)),
    async untilBegun(least) {
      while (count < least) await begun.promise;
    },
    get pending() {
      return [...waits].map(({ ms }) => ms);
    },
  };
}
