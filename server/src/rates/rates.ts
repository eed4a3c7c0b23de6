/**
 * Counts requests against limits that all processes share. Each process reserves a part of a window in the database,
 * and counts it down in memory. So the sum never exceeds the limit, and few requests cost a statement.
 */
import { Cache } from '../base/cache.ts';
import type { Context } from '../base/context.ts';
import { reserveInWindow } from './store.ts';

/** A process reserves this fraction of a limit at a time. Other processes cannot use what is left of it. */
const FRACTION = 1 / 20;
/** Callers that a process remembers. For any other caller it asks the database again. */
const MAX_KNOWN = 10_000;

interface Reserved {
  /** End of the window, in milliseconds since 1970. */
  endsAt: number;
  /** Reserved, and not used yet. */
  left: number;
  /** Reserved by all processes, as far as this one knows. At most the limit. */
  used: number;
}

export interface Rates {
  /**
   * Counts one request. `used` includes it, and exceeds `limit` if the request must be refused. `ttl` is the rest of
   * the window. `ttl` and `window` are in milliseconds.
   */
  count(subject: string, limit: number, window: number): Promise<{ used: number; ttl: number }>;
}

export function openRates({ db, clock }: Pick<Context, 'db' | 'clock'>): Rates {
  const known = new Cache<string, Reserved>({ each: 1, all: MAX_KNOWN });
  const asking = new Map<string, Promise<Reserved>>();
  const reserve = async (subject: string, limit: number, window: number): Promise<Reserved> => {
    const part = Math.max(1, Math.floor(limit * FRACTION));
    const { used, ends_at: endsAt } = await reserveInWindow(db, subject, part, window / 1000);
    let reserved = known.find(subject);
    if (reserved?.endsAt !== endsAt) reserved = { endsAt, left: 0, used: 0 };
    reserved.left += Math.min(part, Math.max(0, limit - (used - part)));
    reserved.used = Math.max(reserved.used, Math.min(used, limit));
    known.add(subject, reserved, 1);
    return reserved;
  };
  // Requests that come meanwhile share one reservation. If each made its own, they would reserve the whole window.
  const reserveTogether = (subject: string, limit: number, window: number): Promise<Reserved> => {
    const begun =
      asking.get(subject) ?? reserve(subject, limit, window).finally(() => asking.delete(subject));
    asking.set(subject, begun);
    return begun;
  };
  return {
    async count(subject, limit, window) {
      const now = clock.now().getTime();
      let reserved = known.find(subject);
      if (reserved !== undefined && reserved.endsAt <= now) reserved = undefined;
      // Repeated if other requests have used up this reservation.
      while (reserved === undefined || (reserved.left === 0 && reserved.used < limit)) {
        reserved = await reserveTogether(subject, limit, window);
      }
      const ttl = Math.max(1, reserved.endsAt - now);
      if (reserved.left === 0) return { used: limit + 1, ttl };
      reserved.left -= 1;
      return { used: reserved.used - reserved.left, ttl };
    },
  };
}
