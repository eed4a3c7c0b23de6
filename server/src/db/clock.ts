/** The database's clock: it decides what is due, and when a lease ends. */
import type { Clock } from '../clock.ts';
import type { Host } from '../host.ts';
import { systemHost } from '../host.ts';
import type { Db } from './database.ts';

export interface SyncedClock extends Clock {
  /** Asks the database again; between two askings time runs by the monotonic timer. */
  sync(): Promise<void>;
}

export async function startClock(db: Db, host: Host = systemHost): Promise<SyncedClock> {
  let offset = 0;
  const clock: SyncedClock = {
    now: () => new Date(host.elapsed() + offset),
    async sync() {
      const before = host.elapsed();
      const found = await db.row<{ ms: number }>(
        'select (extract(epoch from clock_now()) * 1000)::float8 as ms',
      );
      if (found !== undefined) offset = found.ms - (before + host.elapsed()) / 2;
    },
  };
  await clock.sync();
  return clock;
}
