import { afterAll, beforeAll, expect, test } from 'vitest';
import { copyTemplate } from '../../test/support/app.ts';
import { holdRows } from '../../test/support/held.ts';
import { type Database, openDatabase } from './database.ts';
import { listMigrations, migrate, migrateWithin, requireMajor } from './migrate.ts';

let db: Database;
let drop: () => Promise<void>;
beforeAll(async () => {
  const copy = await copyTemplate('template0');
  drop = copy.drop;
  db = openDatabase(copy.connection, { poolSize: 3 });
});
afterAll(async () => {
  await db.close();
  await drop();
});

test('a migration that waits for a backup fails after the lock timeout, since other statements wait behind it', async () => {
  const files = await listMigrations();
  const former = files.filter((name) => name < '0015');
  await db.transaction((tx) => migrateWithin(tx, { only: former }));
  const backup = await holdRows(db, 'lock table targets in access share mode', []);
  await expect(migrate(db, { lockTimeout: '50ms' })).rejects.toThrow('a running backup');
  await backup.release();
  expect(await migrate(db)).toEqual(files.slice(former.length));
});

test('a migration waits for another one that is running, without a timeout', async () => {
  const other = await holdRows(db, 'select pg_advisory_xact_lock($1)', [4600]);
  const waiting = migrate(db);
  await other.untilWaiting(1);
  await other.release();
  expect(await waiting).toEqual([]);
});

test.each(['14.23 (Debian 14.23-1)', '9.6.24'])('PostgreSQL %s is refused', (version) => {
  const sentence = `DATABASE_URL leads to PostgreSQL ${version}, but Belfry needs 15 or newer`;
  expect(() => requireMajor(version)).toThrow(sentence);
});

test.each(['15.0', '18.4', '19beta1'])('PostgreSQL %s is accepted', (version) => requireMajor(version));
