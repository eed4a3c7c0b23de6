/**
 * Counts requests against limits that hold for all processes together. Each takes a part of a window in advance, from
 * the database, and counts that down by itself: so the sum never passes the limit, and few requests cost a statement.
 */
import type { Context } from '../context.ts';
import { takeFromWindow } from './store.ts';

/** A process takes this fraction of a limit at a time; what it does not use is lost to the others. */
const FRACTION = 1 / 20;
/** Callers that a process remembers; who was forgotten is asked for anew. */
const MOST = 10_000;

interface Taken {
  /** In milliseconds since 1970. */
  endsAt: number;
  /** Taken, and not yet used. */
  left: number;
  /** Taken by all processes, as far as this one knows; the limit at most. */
  used: number;
}

export interface Rates {
  /**
   * One request more. `used` counts it, and passes the limit where it must be refused; `ttl` is what remains of the
   * window. Both times in milliseconds.
   */
  count(subject: string, limit: number, window: number): Promise<{ used: number; ttl: number }>;
}

export function openRates({ db, clock }: Pick<Context, 'db' | 'clock'>): Rates {
  const known = new Map<string, Taken>();
  const asking = new Map<string, Promise<Taken>>();
  const take = async (subject: string, limit: number, window: number): Promise<Taken> => {
    const part = Math.max(1, Math.floor(limit * FRACTION));
    const { used, ends_at: endsAt } = await takeFromWindow(db, subject, part, window / 1000);
    let taken = known.get(subject);
    if (taken?.endsAt !== endsAt) taken = { endsAt, left: 0, used: 0 };
    taken.left += Math.min(part, Math.max(0, limit - (used - part)));
    taken.used = Math.max(taken.used, Math.min(used, limit));
    remember(known, subject, taken);
    return taken;
  };
  // Those who come meanwhile wait for the same part: each with one of its own, they would take all of the window.
  const takeTogether = (subject: string, limit: number, window: number): Promise<Taken> => {
    const begun = asking.get(subject) ?? take(subject, limit, window).finally(() => asking.delete(subject));
    asking.set(subject, begun);
    return begun;
  };
  return {
    async count(subject, limit, window) {
      const now = clock.now().getTime();
      let taken = known.get(subject);
      if (taken !== undefined && taken.endsAt <= now) taken = undefined;
      // More than once, where others used what this one took.
      while (taken === undefined || (taken.left === 0 && taken.used < limit)) {
        taken = await takeTogether(subject, limit, window);
      }
      const ttl = Math.max(1, taken.endsAt - now);
      if (taken.left === 0) return { used: limit + 1, ttl };
      taken.left -= 1;
      return { used: taken.used - taken.left, ttl };
    },
  };
}

function remember(known: Map<string, Taken>, subject: string, taken: Taken): void {
  known.delete(subject);
  known.set(subject, taken);
  const [oldest] = known.keys();
  if (known.size > MOST && oldest !== undefined) known.delete(oldest);
}
