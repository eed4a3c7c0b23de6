/** Statements on one connection of the driver. */
import type { ClientBase, QueryResultRow } from 'pg';
import type { Query } from './connections.ts';
import { isBehindPooler } from './connections.ts';
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

type Run = <Row extends QueryResultRow>(text: string, values?: readonly unknown[]) => Promise<Row[]>;

export function asDb(rows: Run): Db {
  return { rows, row: async (text, values) => (await rows<never>(text, values))[0] };
}

/** Statements through a pooler are not prepared: the next one may run in another server session. */
export function dbOn(client: ClientBase, query: Query = (config) => client.query(config)): Db {
  return asDb(async (text, values = []) => {
    const name = isBehindPooler(client) ? undefined : nameOf(text);
    return (await query<never>({ ...(name && { name }), text, values: [...values] })).rows;
  });
}
