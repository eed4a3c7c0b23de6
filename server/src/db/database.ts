/** PostgreSQL as the stores see it: rows in, rows out, transactions, and nothing else. */

import type { Readable, Writable } from 'node:stream';
import type { ClientBase, ClientConfig, PoolClient, QueryResultRow } from 'pg';
import { Client, Pool, types } from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { listen } from './listening.ts';
import { PooledConnection } from './pooled.ts';

/** Runs statements; inside a transaction or not. */
export interface Db {
  /** All rows. Statements are prepared once per connection: keep their text constant, pass what varies as values. */
  rows<Row extends QueryResultRow>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /** The first row, or undefined. */
  row<Row extends QueryResultRow>(text: string, values?: readonly unknown[]): Promise<Row | undefined>;
}

/** A transaction that also moves whole tables, as PostgreSQL's COPY writes and reads them. */
export interface Bulk extends Db {
  /** `copy … to stdout`, to be read to its end. `rowCount` is known then. */
  copyOut(text: string): Readable & { rowCount: number };
  /** `copy … from stdin`. */
  copyIn(text: string): Writable;
}

export interface Database extends Db {
  /** Runs `work` in one transaction; a throw rolls it back. */
  transaction<T>(work: (tx: Db) => Promise<T>): Promise<T>;
  /** As {@link transaction}. `snapshot`: it reads one moment throughout, and cannot write. */
  bulk<T>(work: (tx: Bulk) => Promise<T>, mode?: 'snapshot'): Promise<T>;
  /**
   * Runs `work` on one connection, outside a transaction. Its temporary tables and its locks go with it at the end.
   * Throws {@link PooledConnection} where a pooler stands between.
   */
  session<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /**
   * Calls `hear` for every notification on `channel`, reconnecting for as long as it takes; with an empty payload
   * after something may have been missed, and each second while nothing can be heard.
   */
  listen(channel: string, hear: (payload: string) => void): Promise<{ close(): Promise<void> }>;
  /** Notifications do not arrive, so that whoever listens polls. */
  isDeaf(): boolean;
  /** Connections of the pool, and who waits for one. */
  use(): PoolUse;
  close(): Promise<void>;
}

export interface PoolUse {
  busy: number;
  idle: number;
  waiting: number;
}

export type Connection = ClientConfig;

interface DatabaseOptions {
  poolSize?: number;
  /** Past the pooler, where `connection` leads to one: for what needs a session of its own. */
  direct?: Connection | undefined;
  /** Told when what listens on a channel begins to poll, and when it hears again. */
  onDeaf?: (channel: string, isDeaf: boolean) => void;
}

const INT8 = 20;
const TIMESTAMPTZ = 1184;
types.setTypeParser(INT8, Number);
types.setTypeParser(TIMESTAMPTZ, toTimestamp);

/** `2026-11-21 03:04:05.6+00` as PostgreSQL writes it in UTC → `2026-11-21T03:04:05.600000Z`. */
function toTimestamp(text: string): string {
  if (text.endsWith('infinity')) return text;
  if (!text.endsWith('+00')) throw new Error(`A session of the database is not in UTC: it says ${text}.`);
  const seconds = `${text.slice(0, 10)}T${text.slice(11, 19)}`;
  // PostgreSQL leaves out trailing zeros of the fraction, and the point before nothing.
  return `${seconds}.${text.slice(20, -3).padEnd(6, '0')}Z`;
}

