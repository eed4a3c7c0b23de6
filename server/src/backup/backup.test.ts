import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { copyTemplate } from '../../test/support/app.ts';
import type { Database } from '../db/database.ts';
import { openDatabase } from '../db/database.ts';
import { verifyArchive } from './archive.ts';
import { takeBackup } from './backup.ts';

// As a file system without hard links, such as that of many a portable disk.
vi.mock('node:fs/promises', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  link: () => Promise.reject(Object.assign(new Error('not permitted'), { code: 'EPERM' })),
}));

let db: Database;
let drop: () => Promise<void>;
let directory: string;
beforeAll(async () => {
  const copy = await copyTemplate();
  drop = copy.drop;
  db = openDatabase(copy.connection, { poolSize: 2 });
  await db.rows("insert into installation (sealed) values ('\\x00')");
  directory = await mkdtemp(join(tmpdir(), 'belfry-backup-'));
});
afterAll(async () => {
  await db.close();
  await drop();
  await rm(directory, { recursive: true });
});

test('a backup is whole where there are no hard links, and takes the place of no other file either', async () => {
  const take = (name: string) =>
    takeBackup({ db, files: undefined, secret: undefined, path: join(directory, name) });
  await take('one.tar');
  await verifyArchive(join(directory, 'one.tar'));
  await writeFile(join(directory, 'two.tar'), 'mine');
  await expect(take('two.tar')).rejects.toThrow('is there already');
  expect((await readdir(directory)).sort()).toEqual(['one.tar', 'two.tar']);
});

test('a place that cannot be written to is named in a sentence', async () => {
  const file = join(directory, 'file');
  await writeFile(file, '');
  await expect(
    takeBackup({ db, files: undefined, secret: undefined, path: join(file, 'one.tar') }),
  ).rejects.toThrow(`Nothing can be written to ${file} (ENOTDIR): choose another place.`);
  await rm(file);
});
