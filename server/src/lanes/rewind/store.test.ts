import { afterAll, afterEach, expect, test } from 'vitest';
import { app } from '../../../test/support/app.ts';
import { holdRows } from '../../../test/support/held.ts';
import { createPost, scheduledFor } from '../../../test/support/posts.ts';
import { connectSandbox } from '../../../test/support/sandbox.ts';
import { openDatabase } from '../../db/database.ts';
import { clearLanes, failDue, lockDue } from './store.ts';

const service = await app();
const { db } = service;
const other = openDatabase(service.connection, { poolSize: 2 });
afterEach(() => db.rows('delete from posts'));
afterAll(async () => {
  await other.close();
  await service.close();
});

const error = { code: 'outcome_unknown', message: 'The database was restored.', retryable: false } as const;

test('a restored database puts each due target in doubt, with an event for each post', async () => {
  const channels = [await connectSandbox(service), await connectSandbox(service)];
  const posts = [];
  for (const channel of channels) posts.push(await createPost(service, scheduledFor([channel])));
  await createPost(service, scheduledFor(channels, { scheduled_at: await service.clock.in('1 hour') }));
  const [asked, unasked] = posts.map(({ targets }) => targets[0]?.id);
  // Its commit was open already when the backup was made.
  await db.rows(
    `insert into journal (target_id, workspace_id, name, kind, state)
     select id, workspace_id, 'post', 'commit', 'open' from targets where id = $1`,
    [asked],
  );
  const since = service.clock.now().toISOString();
  expect(await db.transaction((tx) => failDue(tx, since, error))).toEqual({ targets: 2, posts: 2 });
  const entries = await db.rows('select target_id, name from journal order by target_id');
  expect(entries).toEqual([
    { target_id: asked, name: 'post' },
    { target_id: unasked, name: 'restored' },
  ]);
  for (const { id, targets } of posts) {
    const { data } = await service.call('listPostEvents', { params: { id } });
    const named = targets.map((target) => expect.objectContaining({ id: target.id, status: 'failed' }));
    expect(data.find(({ kind }) => kind === 'post.failed')?.data).toEqual({ targets: named });
  }
});

test('locks and frees only the lanes that are in use', async () => {
  const [used, unused] = [await connectSandbox(service), await connectSandbox(service)];
  await createPost(service, scheduledFor([used, unused]));
  await db.rows("update targets set status = 'published', wake_at = null where channel_id = $1", [unused.id]);
  await db.rows('update channels set next_due_at = null');
  const held = await holdRows(other, 'select from channels where id = $1 for update', [unused.id]);
  const locking = db.transaction(async (tx) => {
    await lockDue(tx);
    return clearLanes(tx);
  });
  const waiting = held.untilWaiting(1).then(() => 'waits');
  const freed = await Promise.race([locking, waiting]);
  await held.release();
  await locking;
  expect(freed).toEqual([used.id]);
});
