import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { copyTemplate } from '../../test/support/app.ts';
import { type Database, openDatabase } from '../db/database.ts';
import { verifyArchive } from './archive.ts';
import { takeBackup } from './backup.ts';

// Simulates a file system without hard links, such as FAT on a portable disk.
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

test('a backup is complete on a disk without hard links, and replaces no file there', async () => {
  const take = (name: string) =>
    takeBackup({ db, files: undefined, secret: undefined, path: join(directory, name) });
  await take('one.tar');
  await verifyArchive(join(directory, 'one.tar'));
  await writeFile(join(directory, 'two.tar'), 'mine');
  await expect(take('two.tar')).rejects.toThrow('already exists');
  expect((await readdir(directory)).sort()).toEqual(['one.tar', 'two.tar']);
});

test('an error names the directory that Belfry cannot write to', async () => {
  const file = join(directory, 'file');
  await writeFile(file, '');
  await expect(
    takeBackup({ db, files: undefined, secret: undefined, path: join(file, 'one.tar') }),
  ).rejects.toThrow(`Belfry cannot write to ${file} (ENOTDIR). Choose another directory.`);
  await rm(file);
});
