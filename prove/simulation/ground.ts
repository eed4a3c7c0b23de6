/** The real database below a world, with a clock that the world sets. */
import type { Mode } from '../../server/src/db/connections.ts';
import { BEGIN } from '../../server/src/db/connections.ts';
import type { Connection, Database, Db } from '../../server/src/db/database.ts';
import { openDatabase } from '../../server/src/db/database.ts';

/** What time it is when a world begins. */
const FIRST_MOMENT = Date.parse('2027-01-15T12:00:00Z');

export interface Ground {
  db: Database;
  /** The next world begins, and time with it. */
  begin(): Promise<void>;
  /** Milliseconds since the world began; what is asked from now on is asked then. */
  setNow(ms: number): void;
  close(): Promise<void>;
}

/** On a database that has the schema, and that nobody else uses: one connection, so that all is done in turn. */
export async function openGround(connection: Connection): Promise<Ground> {
  await prepare(connection);
  // What need not be waited for is sent along with what follows it: most of the time goes into going to and fro.
  const pipelined = { ...connection, pipeline: true };
  const pool = openDatabase(pipelined, { poolSize: 1 });
  const closing = Promise.withResolvers<void>();
  const opened = Promise.withResolvers<Db>();
  const ended = pool.session(async (db) => {
    opened.resolve(db);
    await closing.promise;
  });
  const db = await opened.promise;
  let told = Number.NaN;
  const tell = (ms: number) => {
    if (ms === told) return;
    told = ms;
    void db.rows("select set_config('simulation.now', $1, false)", [momentAt(ms).toISOString()]);
  };
  let worlds = 0;
  return {
    async begin() {
      tell(0);
      worlds += 1;
      // Only tables that are not empty can be passed for large ones.
      if (worlds === 2) await db.rows(PASS_FOR_LARGE);
    },
    db: {
      ...db,
      transaction: (work, mode = 'write') => inTransaction(db, work, mode),
      bulk: () => Promise.reject(new Error('no worker copies tables')),
      session: (work) => work(db),
      isPolling: () => false,
      listen: () => Promise.reject(new Error('the world tells its workers itself')),
      use: () => ({ busy: 1, idle: 0, waiting: 0 }),
      close: async () => undefined,
    },
    setNow: tell,
    async close() {
      closing.resolve();
      await ended;
      await pool.close();
    },
  };
}

/** Plans are those of a database that is in use: made for empty tables, they would read all that earlier worlds left. */
const PASS_FOR_LARGE = `update pg_class set relpages = 1, reltuples = 100000
  where relnamespace = 'public'::regnamespace and relkind = 'r'`;

async function inTransaction<T>(db: Db, work: (tx: Db) => Promise<T>, mode: Mode): Promise<T> {
  void db.rows(BEGIN[mode]);
  try {
    const result = await work(db);
    await db.rows('commit');
    return result;
  } catch (error) {
    await db.rows('rollback');
    throw error;
  }
}

/** No plan may depend on what earlier worlds left behind, and nothing waits for a disk. */
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
