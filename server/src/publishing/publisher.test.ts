import { afterAll, describe, expect, test } from 'vitest';
import { app } from '../../test/support/app.ts';
import { holdWrites } from '../../test/support/held.ts';
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

describe('what an earlier version has stored and this one does not accept', () => {
  test('settings fail the target, with the field at fault', async () => {
    const post = await createPost(service, scheduledFor([await connectSandbox(service)]));
    await service.db.rows(`update targets set settings = '{"behaviour": "vanish"}' where post_id = $1`, [
      post.id,
    ]);
    await service.publishDue();
    expect((await getPost(service, post)).targets).toMatchObject([
      { status: 'failed', error: { code: 'rejected', details: { field: 'settings.behaviour' } } },
    ]);
  });

  test('a grant asks for a new sign-in', async () => {
    const channel = await connectSandbox(service);
    const post = await createPost(service, scheduledFor([channel]));
    const sealed = service.ctx.vault.seal({ token: 'a token without its name' }, `grant:${channel.id}`);
    await service.db.rows('update grants set sealed = $2 where channel_id = $1', [channel.id, sealed]);
    await service.publishDue();
    expect((await getPost(service, post)).targets).toMatchObject([{ status: 'pending' }]);
    const { data } = await service.call('listChannels', {});
    expect(data.find(({ id }) => id === channel.id)).toMatchObject({ needs_reconnect: true });
  });
});

test('a worker that tries a target that may have crashed its workers claims nothing else, and still reports', async () => {
  let skipped = 0;
  const elapsed = () => performance.now() + skipped;
  const worker = new Publisher({ ...service.ctx, host: { ...service.ctx.host, elapsed } });
  const isReported = async () => {
    skipped += 6000;
    return (
      (await service.db.rows('delete from workers where id = $1 returning id', [worker.id])).length === 1
    );
  };
  const suspect = await createPost(service, scheduledFor([await connectSandbox(service)]));
  await service.db.rows('update targets set crashes = 3 where post_id = $1', [suspect.id]);
  const commit = await holdWrites(other, 'journal', 'true', 'commit');
  const tried = await worker.claim();
  await commit.untilWaiting();
  await createPost(service, scheduledFor([await connectSandbox(service)]));
  await isReported();
  const meanwhile = [await worker.claim(), worker.hasMore, await isReported()];
  const waiting = [await worker.secondsUntilDue(15), await isReported()];
  await commit.release();
  await worker.idle();
  const after = await worker.claim();
  await worker.idle();
  expect([tried, meanwhile, waiting, after]).toEqual([1, [0, true, true], [15, true], 1]);
});
