/** Row 21 of docs/faults.md: PostgreSQL neither answers nor refuses, as when its machine is cut off. */
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../../src/db/database.ts';
import { startWaker } from '../../src/publishing/waker.ts';
import type { TestApp } from '../support/app.ts';
import { type Cable, layCable } from '../support/cable.ts';
import { kinds } from '../support/faulty/adapter.ts';
import { type FaultyServer, openFaultyServer } from '../support/faulty/server.ts';
import {
  createFaultyPost,
  createFaultyPosts,
  faultyApp,
  requireNoneLost,
  settleAll,
  untilAllSettled,
} from '../support/faulty/world.ts';
import { holdWrites } from '../support/held.ts';
import { createPost, getPost } from '../support/posts.ts';

/** Milliseconds until the service gives a statement up. On a busy machine, an answer may take more than two seconds. */
const PATIENCE = 8000;

let cable: Cable;
let network: FaultyServer;
let service: TestApp;
beforeAll(async () => {
  network = await openFaultyServer();
  service = await faultyApp(network, {
    statementTimeout: PATIENCE,
    async connectThrough(connection) {
      cable = await layCable(connection, 'port');
      return cable.connection;
    },
  });
});
afterAll(async () => {
  await service.close();
  await network.close();
  await cable.close();
});

/** Returns when the service has given up a statement, and would get no answer to another one either. */
async function untilTimeout(): Promise<void> {
  expect((await service.request('GET', '/posts')).status).toBe(503);
}

test('21: every request gets 503 in time while the database is silent, and succeeds afterwards', async () => {
  const post = await createPost(service, { status: 'draft' });
  cable.freeze();
  const asked = [
    ['GET', '/posts', undefined],
    ['GET', `/posts/${post.id}`, undefined],
    ['POST', '/posts', { status: 'draft' }],
    ['PUT', `/posts/${post.id}`, { status: 'draft', content: 'lost' }],
    ['DELETE', `/posts/${post.id}`, undefined],
  ] as const;
  const ready = fetch(`${service.origin}/ready`);
  const answers = await Promise.all(
    asked.map(([method, path, body]) => service.request(method, path, { body })),
  );
  for (const { status, error, headers } of answers) {
    expect([status, error.code]).toEqual([503, 'unavailable']);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  }
  expect((await ready).status).toBe(503);
  cable.thaw();
  expect(await getPost(service, post)).toEqual(post);
  expect((await service.call('listPosts', { query: {} })).data).toEqual([post]);
});

test('21: of posts that are due when the database falls silent, none is lost and none is published twice', async () => {
  const shown = network.shown.length;
  const posts = await createFaultyPosts(service, { channels: 12, each: 5 });
  const waker = await startWaker(service.ctx, service.publisher);
  while (network.shown.length < shown + 20) await pause(5);
  cable.freeze();
  await untilTimeout();
  cable.thaw();
  await untilAllSettled(service);
  await waker.stop();
  await requireNoneLost(service, network, posts);
});

test('21: a post whose acceptance could not be stored is live once, and its outcome is found where possible', async () => {
  const posts = await createFaultyPosts(service, { channels: kinds.length, each: 1 });
  const before = network.count('POST /posts');
  network.spoil('POST /posts', ...kinds.map(() => ({ accepts: true, answer: 'hang' }) as const));
  await service.publisher.claim();
  await network.until('POST /posts', before + kinds.length);
  cable.freeze();
  network.release();
  await untilTimeout();
  cable.thaw();
  await service.publisher.idle();
  await settleAll(service);
  await requireNoneLost(service, network, posts);
});

test('21: an outcome that was stored without an answer from the database is not stored twice', async () => {
  const { post, username } = await createFaultyPost(service, 'neither');
  const direct = openDatabase(service.connection, { poolSize: 2 });
  const held = await holdWrites(direct, 'targets', "new.status = 'published'", 'commit');
  await service.publisher.claim();
  await held.untilWaiting();
  cable.freeze();
  await held.release();
  await untilTimeout();
  cable.thaw();
  await service.publisher.idle();
  await settleAll(service);
  const { data } = await service.call('listPostEvents', { params: { id: post.id } });
  expect(data.filter(({ kind }) => kind === 'target.published')).toHaveLength(1);
  expect([(await getPost(service, post)).status, network.count('POST /posts', username)]).toEqual([
    'published',
    1,
  ]);
  await direct.close();
});
