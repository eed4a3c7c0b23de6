/** Blocks all reads and writes of a table until the test releases them. */
import type { Database } from '../../src/db/database.ts';

/** Returns the function that releases them. Needs a second connection of `db`. */
export async function holdTable(db: Database, table: string): Promise<() => Promise<void>> {
  const released = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const holding = db.transactionWithoutTimeouts(async (tx) => {
    await tx.rows(`lock table ${table} in access exclusive mode`);
    held.resolve();
    await released.promise;
  });
  await Promise.race([held.promise, holding]);
  return async () => {
    released.resolve();
    await holding;
  };
}
