/** Blocks a read after its snapshot and before its result, so that the test can change the database meanwhile. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../../src/db/database.ts';

export interface HeldReads {
  /** Returns when a statement waits. */
  untilWaiting(): Promise<void>;
  release(): Promise<void>;
}

const GATE = 4712;

/**
 * Holds statements whose text is like `pattern` and that call `clock_now()`. PostgreSQL calls a volatile function while
 * the statement runs, after its snapshot. Needs a second connection of `db`.
 */
export async function holdReads(db: Database, pattern: string): Promise<HeldReads> {
  const released = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const holding = db.session(async (session) => {
    await session.rows('select pg_advisory_lock($1)', [GATE]);
    held.resolve();
    await released.promise;
  });
  await held.promise;
  const wait = `if current_query() like '${pattern}' then perform pg_advisory_xact_lock_shared(${GATE}); end if;`;
  await replaceClock(db, wait);
  return {
    async untilWaiting() {
      const waiting = `select 1 from pg_locks l join pg_database d on d.oid = l.database and d.datname = current_database()
        where l.locktype = 'advisory' and l.objid = ${GATE} and not l.granted`;
      while ((await db.rows(waiting)).length === 0) await pause(5);
    },
    async release() {
      released.resolve();
      await holding;
      // In the same language: a statement that is running would read a body of another one as its own, and fail.
      await replaceClock(db, '');
    },
  };
}

async function replaceClock(db: Database, before: string): Promise<void> {
  await db.rows(`create or replace function clock_now() returns timestamptz language plpgsql volatile as $$begin
    ${before} return (select moment from test_clock); end$$`);
}
