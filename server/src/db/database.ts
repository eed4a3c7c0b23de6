/** PostgreSQL as the stores see it: rows in, rows out, transactions, and nothing else. */

import type { Readable, Writable } from 'node:stream';
import type { Client, ClientBase, PoolClient, QueryResultRow } from 'pg';
import { types } from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import type { Ask, Connection, Lines, Mode } from './connections.ts';
import { beginEndless, connectAlone, hangUp, ignoreError, isPooled, openLines } from './connections.ts';
import { openHosts } from './hosts.ts';
import { listen } from './listening.ts';
import { PooledConnection } from './pooled.ts';

export type { Connection } from './connections.ts';

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

/**
 * A statement that is not answered in time, by itself or in a transaction, is given up by the server and by us: it
 * throws, and {@link isUnavailable} is true of that.
 */
export interface Database extends Db {
  /** Runs `work` in one transaction; a throw rolls it back. */
  transaction<T>(work: (tx: Db) => Promise<T>, mode?: Mode): Promise<T>;
  /** As {@link transaction}, for as long as it takes. */
  bulk<T>(work: (tx: Bulk) => Promise<T>, mode?: Mode): Promise<T>;
  /**
   * Runs `work` on one connection, outside a transaction, for as long as it takes. Its temporary tables and its locks
   * go with it at the end.
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

interface DatabaseOptions {
  poolSize?: number;
  /** Milliseconds in which a statement is to be answered; 0: for as long as it takes. */
  patience?: number | undefined;
  /** Past the pooler, where `connection` leads to one: for what needs a session of its own. */
  direct?: Connection | undefined;
  /** NoticeParams when what listens on a channel begins to poll, and when it hears again. */
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
  const hosts = openHosts(connection);
  const direct = options.direct === undefined ? hosts : openHosts(options.direct);
  const lines = openLines(hosts, options.poolSize, options.patience);
  const { pool } = lines;
  const connect = () => connectAlone(direct);
  const db = asDb((text, values) => onAnyLine(lines, text, values));
  const deaf = new Set<string>();
  return {
    ...db,
    transaction: (work, mode = 'write') => inTransaction(lines, work, mode),
    bulk: (work, mode = 'write') => inBulk(lines, beginEndless(mode), work),
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

/** Through a pooler without a name: what was prepared would lie in a session that is somebody else's by then. */
function queries(client: ClientBase, ask: Ask = (asked) => client.query(asked)): Db {
  return asDb(async (text, values = []) => {
    const name = isPooled(client) ? undefined : nameOf(text);
    return (await ask<never>({ ...(name && { name }), text, values: [...values] })).rows;
  });
}

function copying(client: PoolClient): Bulk {
  return {
    ...queries(client),
    copyOut: (text) => client.query(copyTo(text)),
    copyIn: (text) => client.query(copyFrom(text)),
  };
}

/** What fails may be in the middle of a table, behind which even a rollback would wait: so its connection goes with it. */
async function inBulk<T>(lines: Lines, begin: string, work: (tx: Bulk) => Promise<T>): Promise<T> {
  const client = await lines.take();
  client.on('error', ignoreError);
  let isDone = false;
  try {
    await client.query(begin);
    const result = await work(copying(client));
    await client.query('commit');
    isDone = true;
    return result;
  } finally {
    if (isDone) client.off('error', ignoreError);
    client.release(!isDone);
  }
}

async function onAnyLine<Row extends QueryResultRow>(
  lines: Lines,
  text: string,
  values?: readonly unknown[],
): Promise<Row[]> {
  const client = await lines.take();
  client.on('error', ignoreError);
  let failure: Error | undefined;
  try {
    return await queries(client, lines.askOn(client)).rows<Row>(text, values);
  } catch (error) {
    failure = error as Error;
    throw error;
  } finally {
    client.off('error', ignoreError);
    client.release(failure);
  }
}

async function inTransaction<T>(lines: Lines, work: (tx: Db) => Promise<T>, mode: Mode): Promise<T> {
  const client = await lines.take();
  const ask = lines.askOn(client);
  let broken: Error | undefined;
  client.on('error', ignoreError);
  try {
    await ask({ text: lines.beginOn(client, mode) });
    const result = await work(queries(client, ask));
    await ask({ text: 'commit' });
    return result;
  } catch (error) {
    await ask({ text: 'rollback' }).catch((failure: Error) => {
      broken = failure;
    });
    throw error;
  } finally {
    client.off('error', ignoreError);
    client.release(broken);
  }
}

async function inSession<T>(
  connect: () => Promise<Client>,
  isDirect: boolean,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  const client = await connect();
  try {
    // A pooler that somebody calls direct may keep sessions; what listens finds out if it does not.
    if (isPooled(client) && !isDirect) {
      throw new PooledConnection(
        'This needs a session of the database, and DATABASE_URL leads through a pooler: set DATABASE_DIRECT_URL.',
      );
    }
    return await work(queries(client));
  } finally {
    // What waits for a lock of it need not wait until the server has noticed the end.
    await client.query('discard all').catch(() => undefined);
    await hangUp(client);
  }
}
