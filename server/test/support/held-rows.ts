/** Keeps rows locked, so that a test controls the order of requests. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../../src/db/database.ts';

export interface HeldRows {
  /** Returns when this number of sessions wait for a lock. */
  untilWaiting(count: number): Promise<void>;
  release(): Promise<void>;
  /** Cancels the waiting statements. */
  breakOff(): Promise<void>;
}

/** `sql` locks them, such as `select 1 from users where id = $1 for update`. */
export async function holdRows(db: Database, sql: string, values: readonly unknown[]): Promise<HeldRows> {
  const released = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const holding = db.transactionWithoutTimeouts(async (tx) => {
    await tx.rows(sql, values);
    held.resolve();
    await released.promise;
  });
  await held.promise;
  const waiting = "from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  const countWaiting = async () => (await db.rows(`select 1 ${waiting}`)).length;
  const release = async () => {
    released.resolve();
    await holding;
  };
  return {
    async untilWaiting(count) {
      while ((await countWaiting()) < count) await pause(5);
    },
    release,
    async breakOff() {
      await db.rows(`select pg_terminate_backend(pid) ${waiting}`);
      await release();
    },
  };
}
