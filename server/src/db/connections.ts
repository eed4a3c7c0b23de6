/** Connections to PostgreSQL: how one begins, how it ends, and for how long a statement on it is waited for. */
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
import type { Hosts } from './hosts.ts';
import { isSilence } from './unavailable.ts';

export type Connection = ClientConfig;

/**
 * Milliseconds for which a statement is waited for: far longer than any takes that is not to do long work, and short
 * enough to answer a request before the balancers and browsers on its way give up, which is after a minute.
 */
const PATIENCE = 30_000;
/** Milliseconds in which a connection stands, and is greeted. */
const SOON = 5000;
/** Milliseconds for which a good-bye is waited for. */
const GOOD_BYE = 5000;

const OURS = {
  application_name: 'belfry',
  connectionTimeoutMillis: SOON,
  // One behind which no machine is any more ends by itself, also while it waits for long work or for notifications.
  keepAlive: true,
  keepAliveInitialDelayMillis: 30_000,
};

/** What the server is told, in milliseconds; 0 is no end. */
interface Limits {
  /** After which it gives a statement up. */
  statement: number;
  /** After which it ends a transaction that asks nothing, with its connection. */
  idle: number;
}

const ENDLESS: Limits = { statement: 0, idle: 0 };

/** The server gives up before whoever asks: what is merely slow ends in order there, and only silence is ended here. */
function limitsWithin(patience: number): Limits {
  return { statement: Math.ceil((patience * 5) / 6), idle: patience };
}

/** Those that lead through a pooler: each statement, or transaction, may meet another session of the server. */
const pooled = new WeakSet<ClientBase>();

export function isPooled(client: ClientBase): boolean {
  return pooled.has(client);
}

/**
 * By a statement, as poolers refuse options at the start. They pass on the time zone; anything else would stay with a
 * session that is somebody else's by then. Keepalives: what a lost machine held is let go within minutes, not hours.
 */
const GREETING = `select set_config('TimeZone', 'UTC', false), pg_backend_pid() = $1 as own,
  pg_is_in_recovery() as standby,
  case when pg_backend_pid() = $1 then array[
    set_config('statement_timeout', $2, false), set_config('idle_in_transaction_session_timeout', $3, false),
    set_config('tcp_keepalives_idle', '60', false), set_config('tcp_keepalives_interval', '10', false)] end as told`;

/** First of all on each connection. A pooler gives itself away: it names another process than the one that answers. */
async function greet(client: ClientBase, hosts: Hosts, { statement, idle }: Limits): Promise<void> {
  const { processID } = client as { processID?: number };
  const values = [processID, String(statement), String(idle)];
  const asked = within(SOON, { text: GREETING, values });
  const { rows } = await client.query<{ own: boolean; standby: boolean }>(asked);
  hosts.judge(client, rows[0]?.standby === true);
  if (rows[0]?.own !== true) pooled.add(client);
}

/** For work that takes as long as it takes. */
export function connectAlone(hosts: Hosts): Promise<Client> {
  return hosts.tryEach(() => connectOnce(hosts));
}

async function connectOnce(hosts: Hosts): Promise<Client> {
  const client = new hosts.Client(OURS);
  client.on('error', ignoreError);
  try {
    await client.connect();
    await greet(client, hosts, ENDLESS);
    return client;
  } catch (error) {
    await hangUp(client);
    throw error;
  }
}

/** Says good-bye. Where nobody hears it, the operating system ends the connection some time, and nobody waits for that. */
export async function hangUp(client: Client): Promise<void> {
  (client as unknown as { unref(): void }).unref();
  const said = client.end().catch(ignoreError);
  await new Promise<void>((resolve) => {
    const patience = setTimeout(resolve, GOOD_BYE);
    void said.then(() => {
      clearTimeout(patience);
      resolve();
    });
  });
}

/** A connection may break while its user does something else: the next statement says so, and nobody else need hear. */
export function ignoreError(): void {}

/** Milliseconds, which the types of the driver do not know; 0: for as long as it takes. */
export function within(query_timeout: number, asked: QueryConfig): QueryConfig {
  return { ...asked, query_timeout } as QueryConfig;
}

export type Ask = <Row extends QueryResultRow>(
  asked: Pick<QueryConfig, 'name' | 'text' | 'values'>,
) => Promise<QueryResult<Row>>;

export interface Lines {
  pool: Pool;
  take(): Promise<PoolClient>;
  /** For one who has taken it: asks with patience, and nothing more once that ended. */
  askOn(client: PoolClient): Ask;
  /** Begins a transaction whose statements are asked with patience. */
  beginOn(client: PoolClient, mode: Mode): string;
}

/** `snapshot`: the transaction reads one moment throughout, and cannot write. */
export type Mode = 'write' | 'snapshot';

export const BEGIN: Readonly<Record<Mode, string>> = {
  write: 'begin',
  snapshot: 'begin isolation level repeatable read, read only',
};

/** Begins one that takes as long as it takes. */
export function beginEndless(mode: Mode): string {
  return `${BEGIN[mode]}; ${tellingWithin(ENDLESS)}`;
}

function tellingWithin({ statement, idle }: Limits): string {
  return `set local statement_timeout = ${statement}; set local idle_in_transaction_session_timeout = ${idle}`;
}

export function openLines(hosts: Hosts, size = 12, patience = PATIENCE): Lines {
  const limits = limitsWithin(patience);
  // Behind one that falls silent there is perhaps nobody for the others either: each is replaced before its next use.
  let generation = 0;
  const generations = new WeakMap<ClientBase, number>();
  const pool = new Pool({
    ...OURS,
    Client: hosts.Client,
    max: size,
    idleTimeoutMillis: 60_000,
    // A silent one would keep the process from ending.
    allowExitOnIdle: true,
    onConnect: (client) => greet(client, hosts, limits),
  });
  pool.on('connect', (client) => generations.set(client, generation));
  // An idle connection that breaks is replaced at its next use; whoever needs it then will hear of it.
  pool.on('error', ignoreError);
  return {
    pool,
    async take() {
      for (;;) {
        const client = await hosts.tryEach(() => pool.connect());
        if (generations.get(client) === generation) return client;
        client.release(true);
      }
    },
    askOn(client) {
      let silence: unknown;
      return async (asked) => {
        // It would be waited for as long again.
        if (silence !== undefined) throw silence;
        try {
          return await client.query(within(patience, asked));
        } catch (error) {
          if (isSilence(error)) {
            silence = error;
            generation += 1;
          }
          throw error;
        }
      };
    },
    beginOn: (client, mode) => (isPooled(client) ? `${BEGIN[mode]}; ${tellingWithin(limits)}` : BEGIN[mode]),
  };
}
