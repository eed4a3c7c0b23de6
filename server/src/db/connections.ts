/** Connections to PostgreSQL: opening, closing, pooling and statement timeouts. */
import type {
  Client,
  ClientBase,
  ClientConfig,
  PoolClient,
  QueryConfig,
  QueryResult,
  QueryResultRow,
} from 'pg';
import { Pool } from 'pg';
import { isTimeout } from '../base/unavailable.ts';
import type { Hosts } from './hosts.ts';
import { BEGIN, isJoined, type Joined, type Mode, prepareJoined, runJoined } from './joined-query.ts';

export type Connection = ClientConfig;

/**
 * Milliseconds. Far longer than any statement of a request needs, and short enough to answer the request before load
 * balancers and browsers give up, which is after a minute.
 */
const STATEMENT_TIMEOUT = 30_000;
/** Milliseconds for connecting, and again for the setup statement. */
const CONNECT_TIMEOUT = 5000;
/** Milliseconds. */
const CLOSE_TIMEOUT = 5000;

const SETTINGS = {
  application_name: 'belfry',
  connectionTimeoutMillis: CONNECT_TIMEOUT,
  // Detects that the server's machine is gone, also while we wait for a long statement or for notifications.
  keepAlive: true,
  keepAliveInitialDelayMillis: 30_000,
};

/** The server's timeouts in milliseconds; 0: none. */
interface Timeouts {
  /** PostgreSQL's `statement_timeout`. */
  statement: number;
  /** PostgreSQL's `idle_in_transaction_session_timeout`: it closes the connection, too. */
  idle: number;
}

const NO_TIMEOUTS: Timeouts = { statement: 0, idle: 0 };

/** The server cancels a slow statement before our own timeout. Ours is for a server that does not answer at all. */
function timeoutsWithin(timeout: number): Timeouts {
  return { statement: Math.ceil((timeout * 5) / 6), idle: timeout };
}

/** Clients that are connected through a pooler. Each statement or transaction may run in another server session. */
const clientsBehindPooler = new WeakSet<ClientBase>();

export function isBehindPooler(client: ClientBase): boolean {
  return clientsBehindPooler.has(client);
}

/**
 * Settings of a connection, sent as a statement, since poolers refuse startup options. A pooler passes on the time zone,
 * but any other setting would stay in a server session that other clients use later. With keepalives, the server releases
 * the locks of a lost machine within minutes, not hours.
 */
const SETUP = `select set_config('TimeZone', 'UTC', false), pg_backend_pid() = $1 as own,
  pg_is_in_recovery() as standby,
  case when pg_backend_pid() = $1 then array[
    set_config('statement_timeout', $2, false), set_config('idle_in_transaction_session_timeout', $3, false),
    set_config('tcp_keepalives_idle', '60', false), set_config('tcp_keepalives_interval', '10', false)] end as settings`;

/**
 * Runs the first statement on each connection. A pooler is detected because it reports another process id than the
 * server.
 */
async function setUp(client: ClientBase, hosts: Hosts, { statement, idle }: Timeouts): Promise<void> {
  const { processID } = client as { processID?: number };
  const values = [processID, String(statement), String(idle)];
  const query = withTimeout(CONNECT_TIMEOUT, { text: SETUP, values });
  const { rows } = await client.query<{ own: boolean; standby: boolean }>(query);
  hosts.requirePrimary(client, rows[0]?.standby === true);
  if (rows[0]?.own !== true) clientsBehindPooler.add(client);
  else await prepareJoined(client);
}

/** A connection without timeouts. */
export function connectOutsidePool(hosts: Hosts): Promise<Client> {
  return hosts.tryEach(() => connectOnce(hosts));
}

async function connectOnce(hosts: Hosts): Promise<Client> {
  const client = new hosts.Client(SETTINGS);
  client.on('error', ignoreError);
  try {
    await client.connect();
    await setUp(client, hosts, NO_TIMEOUTS);
    return client;
  } catch (error) {
    await closeConnection(client);
    throw error;
  }
}

/** Waits at most {@link CLOSE_TIMEOUT}. After that, the operating system closes the connection at some time. */
export async function closeConnection(client: Client): Promise<void> {
  (client as unknown as { unref(): void }).unref();
  const closed = client.end().catch(ignoreError);
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, CLOSE_TIMEOUT);
    void closed.then(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** For the error event of a connection that breaks between two statements. The next statement fails and reports it. */
export function ignoreError(): void {}

/** Adds a timeout in milliseconds, which the driver's types lack; 0: none. */
export function withTimeout(query_timeout: number, query: QueryConfig): QueryConfig {
  return { ...query, query_timeout } as QueryConfig;
}

/** Only a named query can be joined. */
export type Query = <Row extends QueryResultRow>(
  query: Pick<QueryConfig, 'name' | 'text' | 'values'>,
  joined?: Joined,
) => Promise<QueryResult<Row>>;

export interface ConnectionPool {
  pool: Pool;
  acquire(): Promise<PoolClient>;
  /** Runs statements with the pool's timeout. After a timeout, every further one fails at once. */
  queryOn(client: PoolClient): Query;
  /** SQL that begins a transaction with the pool's timeouts, on a connection that leads to a pooler. */
  beginSql(mode: Mode): string;
}

/** SQL that begins a transaction without timeouts. */
export function beginWithoutTimeouts(mode: Mode): string {
  return `${BEGIN[mode]}; ${setTimeoutsSql(NO_TIMEOUTS)}`;
}

function setTimeoutsSql({ statement, idle }: Timeouts): string {
  return `set local statement_timeout = ${statement}; set local idle_in_transaction_session_timeout = ${idle}`;
}

export function openConnectionPool(hosts: Hosts, size = 12, timeout = STATEMENT_TIMEOUT): ConnectionPool {
  const timeouts = timeoutsWithin(timeout);
  // After a timeout, the server of the other connections may be gone, too: each is replaced before its next use.
  let generation = 0;
  const generations = new WeakMap<ClientBase, number>();
  const pool = new Pool({
    ...SETTINGS,
    Client: hosts.Client,
    max: size,
    idleTimeoutMillis: 60_000,
    // Otherwise, a connection whose server does not answer would keep the process from exiting.
    allowExitOnIdle: true,
    onConnect: (client) => setUp(client, hosts, timeouts),
  });
  pool.on('connect', (client) => generations.set(client, generation));
  // The pool replaces an idle connection that breaks. If the database is down, the next query reports it.
  pool.on('error', ignoreError);
  return {
    pool,
    async acquire() {
      for (;;) {
        const client = await hosts.tryEach(() => pool.connect());
        if (generations.get(client) === generation) return client;
        client.release(true);
      }
    },
    queryOn(client) {
      let timeoutError: unknown;
      return async (query, joined) => {
        // Another statement would wait for a whole timeout again.
        if (timeoutError !== undefined) throw timeoutError;
        try {
          return await (isJoined(joined)
            ? runJoined(client, query, joined, timeout)
            : client.query(withTimeout(timeout, query)));
        } catch (error) {
          if (isTimeout(error)) {
            timeoutError = error;
            generation += 1;
          }
          throw error;
        }
      };
    },
    beginSql: (mode) => `${BEGIN[mode]}; ${setTimeoutsSql(timeouts)}`,
  };
}
