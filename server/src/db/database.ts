/** PostgreSQL as the stores see it: rows in, rows out, transactions, and nothing else. */

import type { ClientConfig, PoolClient, QueryResultRow } from 'pg';
import { Client, Pool, types } from 'pg';

/** Runs statements; inside a transaction or not. */
export interface Db {
  /** All rows. Statements are prepared once per connection: keep their text constant, pass what varies as values. */
  rows<Row extends QueryResultRow>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /** The first row, or undefined. */
  row<Row extends QueryResultRow>(text: string, values?: readonly unknown[]): Promise<Row | undefined>;
}

export interface Database extends Db {
  /** Runs `work` in one transaction; a throw rolls it back. */
  transaction<T>(work: (tx: Db) => Promise<T>): Promise<T>;
  /** Runs `work` on one connection, outside a transaction. Its temporary tables and its locks go with it at the end. */
  session<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /** Calls `hear` for every notification on `channel`, reconnecting for as long as it takes. */
  listen(channel: string, hear: (payload: string) => void): Promise<{ close(): Promise<void> }>;
  close(): Promise<void>;
}

export type Connection = ClientConfig;

const INT8 = 20;
const TIMESTAMPTZ = 1184;
types.setTypeParser(INT8, Number);
types.setTypeParser(TIMESTAMPTZ, toTimestamp);

/** `2026-11-21 03:04:05.6+00` as PostgreSQL writes it in UTC → `2026-11-21T03:04:05.600000Z`. */
function toTimestamp(text: string): string {
  if (!text.endsWith('+00')) return text; // -infinity
  const seconds = `${text.slice(0, 10)}T${text.slice(11, 19)}`;
  // PostgreSQL leaves out trailing zeros of the fraction, and the point before nothing.
  return `${seconds}.${text.slice(20, -3).padEnd(6, '0')}Z`;
}

export function openDatabase(connection: Connection, options: { poolSize?: number } = {}): Database {
  const settings = { ...connection, options: '-c timezone=UTC', application_name: 'belfry' };
  const pool = new Pool({
    ...settings,
    max: options.poolSize ?? 12,
    connectionTimeoutMillis: 5000,
    idleTimeoutMillis: 60_000,
  });
  // An idle connection that breaks is replaced at its next use; whoever needs it then will hear of it.
  pool.on('error', () => undefined);
  return {
    ...queries(pool),
    transaction: (work) => inTransaction(pool, work),
    session: (work) => inSession(pool, work),
    listen: (channel, hear) => listen(settings, channel, hear),
    close: () => pool.end(),
  };
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

function queries(client: Pool | PoolClient): Db {
  const rows = async <Row extends QueryResultRow>(text: string, values: readonly unknown[] = []) =>
    (await client.query<Row>({ name: nameOf(text), text, values: [...values] })).rows;
  return { rows, row: async (text, values) => (await rows<never>(text, values))[0] };
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

async function inSession<T>(pool: Pool, work: (db: Db) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  client.on('error', sayLater);
  try {
    return await work(queries(client));
  } finally {
    // What waits for a lock of it need not wait until the server has noticed the end.
    await client.query('discard all').catch(() => undefined);
    client.release(true);
  }
}

const LISTEN_AGAIN = 1000;

async function listen(
  settings: Connection,
  channel: string,
  hear: (payload: string) => void,
): Promise<{ close(): Promise<void> }> {
  let client: Client | undefined;
  let closed = false;
  const connect = async (): Promise<void> => {
    const next = new Client(settings);
    next.on('notification', ({ payload }) => hear(payload ?? ''));
    next.on('error', () => undefined);
    await next.connect();
    next.on('end', again);
    await next.query(`listen ${channel}`);
    client = next;
    // What was said while nobody listened is not repeated.
    hear('');
  };
  const again = (): void => {
    if (!closed) setTimeout(() => void connect().catch(again), LISTEN_AGAIN).unref();
  };
  await connect();
  return {
    async close() {
      closed = true;
      await client?.end();
    },
  };
}
