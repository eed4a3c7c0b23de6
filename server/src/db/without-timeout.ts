import type { Database, Db } from './database.ts';

/** As `rows` and `row` of the database, for as long as a statement takes: for what nobody waits for. */
export function withoutTimeout({ bulk }: Pick<Database, 'bulk'>): Db {
  return {
    rows: (text, values) => bulk((tx) => tx.rows(text, values)),
    row: (text, values) => bulk((tx) => tx.row(text, values)),
  };
}
