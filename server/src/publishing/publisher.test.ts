import { afterAll, expect, test } from 'vitest';
import { app } from '../../test/support/app.ts';
import { holdWrites } from '../../test/support/held-writes.ts';
import { createPost, getPost, scheduledFor } from '../../test/support/posts.ts';
import { connectSandbox } from '../../test/support/sandbox.ts';
import { openDatabase } from '../db/database.ts';
import { Publisher } from './publisher.ts';

const service = await app();
const other = openDatabase(service.connection, { poolSize: 3 });
afterAll(async () => {
  await other.close();
  await service.close();
});

test('a worker looks for more when a channel whose post it has published has another one that is due', async () => {
  const worker = new Publisher(service.ctx);
  const channel = await connectSandbox(service);
  const posts = [];
  while (posts.length < 2) posts.push(await createPost(service, scheduledFor([channel])));
  const claims: [claimed: number, beforeItsEnd: boolean, after: boolean][] = [];
  for (const _ of posts) {
    const claimed = await worker.claim();
    const before = worker.hasMore;
    await worker.idle();
    claims.push([claimed, before, worker.hasMore]);
  }
  expect(claims).toEqual([
    [1, false, true],
    [1, false, false],
  ]);
  expect(
    (await Promise.all(posts.map((post) => getPost(service, post)))).map(({ status }) => status),
  ).toEqual(['published', 'published']);
});

test('a worker looks again after a claim that failed', async () => {
  const row = () => Promise.reject(new Error('no database'));
  const worker = new Publisher({ ...service.ctx, db: { ...service.db, row } });
  await expect(worker.claim()).rejects.toThrow('no database');
  expect(worker.hasMore).toBe(true);
});

test('a worker claims nothing else while it tries a target that may have crashed its workers', async () => {
  const worker = new Publisher(service.ctx);
  const suspect = await createPost(service, scheduledFor([await connectSandbox(service)]));
  await service.db.rows('update targets set crashes = 3 where post_id = $1', [suspect.id]);
  const commit = await holdWrites(other, 'journal', 'true', 'commit');
  const tried = await worker.claim();
  await commit.untilWaiting();
  await createPost(service, scheduledFor([await connectSandbox(service)]));
  const meanwhile = [await worker.claim(), worker.hasMore];
  await commit.release();
  await worker.idle();
  const after = await worker.claim();
  await worker.idle();
  expect([tried, meanwhile, after]).toEqual([1, [0, true], 1]);
});
