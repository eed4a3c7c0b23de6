import { expect, test } from 'vitest';
import type { Database } from '../../src/db/database.ts';
import { app } from './app.ts';
import { requireEventShapes } from './event-shapes.ts';

test.each([
  ['a kind without an entry', 'post.svaed', {}, /post\.svaed has no entry/],
  ['a field of another type', 'export.fetched', { export_id: '1' }, /data\/export_id must be integer/],
  ['a missing field', 'export.fetched', {}, /must have required property 'export_id'/],
  ['a further field', 'export.fetched', { export_id: 1, size: 2 }, /must NOT have additional properties/],
])('names an event with %s', async (_, kind, data, problem) => {
  await using service = await app();
  const add = 'insert into events (workspace_id, kind, data) values (1, $1, $2)';
  await expect(undone(service.db, add, [kind, JSON.stringify(data)])).rejects.toThrow(problem);
});

/** Compares within a transaction that is rolled back, because the service compares again when it stops. */
function undone(db: Database, add: string, values: unknown[]): Promise<void> {
  return db.transaction(async (tx) => {
    await tx.rows(add, values);
    await requireEventShapes(tx);
    throw new Error('no problem');
  });
}
