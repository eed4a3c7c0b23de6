/**
 * Runs here what other tests run in other processes: commands, and the beat of a worker. So their statements are compared
 * with their row types.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { takeBackup } from '../../src/backup/backup.ts';
import { openArchive, restore } from '../../src/backup/restore.ts';
import { secondsSinceHeartbeat } from '../../src/backup/store.ts';
import { listGrants } from '../../src/channels/grants/store.ts';
import { openDatabase } from '../../src/db/database.ts';
import { isOneDatabase, migrate } from '../../src/db/migrate.ts';
import { findSealed, readBacklog, readFacts } from '../../src/doctor/store.ts';
import { openFiles } from '../../src/files/index.ts';
import { prolongLeases } from '../../src/lanes/store.ts';
import { verifyMediaAlone } from '../../src/media/index.ts';
import { listNamedKeys } from '../../src/media/library/verify/store.ts';
import { listCopies } from '../../src/publishing/doubts/store.ts';
import { findUserByEmail } from '../../src/workspaces/invitations/store.ts';
import { app, copyTemplate, type TestApp } from '../support/app.ts';

let service: TestApp;
let directory: string;
beforeAll(async () => {
  service = await app();
  await service.db.rows("insert into installation (sealed) values ('\\x00')");
  directory = await mkdtemp(join(tmpdir(), 'belfry-commands-'));
});
afterAll(async () => {
  await service.close();
  await rm(directory, { recursive: true });
});

test('the facts of the doctor', async () => {
  const { db } = service;
  expect(await readFacts(db)).toEqual({ version: expect.any(String), now: expect.any(Number) });
  expect(await findSealed(db)).toBeInstanceOf(Buffer);
  expect(await readBacklog(db)).toEqual({ unsealed: 0, mails: 0, held: 0, unconfirmed: 0 });
});

test('the owner of a new workspace, the copies in doubt and the grants', async () => {
  const { db, userId } = service;
  const user = await db.row<{ email: string }>('select email from users where id = $1', [userId]);
  expect(await findUserByEmail(db, user?.email ?? '')).toMatchObject({ id: userId });
  expect(await listCopies(db.withoutTimeouts)).toEqual([]);
  expect(await listGrants(db)).toEqual([]);
});

test('the heartbeat before a backup, the database behind a pooler, and the keys of all files', async () => {
  const { db } = service;
  expect(await secondsSinceHeartbeat(db)).toEqual(expect.any(Number));
  expect(await isOneDatabase(db)).toBe(true);
  expect(await db.transaction((tx) => Array.fromAsync(listNamedKeys(tx)), 'snapshot')).toEqual([]);
});

test('a verification of the media, and the heartbeat of a worker', async () => {
  expect(await verifyMediaAlone(service.ctx)).toMatchObject({ damaged: 0 });
  expect(await prolongLeases(service.db, [])).toEqual(new Set());
});

test('a restore into an empty database', async () => {
  await using saved = await makeDatabase();
  await using empty = await makeDatabase();
  await migrate(saved.db);
  await saved.db.rows("insert into installation (sealed) values ('\\x00')");
  const path = join(directory, 'backup.tar');
  await takeBackup({ db: saved.db, files: undefined, secret: undefined, path });
  const files = await openFiles({ ...service.ctx.config, dataDir: directory });
  const archive = await openArchive(path);
  const keepSecret = async () => undefined;
  const restored = await restore({ archive, db: empty.db, files, dataDir: directory, keepSecret });
  expect(restored.is_chain_whole).toBe(true);
});

/** Without any table. */
async function makeDatabase() {
  const { connection, drop } = await copyTemplate('template0');
  const db = openDatabase(connection, { poolSize: 2 });
  return {
    db,
    async [Symbol.asyncDispose]() {
      await db.close();
      await drop();
    },
  };
}
