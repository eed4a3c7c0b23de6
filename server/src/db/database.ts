/** The database interface of the stores: rows in, rows out, transactions. */
import type { Readable, Writable } from 'node:stream';
import type { Client, PoolClient, QueryResult, QueryResultRow } from 'pg';
import { types } from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import type { Connection, ConnectionPool } from './connections.ts';
import {
  beginWithoutTimeouts,
  closeConnection,
  connectOutsidePool,
  ignoreError,
  isBehindPooler,
  openConnectionPool,
} from './connections.ts';
import { openHosts } from './hosts.ts';
import type { Mode } from './joined-query.ts';
import { listen } from './listening.ts';
import { PooledConnection } from './pooled.ts';
import { asDb, dbOn, runOn } from './statements.ts';
import { runTransaction, txOn } from './transaction.ts';

export type { Connection } from './connections.ts';

/** Runs statements, inside or outside a transaction. */
export interface Db {
  /**
   * All rows. Each connection prepares a statement once: keep its text constant, and pass everything variable as
   * values.
   */
  rows<Row extends QueryResultRow = UnknownRow>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /** The first row, or undefined. */
  row<Row extends QueryResultRow = UnknownRow>(
    text: string,
    values?: readonly unknown[],
  ): Promise<Row | undefined>;
}

type UnknownRow = Record<string, unknown>;

/** Runs statements inside one transaction. */
export interface Tx extends Db {
  readonly inTransaction: true;
  /**
   * For the last statement of the transaction, which is committed together with it. Code after it cannot undo the
   * transaction any more.
   */
  readonly last: Db;
}

/** A transaction that can also copy whole tables, in the format of PostgreSQL's COPY. */
export interface CopyTransaction extends Tx {
  /** `copy … to stdout`. Read it to its end; only then `rowCount` is known. */
  copyOut(text: string): Readable & { rowCount: number };
  /** `copy … from stdin`. */
  copyIn(text: string): Writable;
}

/**
 * A statement that exceeds its timeout, inside or outside a transaction, is cancelled by the server and by us. It
 * throws an error for which {@link isUnavailable} is true.
 */
export interface Database extends Db {
  /** Runs `work` in one transaction; a throw rolls it back. */
  transaction<T>(work: (tx: Tx) => Promise<T>, mode?: Mode): Promise<T>;
  /** Single statements without timeouts, for background work. */
  withoutTimeouts: Db;
  /** As {@link transaction}, without timeouts. */
  transactionWithoutTimeouts<T>(work: (tx: CopyTransaction) => Promise<T>, mode?: Mode): Promise<T>;
  /**
   * Runs `work` on one connection, outside a transaction and without timeouts. At the end, its temporary tables are
   * dropped and its locks released.
   * Throws {@link PooledConnection} if the connection leads through a pooler.
   */
  session<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /**
   * Calls `onNotification` for every notification on `channel`, and reconnects until it is closed. The payload is empty
   * after notifications may have been missed, and each second while none can arrive.
   */
  listen(channel: string, onNotification: (payload: string) => void): Promise<{ close(): Promise<void> }>;
  /** True while notifications do not arrive, so that listeners poll. */
  isPolling(): boolean;
  /** Connections of the pool, and callers that wait for one. */
  use(): PoolUse;
  close(): Promise<void>;
}

export interface PoolUse {
  busy: number;
  idle: number;
  waiting: number;
}

interface DatabaseOptions {
  poolSize?: number;
  /** Statement timeout in milliseconds; 0: none. */
  statementTimeout?: number | undefined;
  /** If `connection` leads to a pooler: a connection past it, for `listen` and `session`. */
  direct?: Connection | undefined;
  /** Called when the listeners of a channel begin to poll, and when notifications arrive again. */
  onPolling?: (channel: string, isPolling: boolean) => void;
}

const INT8 = 20;
// Typed as numbers, because the driver's own list of ids has none of lists.
const INT8_LIST: number = 1016;
const INT4_LIST: number = 1007;
const TIMESTAMPTZ = 1184;
types.setTypeParser(INT8, Number);
// The driver does not use the parser of a type for its lists.
types.setTypeParser(INT8_LIST, types.getTypeParser(INT4_LIST));
types.setTypeParser(TIMESTAMPTZ, toTimestamp);

