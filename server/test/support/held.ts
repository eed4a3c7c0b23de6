/** Keeps locks until the test releases them, so that it controls the order of requests and statements. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Database, Db } from '../../src/db/database.ts';

interface Held {
  /** Returns when this number of sessions wait for a lock. */
  untilWaiting(count?: number): Promise<void>;
  /** Lets the waiting statements succeed, also if their clients have disconnected. */
  release(): Promise<void>;
  /** Ends the waiting sessions, so that their statements fail. */
  breakOff(): Promise<void>;
}

type Begin = (work: (db: Db) => Promise<void>) => Promise<void>;

/** `after`: what remains to be done when the locks are released. */
async function hold(
  db: Database,
  begin: Begin,
  lock: (db: Db) => Promise<unknown>,
  after: () => Promise<unknown> = async () => undefined,
): Promise<Held> {
  const released = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const holding = begin(async (locking) => {
    await lock(locking);
    held.resolve();
    await released.promise;
  });
  await Promise.race([held.promise, holding]);
  const release = async () => {
    released.resolve();
    await holding;
    await after();
  };
  return {
    untilWaiting: (count = 1) => untilLocked(db, count),
    release,
    async breakOff() {
      await db.rows(`select pg_terminate_backend(pid) ${OTHERS} and ${LOCKED}`);
      await release();
    },
  };
}

/** `sql` locks them, such as `select 1 from users where id = $1 for update`. Needs a second connection of `db`. */
export function holdRows(
  db: Database,
  sql: string,
  values: readonly unknown[] = [],
  after?: () => Promise<unknown>,
): Promise<Held> {
  return hold(db, db.transactionWithoutTimeouts, (tx) => tx.rows(sql, values), after);
}

/** Blocks all reads and writes of a table. Needs a second connection of `db`. */
export function holdTable(db: Database, table: string): Promise<Held> {
  return holdRows(db, `lock table ${table} in access exclusive mode`);
}

/** Blocks the insert of a media row after its file is stored. Needs a second connection of `db`. */
export function holdInserts(db: Database, workspaceId: number): Promise<Held> {
  const sql = 'select from workspaces where id = $1 for update';
  return holdRows(db, sql, [workspaceId], () => untilIdle(db));
}

const WRITES = 4711;
const READS = 4712;

const closeGate = (gate: number) => (session: Db) => session.rows('select pg_advisory_lock($1)', [gate]);

const triggers = {
  write: ['trigger hold before', ''],
  commit: ['constraint trigger hold after', 'deferrable initially deferred'],
} as const;

/** `when` is a trigger's condition on `new`. Blocks the write or its commit. */
export async function holdWrites(
  db: Database,
  table: string,
  when: string,
  at: keyof typeof triggers = 'write',
): Promise<Held> {
  await db.rows(`create or replace function hold() returns trigger language plpgsql as
    $$begin perform pg_advisory_xact_lock(${WRITES}); return new; end$$`);
  const held = await hold(db, db.session, closeGate(WRITES), async () => {
    await untilIdle(db);
    await db.rows(`drop trigger hold on ${table}`);
  });
  const [timing, deferred] = triggers[at];
  await db.rows(
    `create ${timing} insert or update on ${table} ${deferred} for each row when (${when}) execute function hold()`,
  );
  return held;
}

/**
 * Blocks a read after its snapshot and before its result: statements whose text is like `pattern` and that call
 * `clock_now()`. PostgreSQL calls a volatile function while the statement runs, after its snapshot.
 */
export async function holdReads(db: Database, pattern: string): Promise<Held> {
  // In the end in the same language: a statement that is running would read a body of another one as its own, and fail.
  const held = await hold(db, db.session, closeGate(READS), () => replaceClock(db, ''));
  const wait = `if current_query() like '${pattern}' then perform pg_advisory_xact_lock_shared(${READS}); end if;`;
  await replaceClock(db, wait);
  return held;
}

async function replaceClock(db: Database, before: string): Promise<void> {
  await db.rows(`create or replace function clock_now() returns timestamptz language plpgsql volatile as $$begin
    ${before} return (select moment from test_clock); end$$`);
}

const OTHERS = 'from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()';
const LOCKED = "wait_event_type = 'Lock'";

/** Returns when PostgreSQL has finished all statements, also those of disconnected clients. */
export async function untilIdle(db: Db): Promise<void> {
  while ((await db.rows(`select 1 ${OTHERS} and state <> 'idle'`)).length > 0) await pause(5);
}

/** Returns when `count` sessions wait for a lock. */
export async function untilLocked(db: Db, count: number): Promise<void> {
  while ((await db.rows(`select 1 ${OTHERS} and ${LOCKED}`)).length < count) await pause(5);
}
