import type { Database, Db } from './database.ts';

/** `rows` and `row` of the database without timeouts, for background work. */
export function withoutTimeout({ bulk }: Pick<Database, 'bulk'>): Db {
  return {
    rows: (text, values) => bulk((tx) => tx.rows(text, values)),
    row: (text, values) => bulk((tx) => tx.row(text, values)),
  };
}
