import { afterAll, expect, test } from 'vitest';
import { app } from '../../test/support/app.ts';
import type { Db } from '../db/database.ts';
import { Callers } from './callers.ts';
import { hashKey } from './key.ts';

const service = await app();
afterAll(() => service.close());

test('requests that arrive together share a statement, and each gets its own caller', async () => {
  const statements: unknown[] = [];
  const counting: Db = {
    rows: (text, values) => {
      statements.push(values);
      return service.db.rows(text, values);
    },
    row: () => Promise.reject(new Error('not used')),
  };
  const callers = new Callers(counting);
  const stranger = await service.inWorkspace();
  const unknown = Buffer.alloc(32);
  const hashes = [hashKey(service.key), unknown, hashKey(stranger.key), hashKey(service.key)] as Buffer[];
  const found = await Promise.all(hashes.map((hash) => callers.find(hash)));
  expect(found.map((caller) => caller?.userId)).toEqual([
    service.userId,
    undefined,
    stranger.userId,
    service.userId,
  ]);
  expect(statements).toEqual([[hashes.slice(0, 3)]]);
  expect(callers.used).toEqual(new Set([found[0]?.keyId, found[2]?.keyId]));
});
