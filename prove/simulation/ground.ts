/** The real database below a world, with a clock that the world sets. */
import type { Socket } from 'node:net';
import { Client } from 'pg';
import {
  type Connection,
  type Database,
  type Db,
  openDatabase,
  type Tx,
} from '../../server/src/db/database.ts';
import { BEGIN, type Mode } from '../../server/src/db/joined-query.ts';
import { runOn } from '../../server/src/db/statements.ts';
import { type Begun, Gate, makeGated, prepareGate } from './gate.ts';

/** The time at which every world begins. */
const FIRST_MOMENT = Date.parse('2027-01-15T12:00:00Z');

export interface Ground {
  db: Database;
  /** Starts the next world, and resets the time. */
  begin(): Promise<void>;
  /** Milliseconds since the world began; sets the time of later statements. */
  setNow(ms: number): void;
  /** Begins an operation at this time, to be held where it begins to read the queue for the `reads`th time. */
  hold<T>(ms: number, reads: number, operation: (db: Database) => Promise<T>): Promise<Begun<T>>;
  /** An operation is held, so that no other can be. */
  isHolding(): boolean;
  close(): Promise<void>;
}

/** The database must have the schema and no other user. Statements of all but one operation use one connection. */
export async function openGround(connection: Connection): Promise<Ground> {
  await prepare(connection);
  const [main, other, watch] = await Promise.all([1, 2, 3].map(() => openSession(connection)));
  if (main === undefined || other === undefined || watch === undefined) throw new Error('unreachable');
  const stopAt = await makeGated(other.db);
  const gate = new Gate(watch.db);
  const rows: Db['rows'] = (text, values) => gate.pass(main.pid, main.db.rows<never>(text, values));
  let worlds = 0;
  return {
    async begin() {
      main.setNow(0);
      worlds += 1;
      // Only tables that are not empty can be declared large.
      if (worlds === 2) await main.db.rows(DECLARE_LARGE);
    },
    db: databaseOn({ rows, row: async (text, values) => (await rows<never>(text, values))[0] }),
    setNow: main.setNow,
    isHolding: () => gate.isTaken,
    hold(ms, reads, operation) {
      other.setNow(ms);
      stopAt(reads);
      return gate.hold(other.pid, () => operation(databaseOn(other.db)));
    },
    async close() {
      await Promise.all([main, other, watch].map((session) => session.close()));
    },
  };
}

/** Makes PostgreSQL plan as for a large database. Plans for empty tables would read all rows of earlier worlds. */
const DECLARE_LARGE = `update pg_class set relpages = 1, reltuples = 100000
  where relnamespace = 'public'::regnamespace and relkind = 'r'`;

/** A session. What is asked of it within one turn is sent in one write, because round trips and writes take most of the time. */
async function openSession(connection: Connection) {
  const client = new Client({ ...connection, pipeline: true });
  await client.connect();
  const run = runOn(client);
  const gather = gatherWrites(client);
  // As the setting of the database.
  let asked = 0;
  let current = 0;
  const rows: Db['rows'] = async (text, values) => {
    gather();
    if (asked !== current) void run(SET_NOW, [momentAt(asked).toISOString()]);
    current = asked;
    return (await run(text, values)).rows;
  };
  const [own] = await rows<{ pid: number }>('select pg_backend_pid() as pid');
  return {
    db: { rows, row: async (text, values) => (await rows<never>(text, values))[0] } satisfies Db,
    pid: own?.pid ?? 0,
    setNow(ms: number) {
      asked = ms;
    },
    close: () => client.end(),
  };
}

const SET_NOW = "select set_config('simulation.now', $1, false)";

/** Holds back what the client writes until the end of the turn. */
function gatherWrites(client: Client): () => void {
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
  let isGathering = false;
  return () => {
    if (isGathering) return;
    isGathering = true;
    stream.cork();
    process.nextTick(() => {
      isGathering = false;
      stream.uncork();
    });
  };
}

function databaseOn(db: Db): Database {
  return {
    ...db,
    transaction: (work, mode = 'write') => inTransaction(db, work, mode),
    withoutTimeouts: db,
    transactionWithoutTimeouts: () => Promise.reject(new Error('no worker copies tables')),
    session: (work) => work(db),
    isPolling: () => false,
    listen: () => Promise.reject(new Error('the world notifies its workers itself')),
    use: () => ({ busy: 1, idle: 0, waiting: 0 }),
    close: async () => undefined,
  };
}

/** As the service does, commits together with the statement that is marked as the last. */
async function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>, mode: Mode): Promise<T> {
  let committed: Promise<unknown> | undefined;
  const rows: Db['rows'] = (text, values) => {
    const result = db.rows<never>(text, values);
    committed = db.rows('commit');
    return result;
  };
  const last: Db = { rows, row: async (text, values) => (await rows<never>(text, values))[0] };
  void db.rows(BEGIN[mode]);
  try {
    const result = await work({ ...db, inTransaction: true, last });
    await (committed ?? db.rows('commit'));
    return result;
  } catch (error) {
    await (committed ?? db.rows('rollback'));
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
  await prepareGate(db);
  const settings = {
    timezone: 'UTC',
    'simulation.now': momentAt(0).toISOString(),
    synchronous_commit: 'off',
    enable_seqscan: 'off',
    plan_cache_mode: 'force_generic_plan',
    deadlock_timeout: '20ms',
  };
  for (const [name, value] of Object.entries(settings)) {
    await db.rows(`alter database "${connection.database}" set ${name} = '${value}'`);
  }
  await db.close();
}

export function momentAt(ms: number): Date {
  return new Date(FIRST_MOMENT + Math.round(ms));
}
