/** When the client tries a request again, and how long it waits before. */
import type { Clock } from './clock.ts';
import { ApiError, isPassing } from './errors.ts';

export interface RetryOptions {
  /** Tries at most. Default: 8. */
  tries?: number;
  /** Milliseconds after which no further try begins. Default: 120,000. */
  maxTime?: number;
  /** Milliseconds for the answer of one try; of an upload or a file, for its first byte. Default: 60,000. */
  timeout?: number;
  /** The longest wait between two tries in milliseconds, unless the service asks for more. Default: 5,000. */
  maxWait?: number;
}

export type Retry = Required<RetryOptions>;

const FIRST_WAIT = 250;
const defaults: Retry = { tries: 8, maxTime: 120_000, timeout: 60_000, maxWait: 5000 };

/** `false`: each request is sent once. */
export function retryOf(options: RetryOptions | false = {}): Retry {
  return { ...defaults, ...(options === false ? { tries: 1 } : options) };
}

/** Runs `send` until it succeeds, fails for good, or a limit is reached. Throws the last error. */
export async function repeat<T>(
  send: (tries: number) => Promise<T>,
  { retry, clock, signal }: { retry: Retry; clock: Clock; signal: AbortSignal | undefined },
): Promise<T> {
  const begun = clock.now();
  for (let tries = 1; ; tries += 1) {
    try {
      return await send(tries);
    } catch (error) {
      if (!isPassing(error) || tries >= retry.tries) throw error;
      const wait = waitAfter(error, tries, retry.maxWait);
      if (clock.now() - begun + wait > retry.maxTime) throw error;
      await clock.wait(wait, signal);
    }
  }
}

/** Whole milliseconds. Random, so that clients that failed together do not return together. */
export function waitAfter(error: unknown, failures: number, longest: number, first = FIRST_WAIT): number {
  const backoff = Math.min(first * 2 ** (failures - 1), longest);
  const asked = error instanceof ApiError ? error.retryAfter : undefined;
  const wait =
    asked === undefined ? backoff * (0.5 + Math.random() / 2) : asked * 1000 + Math.random() * backoff;
  return Math.ceil(wait);
}
