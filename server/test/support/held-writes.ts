/** Blocks writes of certain rows until the test releases them. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../../src/db/database.ts';
import { untilIdle } from './held-inserts.ts';

export interface HeldWrites {
  /** Returns when a write waits. */
  untilWaiting(): Promise<void>;
  /** Lets the waiting write succeed, also if its client has disconnected. */
  release(): Promise<void>;
  /** Cancels the waiting write. */
  breakOff(): Promise<void>;
}

const GATE = 4711;

const triggers = {
  write: ['trigger hold before', ''],
  commit: ['constraint trigger hold after', 'deferrable initially deferred'],
} as const;

/** `when` is a trigger's condition on `new`. Blocks the write or its commit. Needs a second connection of `db`. */
export async function holdWrites(
  db: Database,
  table: string,
  when: string,
  at: keyof typeof triggers = 'write',
): Promise<HeldWrites> {
  const released = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  await db.rows(`create or replace function hold() returns trigger language plpgsql as
    $$begin perform pg_advisory_xact_lock(${GATE}); return new; end$$`);
  const holding = db.session(async (session) => {
    await session.rows('select pg_advisory_lock($1)', [GATE]);
    held.resolve();
    await released.promise;
  });
  await held.promise;
  const [timing, deferred] = triggers[at];
  await db.rows(
    `create ${timing} insert or update on ${table} ${deferred} for each row when (${when}) execute function hold()`,
  );
  const release = async () => {
    released.resolve();
    await holding;
    await untilIdle(db);
    await db.rows(`drop trigger hold on ${table}`);
  };
  return {
    async untilWaiting() {
      while ((await db.rows(`select from pg_stat_activity where ${WAITING}`)).length === 0) await pause(5);
    },
    release,
    async breakOff() {
      await db.rows(`select pg_terminate_backend(pid) from pg_stat_activity where ${WAITING}`);
      await release();
    },
  };
}

const WAITING = "datname = current_database() and wait_event_type = 'Lock'";
