/** Row 22 of docs/faults.md: the disk of PostgreSQL itself is full. */
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openDatabase } from '../../src/db/database.ts';
import { type EmbeddedPostgres, startEmbedded } from '../../src/db/embedded.ts';
import { startWaker } from '../../src/publishing/waker.ts';
import type { TestApp } from '../support/app.ts';
import { type FaultyServer, openFaultyServer } from '../support/faulty/server.ts';
import { createFaultyPosts, faultyApp, requireNoneLost, untilAllSettled } from '../support/faulty/world.ts';
import { createPost } from '../support/posts.ts';
import { installTestSchema } from '../support/schema.ts';
import { mountSmallDisk, type SmallDisk } from '../support/small-disk.ts';

const parts = new AsyncDisposableStack();
let disk: SmallDisk | undefined;
let dataDir: string;
let postgres: EmbeddedPostgres;
let network: FaultyServer;
let service: TestApp;
beforeAll(async () => {
  disk = await mountSmallDisk({ megabytes: 160, names: 5000 });
  if (disk === undefined) return;
  parts.defer(disk.remove);
  dataDir = join(disk.path, 'data');
  postgres = await startEmbedded({ dataDir });
  parts.defer(() => postgres.stop());
  network = await openFaultyServer();
  parts.defer(network.close);
  service = await faultyApp(network, {
    async connectThrough() {
      const db = openDatabase(postgres.connection, { poolSize: 1 });
      await installTestSchema(db);
      await db.close();
      return postgres.connection;
    },
  });
  parts.defer(service.close);
});
afterAll(() => parts.disposeAsync());

/** Ends a file of PostgreSQL's WAL, and begins the next. */
const grow = "select pg_logical_emit_message(true, 'grow', ''), pg_switch_wal()";
const begin = "select pg_logical_emit_message(true, 'begin', '')";

const draft = { status: 'draft', content: 'x'.repeat(500) } as const;

/** Creates posts until one is refused for lack of space. Returns how many were created, and the refusal. */
async function fillUp() {
  for (let taken = 0; ; taken += 1) {
    const answer = await service.request('POST', '/posts', { body: draft });
    if (answer.status !== 201) return { taken, refusal: answer };
  }
}

test('22: without room in the database to store an attempt nothing is sent, and all continues when there is room', async ({
  skip,
}) => {
  if (disk === undefined) return skip('This user may not mount a disk.');
  const lanes = 9;
  const posts = await createFaultyPosts(service, { channels: lanes, each: 3 });
  const kept = await createPost(service, draft);
  network.spoil(
    'POST /uploads',
    ...Array.from({ length: lanes }, () => ({ accepts: true, answer: 'hang' }) as const),
  );
  const log = vi.spyOn(service.ctx.log, 'error');
  const waker = await startWaker(service.ctx, service.publisher);
  await network.until('POST /uploads', lanes);
  // The WAL has space for everything that follows; only the tables have none.
  await service.db.rows(grow);
  await service.db.rows(begin);
  await disk.fill();
  network.release();
  const brokenOff = () => log.mock.calls.filter(([, message]) => message === 'attempt broken off').length;
  while (brokenOff() < lanes && network.count('POST /posts') === 0) await pause(5);
  expect(network.count('POST /posts')).toBe(0);
  const { taken, refusal } = await fillUp();
  expect([refusal.status, refusal.error.code, refusal.error.message]).toEqual([
    503,
    'unavailable',
    expect.stringContaining('disk of the database is full'),
  ]);
  expect(Number(refusal.headers.get('retry-after'))).toBeGreaterThan(0);
  // Reading still works.
  const { data } = await service.call('getPost', { params: { id: kept.id } });
  expect(data).toEqual(kept);
  expect(network.count('POST /posts')).toBe(0);
  await disk.free();
  await untilAllSettled(service);
  await waker.stop();
  await requireNoneLost(service, network, posts);
  const drafts = await service.db.row("select count(*)::int as count from posts where status = 'draft'");
  expect(drafts).toEqual({ count: taken + 1 });
});

test('22: of posts that are due when PostgreSQL stops for lack of room, none is lost and none is published twice', async ({
  skip,
}) => {
  if (disk === undefined) return skip('This user may not mount a disk.');
  const shown = network.shown.length;
  const posts = await createFaultyPosts(service, { channels: 12, each: 5 });
  const waker = await startWaker(service.ctx, service.publisher);
  while (network.shown.length < shown + 20) await pause(5);
  await disk.fill();
  let isOver = false;
  void postgres.exited.then(() => {
    isOver = true;
  });
  // Until the disk has no space for another post.
  while (!isOver) await service.db.rows(grow).catch(() => pause(5));
  const answer = await service.request('GET', '/posts');
  expect([answer.status, answer.error.code]).toEqual([503, 'unavailable']);
  await expect(startEmbedded({ dataDir })).rejects.toThrow('No space left on device');
  await disk.free();
  postgres = await startEmbedded({ dataDir });
  await untilAllSettled(service);
  await waker.stop();
  await requireNoneLost(service, network, posts);
});
