/** Statements on one connection of the driver. */
import type { ClientBase, QueryResult } from 'pg';
import { type Statement, statements } from './announced.ts';
import { isBehindPooler, type Query } from './connections.ts';
import type { Db } from './database.ts';

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

export type Run = (text: string, values?: readonly unknown[]) => Promise<QueryResult>;

export function asDb(run: Run): Db {
  const query: Run = (text, values) => {
    const result = run(text, values);
    // Before the first `await`, so that the stack of a subscriber shows the caller.
    if (statements.hasSubscribers) statements.publish({ text, result } satisfies Statement);
    return result;
  };
  return {
    rows: async (text, values) => (await query(text, values)).rows,
    row: async (text, values) => (await query(text, values)).rows[0],
  };
}

/** Statements through a pooler are not prepared: the next one may run in another server session. */
export function runOn(client: ClientBase, query: Query = (config) => client.query(config)): Run {
  return async (text, values = []) => {
    const name = isBehindPooler(client) ? undefined : nameOf(text);
    return query({ ...(name && { name }), text, values: [...values] });
  };
}

export function dbOn(client: ClientBase, query?: Query): Db {
  return asDb(runOn(client, query));
}
