/**
 * Sends `begin` together with the first statement of a transaction, and `commit` together with its last: a transaction
 * of two statements takes two round trips, not four. After an error, PostgreSQL skips the rest of what was sent
 * together. So no statement runs outside its transaction, and no failed one is committed.
 */
import { type ClientBase, Query, type QueryConfig, type QueryResult, type QueryResultRow } from 'pg';

/** `snapshot`: the whole transaction reads one snapshot and cannot write. */
export type Mode = 'write' | 'snapshot';

export const BEGIN: Readonly<Record<Mode, string>> = {
  write: 'begin',
  snapshot: 'begin isolation level repeatable read, read only',
};

/** What a statement is joined with. */
export interface Joined {
  begin?: Mode | undefined;
  commit?: boolean | undefined;
}

export function isJoined(joined: Joined | undefined): joined is Joined {
  return joined?.begin !== undefined || joined?.commit === true;
}

/** The part of the driver's connection that this file uses. Its types lack it. */
interface Wire {
  bind(config: { portal: string; statement: string }): void;
  execute(config: { portal: string; rows?: number }): void;
  sync(): void;
}

declare module 'pg' {
  interface Query {
    callback: ((error: Error | undefined, result: unknown) => void) | undefined;
    prepare(connection: Wire): void;
    /** Called at the end of {@link prepare}. */
    _getRows(connection: Wire): void;
  }
}

const COMMIT = 'commit';
const nameOf = (text: string) => `belfry ${text}`;

/** Prepares the statements of {@link Joined} on a new connection. Not for connections that lead to a pooler. */
export async function prepareJoined(client: ClientBase): Promise<void> {
  for (const begin of Object.values(BEGIN)) {
    for (const text of [begin, COMMIT]) await client.query({ name: nameOf(text), text });
  }
}

class JoinedQuery extends Query {
  readonly #joined: Joined;

  constructor(query: QueryConfig, joined: Joined) {
    super(query);
    this.#joined = joined;
  }

  override prepare(connection: Wire): void {
    if (this.#joined.begin !== undefined) run(connection, BEGIN[this.#joined.begin]);
    super.prepare(connection);
  }

  override _getRows(connection: Wire): void {
    connection.execute({ portal: '' });
    if (this.#joined.commit === true) run(connection, COMMIT);
    connection.sync();
  }
}

function run(connection: Wire, text: string): void {
  connection.bind({ portal: '', statement: nameOf(text) });
  connection.execute({ portal: '' });
}

/**
 * `query` must have a name: the driver sends other queries in a form that cannot be joined. `timeout` is in
 * milliseconds; 0: none.
 */
export function runJoined<Row extends QueryResultRow>(
  client: ClientBase,
  query: QueryConfig,
  { begin, commit = false }: Joined,
  timeout: number,
): Promise<QueryResult<Row>> {
  return new Promise<QueryResult<Row>>((resolve, reject) => {
    const joined = Object.assign(new JoinedQuery(query, { begin, commit }), { query_timeout: timeout });
    joined.callback = (error, results) => {
      if (error) reject(error);
      else resolve([results].flat()[begin === undefined ? 0 : 1] as QueryResult<Row>);
    };
    client.query(joined);
  }).catch((error: Error) => {
    // As the driver does: from here, the stack leads to the caller.
    Error.captureStackTrace(error);
    throw error;
  });
}
