/** The database's clock. It decides when targets are due and when leases end. */
import type { Clock } from '../base/clock.ts';
import { type Host, systemHost } from '../base/host.ts';
import type { Db } from './database.ts';

export interface SyncedClock extends Clock {
  /** Reads the database's time again. Between two reads, the monotonic timer advances the clock. */
  sync(): Promise<void>;
}

export async function startClock(db: Db, host: Host = systemHost): Promise<SyncedClock> {
  let offset = 0;
  const clock: SyncedClock = {
    now: () => new Date(host.elapsed() + offset),
    async sync() {
      const before = host.elapsed();
      const row = await db.row<{ ms: number }>(
        'select (extract(epoch from clock_now()) * 1000)::float8 as ms',
      );
      if (row !== undefined) offset = row.ms - (before + host.elapsed()) / 2;
    },
  };
  await clock.sync();
  return clock;
}
