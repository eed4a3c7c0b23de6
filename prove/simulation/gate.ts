/**
 * Stops an operation inside one of its statements, after the statement's snapshot, so that others can run in between. A
 * statement stops where it begins to read one of the tables of the queue, mostly before it locks rows.
 */
import type { Db } from '../../server/src/db/database.ts';

/** The number of the advisory lock that is the gate. */
const GATE = 4711;

/** Who reads these tables waits at the gate: a policy for rows, which does not apply to their owner, calls a function. */
const GATED = ['channels', 'targets', 'posts'];
const PREPARATION = [
  `do $$ begin
     create role gated;
   exception when duplicate_object or unique_violation then null;
   end $$`,
  'grant all on all tables in schema public to gated',
  'grant all on all sequences in schema public to gated',
  `create or replace function pass_gate() returns boolean language plpgsql stable as $$
   declare
     reads int := current_setting('simulation.reads')::int - 1;
   begin
     if reads >= 0 then
       perform set_config('simulation.reads', reads::text, false);
       if reads = 0 then
         perform pg_advisory_lock_shared(${GATE}), pg_advisory_unlock_shared(${GATE});
       end if;
     end if;
     return true;
   end $$`,
  ...GATED.flatMap((table) => [
    `alter table ${table} enable row level security`,
    `drop policy if exists gate on ${table}`,
    `create policy gate on ${table} to gated using (pass_gate()) with check (true)`,
  ]),
];

export async function prepareGate(db: Db): Promise<void> {
  for (const sql of PREPARATION) await db.rows(sql);
}

/** The operations of this session can be held. Each stops when it begins to read for the `reads`th time. */
export async function makeGated(db: Db): Promise<(reads: number) => void> {
  await db.rows('set role gated');
  return (reads) => void db.rows("select set_config('simulation.reads', $1, false)", [reads]);
}

const AT_GATE = "select from pg_locks where pid = $1 and locktype = 'advisory' and not granted";
const WAITING = 'select where cardinality(pg_blocking_pids($1)) > 0';

/** An operation that has begun. */
export interface Begun<T> {
  /** It waits in a statement, until `end` is called or others wait for its locks. */
  isHeld: boolean;
  end(): Promise<T>;
}

/** A session is named by its process id. */
export class Gate {
  /** From the beginning of an operation that is held until its end was called. */
  isTaken = false;
  /** A session of its own. */
  #db: Db;
  #isClosed = false;
  #ended: Promise<unknown> = Promise.resolve();

  constructor(db: Db) {
    this.#db = db;
  }

  /** Begins an operation of a session. */
  async hold<T>(pid: number, begin: () => Promise<T>): Promise<Begun<T>> {
    await this.#db.rows('select pg_advisory_lock($1)', [GATE]);
    this.#isClosed = true;
    const operation = begin();
    this.#ended = operation.catch(() => undefined);
    this.isTaken = await this.#until(AT_GATE, pid, operation);
    if (!this.isTaken) await this.#open();
    const end = async () => {
      await this.#open();
      this.isTaken = false;
      return operation;
    };
    return { isHeld: this.isTaken, end };
  }

  /** A statement of another session. The gate opens if it waits for a lock of the operation that is held. */
  async pass<T>(pid: number, statement: Promise<T>): Promise<T> {
    if (this.#isClosed && (await this.#until(WAITING, pid, statement))) await this.#open();
    return statement;
  }

  /** Resolves when the operation that was held has ended. */
  async #open(): Promise<void> {
    if (this.#isClosed) {
      this.#isClosed = false;
      await this.#db.rows('select pg_advisory_unlock($1)', [GATE]);
    }
    await this.#ended;
  }

  /** Resolves when the condition holds; false if the work has ended before. */
  async #until(condition: string, pid: number, work: Promise<unknown>): Promise<boolean> {
    let isOver = false;
    const end = () => {
      isOver = true;
    };
    work.then(end, end);
    for (;;) {
      const row = await this.#db.row(condition, [pid]);
      if (isOver || row !== undefined) return !isOver;
    }
  }
}
