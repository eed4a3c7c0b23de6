/** A fake clock for the database's `clock_now()` and for `ctx.clock`. */
import type { Clock } from '../../src/base/clock.ts';
import type { Db } from '../../src/db/database.ts';

/** The time at the start of a test: a Friday. */
export const FIRST_MOMENT = '2027-01-15T12:00:00.000000Z';

export interface TestClock extends Clock {
  /** Advances the clock by an interval of PostgreSQL, such as `5 minutes`. */
  advance(interval: string): Promise<void>;
  set(moment: string): Promise<void>;
  /** The time after this interval, as the API writes it. */
  in(interval: string): Promise<string>;
}

export async function openClock(db: Db): Promise<TestClock> {
  let now = new Date(FIRST_MOMENT);
  const move = async (sql: string, value: string) => {
    const row = await db.row<{ moment: string }>(`update test_clock set moment = ${sql} returning moment`, [
      value,
    ]);
    now = new Date(row?.moment ?? Number.NaN);
  };
  await move('$1::timestamptz', FIRST_MOMENT);
  return {
    now: () => new Date(now),
    advance: (interval) => move('moment + $1::interval', interval),
    set: (moment) => move('$1::timestamptz', moment),
    async in(interval) {
      const row = await db.row<{ moment: string }>('select clock_now() + $1::interval as moment', [interval]);
      return row?.moment ?? '';
    },
  };
}