export function openDatabase(connection: Connection, options: DatabaseOptions = {}): Database {
  const pool = new Pool({
    ...connection,
    ...OURS,
    max: options.poolSize ?? 12,
    idleTimeoutMillis: 60_000,
    onConnect: greet,
  });
  // An idle connection that breaks is replaced at its next use; whoever needs it then will hear of it.
  pool.on('error', () => undefined);
  const connect = () => connectAlone(options.direct ?? connection);
  const db = asDb((text, values) => onAnyClient(pool, (client) => run(client, text, values)));
  const deaf = new Set<string>();
  return {
    ...db,
    transaction: (work) => inTransaction(pool, work),
    bulk: (work, mode) => inBulk(pool, begins[mode ?? 'write'], work),
    session: (work) => inSession(connect, options.direct !== undefined, work),
    listen: (channel, hear) =>
      listen({
        channel,
        hear,
        connect,
        notify: (to, payload) => db.rows('select pg_notify($1, $2)', [to, payload]),
        onChange(isDeaf) {
          if (deaf.has(channel) === isDeaf) return;
          deaf[isDeaf ? 'add' : 'delete'](channel);
          options.onDeaf?.(channel, isDeaf);
        },
      }),
    isDeaf: () => deaf.size > 0,
    use: () => ({
      busy: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    close: () => pool.end(),
  };
}

const OURS = { application_name: 'belfry', connectionTimeoutMillis: 5000 };

/** Those that lead through a pooler: each statement, or transaction, may meet another session of the server. */
const pooled = new WeakSet<ClientBase>();

/**
 * First of all on each connection. The time zone is set by a statement, as poolers refuse options at the start, and
 * pass on what was set. A pooler gives itself away: it names another process than the one that answers.
 */
async function greet(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ pid: number }>(
    "select set_config('TimeZone', 'UTC', false), pg_backend_pid() as pid",
  );
  if (rows[0]?.pid !== (client as { processID?: number }).processID) pooled.add(client);
}

async function connectAlone(connection: Connection): Promise<Client> {
  const client = new Client({ ...connection, ...OURS });
  client.on('error', sayLater);
  try {
    await client.connect();
    await greet(client);
    return client;
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
}

const names = new Map<string, string>();

/** A stable name per statement text makes the driver prepare it once per connection. */
function nameOf(text: string): string {
  let name = names.get(text);
  if (name === undefined) {
    name = `s${names.size}`;
    names.set(text, name);
  }
  return name;
}

type Run = <Row extends QueryResultRow>(text: string, values?: readonly unknown[]) => Promise<Row[]>;

function asDb(rows: Run): Db {
  return { rows, row: async (text, values) => (await rows<never>(text, values))[0] };
}

function copying(client: PoolClient): Bulk {
  return {
    ...queries(client),
    copyOut: (text) => client.query(copyTo(text)),
    copyIn: (text) => client.query(copyFrom(text)),
  };
}

const begins = { write: 'begin', snapshot: 'begin isolation level repeatable read, read only' };

/** What fails may be in the middle of a table, behind which even a rollback would wait: so its connection goes with it. */
async function inBulk<T>(pool: Pool, begin: string, work: (tx: Bulk) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  client.on('error', sayLater);
  let isDone = false;
  try {
    await client.query(begin);
    const result = await work(copying(client));
    await client.query('commit');
    isDone = true;
    return result;
  } finally {
    if (isDone) client.off('error', sayLater);
    client.release(!isDone);
  }
}

/** Through a pooler without a name: what was prepared would lie in a session that is somebody else's by then. */
async function run<Row extends QueryResultRow>(
  client: ClientBase,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const name = pooled.has(client) ? undefined : nameOf(text);
  return (await client.query<Row>({ ...(name && { name }), text, values: [...values] })).rows;
}

const queries = (client: ClientBase): Db => asDb((text, values) => run(client, text, values));

async function onAnyClient<T>(pool: Pool, work: (client: ClientBase) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  client.on('error', sayLater);
  let failure: Error | undefined;
  try {
    return await work(client);
  } catch (error) {
    failure = error as Error;
    throw error;
  } finally {
    client.off('error', sayLater);
    client.release(failure);
  }
}

async function inTransaction<T>(pool: Pool, work: (tx: Db) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  client.on('error', sayLater);
  try {
    await client.query('begin');
    const result = await work(queries(client));
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch((failure: Error) => {
      broken = failure;
    });
    throw error;
  } finally {
    client.off('error', sayLater);
    client.release(broken);
  }
}

/** A connection may break while its user does something else: the next statement says so, and nobody else need hear. */
function sayLater(): void {}

async function inSession<T>(
  connect: () => Promise<Client>,
  isDirect: boolean,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  const client = await connect();
  try {
    // A pooler that somebody calls direct may keep sessions; what listens finds out if it does not.
    if (pooled.has(client) && !isDirect) {
      throw new PooledConnection(
        'This needs a session of the database, and DATABASE_URL leads through a pooler: set DATABASE_DIRECT_URL.',
      );
    }
    return await work(queries(client));
  } finally {
    // What waits for a lock of it need not wait until the server has noticed the end.
    await client.query('discard all').catch(() => undefined);
    await client.end().catch(() => undefined);
  }
}
