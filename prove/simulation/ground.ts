/** The real database below a world, with a clock that the world sets. */

import type { Connection, Database, Db, Tx } from '../../server/src/db/database.ts';
import { openDatabase } from '../../server/src/db/database.ts';
import type { Mode } from '../../server/src/db/joined-query.ts';
import { BEGIN } from '../../server/src/db/joined-query.ts';

/** The time at which every world begins. */
const FIRST_MOMENT = Date.parse('2027-01-15T12:00:00Z');

export interface Ground {
  db: Database;
  /** Starts the next world, and resets the time. */
  begin(): Promise<void>;
  /** Milliseconds since the world began; sets the time of later statements. */
  setNow(ms: number): void;
  close(): Promise<void>;
}

/** The database must have the schema and no other user. Uses one connection, so that statements run in order. */
export async function openGround(connection: Connection): Promise<Ground> {
  await prepare(connection);
  // A statement whose result is not needed is sent together with the next one, because round trips take most of the
  // time.
  const pipelined = { ...connection, pipeline: true };
  const pool = openDatabase(pipelined, { poolSize: 1 });
  const closing = Promise.withResolvers<void>();
  const opened = Promise.withResolvers<Db>();
  const ended = pool.session(async (db) => {
    opened.resolve(db);
    await closing.promise;
  });
  const db = await opened.promise;
  let current = Number.NaN;
  const setNow = (ms: number) => {
    if (ms === current) return;
    current = ms;
    void db.rows("select set_config('simulation.now', $1, false)", [momentAt(ms).toISOString()]);
  };
  let worlds = 0;
  return {
    async begin() {
      setNow(0);
      worlds += 1;
      // Only tables that are not empty can be declared large.
      if (worlds === 2) await db.rows(DECLARE_LARGE);
    },
    db: {
      ...db,
      transaction: (work, mode = 'write') => inTransaction(db, work, mode),
      withoutTimeouts: db,
      transactionWithoutTimeouts: () => Promise.reject(new Error('no worker copies tables')),
      session: (work) => work(db),
      isPolling: () => false,
      listen: () => Promise.reject(new Error('the world notifies its workers itself')),
      use: () => ({ busy: 1, idle: 0, waiting: 0 }),
      close: async () => undefined,
    },
    setNow,
    async close() {
      closing.resolve();
      await ended;
      await pool.close();
    },
  };
}

/** Makes PostgreSQL plan as for a large database. Plans for empty tables would read all rows of earlier worlds. */
const DECLARE_LARGE = `update pg_class set relpages = 1, reltuples = 100000
  where relnamespace = 'public'::regnamespace and relkind = 'r'`;

async function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>, mode: Mode): Promise<T> {
  void db.rows(BEGIN[mode]);
  try {
    const result = await work({ ...db, inTransaction: true, last: db });
    await db.rows('commit');
    return result;
  } catch (error) {
    await db.rows('rollback');
    throw error;
  }
}

/** Keeps plans independent of earlier worlds' rows, and avoids waiting for the disk. */
async function prepare(connection: Connection): Promise<void> {
  const db = openDatabase(connection, { poolSize: 1 });
  await db.rows(
    `create or replace function clock_now() returns timestamptz language sql stable as
     $$select current_setting('simulation.now')::timestamptz$$`,
  );
  const settings = {
    'simulation.now': momentAt(0).toISOString(),
    synchronous_commit: 'off',
    enable_seqscan: 'off',
    plan_cache_mode: 'force_generic_plan',
  };
  for (const [name, value] of Object.entries(settings)) {
    await db.rows(`alter database "${connection.database}" set ${name} = '${value}'`);
  }
  await db.close();
}

export function momentAt(ms: number): Date {
  return new Date(FIRST_MOMENT + Math.round(ms));
}