/** `2026-11-21 03:04:05.6+00` as PostgreSQL writes it in UTC → `2026-11-21T03:04:05.600000Z`. */
function toTimestamp(text: string): string {
  if (text.endsWith('infinity')) return text;
  if (!text.endsWith('+00')) throw new Error(`A session of the database is not in UTC. It returned ${text}.`);
  const seconds = `${text.slice(0, 10)}T${text.slice(11, 19)}`;
  // PostgreSQL omits trailing zeros of the fraction, and the point if there is no fraction.
  return `${seconds}.${text.slice(20, -3).padEnd(6, '0')}Z`;
}

export function openDatabase(connection: Connection, options: DatabaseOptions = {}): Database {
  const hosts = openHosts(connection);
  const direct = options.direct === undefined ? hosts : openHosts(options.direct);
  const connections = openConnectionPool(hosts, options.poolSize, options.statementTimeout);
  const { pool } = connections;
  const connect = () => connectOutsidePool(direct);
  const db = asDb((text, values) => queryPool(connections, text, values));
  const polling = new Set<string>();
  return {
    ...db,
    transaction: (work, mode = 'write') => runTransaction(connections, work, mode),
    withoutTimeouts: asDb((text, values) =>
      runWithoutTimeouts(connections, 'write', (client) => runOn(client)(text, values)),
    ),
    transactionWithoutTimeouts: (work, mode = 'write') =>
      runWithoutTimeouts(connections, mode, (client) => work(copyTransactionOn(client))),
    session: (work) => runSession(connect, options.direct !== undefined, work),
    listen: (channel, onNotification) =>
      listen({
        channel,
        onNotification,
        connect,
        notify: (to, payload) => db.rows('select pg_notify($1, $2)', [to, payload]),
        onChange(isPolling) {
          if (polling.has(channel) === isPolling) return;
          polling[isPolling ? 'add' : 'delete'](channel);
          options.onPolling?.(channel, isPolling);
        },
      }),
    isPolling: () => polling.size > 0,
    use: () => ({
      busy: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    close: () => pool.end(),
  };
}

function copyTransactionOn(client: PoolClient): CopyTransaction {
  return {
    ...txOn(client),
    copyOut: (text) => client.query(copyTo(text)),
    copyIn: (text) => client.query(copyFrom(text)),
  };
}

/** A failure may leave a COPY running, and a rollback would wait for its end. So the connection is closed instead. */
async function runWithoutTimeouts<T>(
  connections: ConnectionPool,
  mode: Mode,
  work: (client: PoolClient) => Promise<T>,
): Promise<T> {
  const client = await connections.acquire();
  client.on('error', ignoreError);
  let isDone = false;
  try {
    await client.query(beginWithoutTimeouts(mode));
    const result = await work(client);
    await client.query('commit');
    isDone = true;
    return result;
  } finally {
    if (isDone) client.off('error', ignoreError);
    client.release(!isDone);
  }
}

async function queryPool(
  connections: ConnectionPool,
  text: string,
  values?: readonly unknown[],
): Promise<QueryResult> {
  const client = await connections.acquire();
  client.on('error', ignoreError);
  let queryError: Error | undefined;
  try {
    return await runOn(client, connections.queryOn(client))(text, values);
  } catch (error) {
    queryError = error as Error;
    throw error;
  } finally {
    client.off('error', ignoreError);
    client.release(queryError);
  }
}

async function runSession<T>(
  connect: () => Promise<Client>,
  isDirect: boolean,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  const client = await connect();
  try {
    // DATABASE_DIRECT_URL may lead to a pooler that keeps sessions. If it does not keep them, `listen` detects that.
    if (isBehindPooler(client) && !isDirect) {
      throw new PooledConnection(
        'This needs a database session of its own, but DATABASE_URL leads through a pooler. Set DATABASE_DIRECT_URL.',
      );
    }
    return await work(dbOn(client));
  } finally {
    // Releases the locks now, not only when the server notices that the connection is closed.
    await client.query('discard all').catch(() => undefined);
    await closeConnection(client);
  }
}
