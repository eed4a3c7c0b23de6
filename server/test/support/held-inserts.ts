/** Stops files between storage and library: a moment that is short, and lasts here for as long as a test wants. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Database, Db } from '../../src/db/database.ts';

export interface HeldInserts {
  /** Returns when somebody waits. */
  untilWaiting(): Promise<void>;
  /** What waits is completed, whether its client is still there or not. */
  release(): Promise<void>;
  /** What waits fails. */
  breakOff(): Promise<void>;
}

/** Needs a second connection of `db`. */
export async function holdInserts(db: Database, workspaceId: number): Promise<HeldInserts> {
  const released = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const holding = db.bulk(async (tx) => {
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

/** Returns when PostgreSQL has ended what it was asked, also by clients that are gone. */
export async function untilIdle(db: Db): Promise<void> {
  while ((await countSessions(db, "state <> 'idle'")) > 0) await pause(5);
}

/** Returns when so many wait for a lock. */
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
