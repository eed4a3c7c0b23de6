/** Blocks the insert of a media row after its file is stored, until the test releases it. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Database, Db } from '../../src/db/database.ts';

export interface HeldInserts {
  /** Returns when an insert waits. */
  untilWaiting(): Promise<void>;
  /** Lets the waiting insert succeed, also if its client has disconnected. */
  release(): Promise<void>;
  /** Lets the waiting insert fail. */
  breakOff(): Promise<void>;
}

/** Needs a second connection of `db`. */
export async function holdInserts(db: Database, workspaceId: number): Promise<HeldInserts> {
  const released = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const holding = db.transactionWithoutTimeouts(async (tx) => {
    await tx.rows('select from workspaces where id = $1 for update', [workspaceId]);
    held.resolve();
    await released.promise;
  });
  await held.promise;
  const release = async () => {
    released.resolve();
    await holding;
    await untilIdle(db);
  };
  return {
    async untilWaiting() {
      while ((await countSessions(db, WAITING)) === 0) await pause(5);
    },
    release,
    async breakOff() {
      await db.rows(`select pg_terminate_backend(pid) from pg_stat_activity where ${WAITING}`);
      await release();
    },
  };
}

/** Returns when PostgreSQL has finished all statements, also those of disconnected clients. */
export async function untilIdle(db: Db): Promise<void> {
  while ((await countSessions(db, "state <> 'idle'")) > 0) await pause(5);
}

/** Returns when `count` sessions wait for a lock. */
export async function untilLocked(db: Db, count: number): Promise<void> {
  while ((await countSessions(db, WAITING)) < count) await pause(5);
}

const WAITING = "datname = current_database() and wait_event_type = 'Lock'";

async function countSessions(db: Db, condition: string): Promise<number> {
  const row = await db.row<{ count: number }>(
    `select count(*) as count from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and ${condition}`,
  );
  return row?.count ?? 0;
}
