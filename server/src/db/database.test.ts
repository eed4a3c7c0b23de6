import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { afterAll, describe, expect, inject, test } from 'vitest';
import { openDatabase } from './database.ts';

const db = openDatabase(inject('postgres'), { poolSize: 2 });
afterAll(() => db.close());

const numbers = (count: number) => `copy (select generate_series(1, ${count})) to stdout`;

describe('moving whole tables', () => {
  test('reads and writes what COPY does', async () => {
    await db.bulk(async (tx) => {
      await tx.rows('create temp table copied (number int)');
      await pipeline(['1\n', '2\n', '\\N\n'], tx.copyIn('copy copied from stdin'));
      const out = tx.copyOut('copy copied to stdout');
      expect([await text(out), out.rowCount]).toEqual(['1\n2\n\\N\n', 3]);
    });
  });

  test('reads one moment throughout, and cannot write', async () => {
    const read = db.bulk(async (tx) => {
      const first = await tx.rows('select txid_current_snapshot()::text as at');
      await db.rows('select txid_current()');
      expect(await tx.rows('select txid_current_snapshot()::text as at')).toEqual(first);
      await tx.rows('create table never ()');
    }, 'snapshot');
    await expect(read).rejects.toThrow('read-only transaction');
  });

  test('ends at once when it fails in the middle of a table', async () => {
    const failing = db.bulk(async (tx) => {
      const out = tx.copyOut(numbers(50_000_000));
      out.on('error', () => undefined);
      await once(out, 'readable');
      throw new Error('no room');
    });
    await expect(failing).rejects.toThrow('no room');
    expect(await db.row('select 1 as one')).toEqual({ one: 1 });
  });
});
