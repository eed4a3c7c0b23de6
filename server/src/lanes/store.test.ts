import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { app } from '../../test/support/app.ts';
import { holdRows } from '../../test/support/held.ts';
import { createPost, scheduledFor } from '../../test/support/posts.ts';
import { connectSandbox } from '../../test/support/sandbox.ts';
import { openDatabase } from '../db/database.ts';
import {
  claimLanes,
  freeLane,
  isAloneInFlight,
  LEASE,
  prolongLeases,
  secondsUntilDue,
  stopLanes,
} from './store.ts';
import { countWaiting } from './waiting/store.ts';

const service = await app();
const { db, clock } = service;
const other = openDatabase(service.connection, { poolSize: 3 });
afterEach(async () => {
  await db.rows('delete from posts');
  await db.rows(
    "update channels set next_due_at = null, busy_until = '-infinity', paused_until = '-infinity'",
  );
});
afterAll(async () => {
  await other.close();
  await service.close();
});

const claimed = async (limit = 10) => (await claimLanes(db, limit)).claims;
const readTargets = () =>
  db.rows<{ id: number; channel_id: number; status: string; lease: string | null; wake: number }>(
    `select id, channel_id, status, held_by as lease, extract(epoch from wake_at - clock_now())::float8 as wake
     from targets order by id`,
  );
const planIn = async (interval: string, ...channels: readonly { id: number }[]) =>
  createPost(service, scheduledFor(channels, { scheduled_at: await clock.in(interval) }));

describe('a claim', () => {
  test('has the fields of its channel that a call to the network needs', async () => {
    const { id } = await connectSandbox(service);
    await createPost(service, scheduledFor([{ id }]));
    await db.rows("update channels set avatar_url = 'https://example.com/bell.png' where id = $1", [id]);
    const [claim] = await claimed();
    const [row] = await db.rows(
      'select id, workspace_id, platform, account_id, name, username, avatar_url, limits from channels where id = $1',
      [id],
    );
    expect(claim?.channel).toEqual({ ...row, needs_reconnect: false, deleted: false });
  });

  test('takes the lanes first that have been due longest', async () => {
    const [late, early] = [await connectSandbox(service), await connectSandbox(service)];
    await planIn('2 hours', late);
    await planIn('1 hour', early);
    await clock.advance('3 hours');
    expect((await claimed(1)).map(({ channel }) => channel.id)).toEqual([early.id]);
  });

  test('takes the target of a lane first that is due first', async () => {
    const channel = await connectSandbox(service);
    const later = await planIn('2 hours', channel);
    const first = await planIn('1 hour', channel);
    await clock.advance('3 hours');
    expect((await claimed()).map(({ post_id }) => post_id)).toEqual([first.id]);
    expect((await claimed()).map(({ post_id }) => post_id)).not.toContain(later.id);
  });

  test('leases no other target of the same post', async () => {
    await createPost(service, scheduledFor([await connectSandbox(service), await connectSandbox(service)]));
    expect(await claimed(1)).toHaveLength(1);
    expect((await readTargets()).filter(({ lease }) => lease !== null)).toHaveLength(1);
  });

  test('leaves out a post that another transaction has locked, and its lane', async () => {
    const [lane, free] = [await connectSandbox(service), await connectSandbox(service)];
    const post = await createPost(service, scheduledFor([lane]));
    await createPost(service, scheduledFor([free]));
    const held = await holdRows(other, 'select from posts where id = $1 for update', [post.id]);
    const claiming = claimLanes(db, 10);
    await Promise.race([claiming, held.untilWaiting(1)]);
    await held.release();
    const { claims, idle } = await claiming;
    expect([claims.map(({ channel }) => channel.id), idle]).toEqual([[free.id], [lane.id]]);
    expect(await readTargets()).toMatchObject([
      { channel_id: lane.id, status: 'pending', lease: null },
      { channel_id: free.id, status: 'publishing' },
    ]);
  });

  test('gives out one target of a lane, until its lease expires', async () => {
    const channel = await connectSandbox(service);
    const first = await createPost(service, scheduledFor([channel]));
    await createPost(service, scheduledFor([channel]));
    await claimed();
    await clock.advance(`${LEASE - 1} seconds`);
    expect([await claimed(), await secondsUntilDue(db, 60)]).toEqual([[], 1]);
    await clock.advance('1 second');
    expect((await claimed()).map(({ post_id, crashes }) => [post_id, crashes])).toEqual([[first.id, 2]]);
  });

  test('gives out nothing of a lane that its network has paused', async () => {
    const channel = await connectSandbox(service);
    await createPost(service, scheduledFor([channel]));
    await db.rows("update channels set paused_until = clock_now() + interval '9 seconds' where id = $1", [
      channel.id,
    ]);
    expect([await claimed(), await secondsUntilDue(db, 60)]).toEqual([[], 9]);
  });
});

describe('the heartbeat of leases', () => {
  test('changes no other target of their lanes, and tells which leases were lost', async () => {
    const channel = await connectSandbox(service);
    await planIn('1 hour', channel);
    await planIn('2 hours', channel);
    await clock.advance('1 hour');
    const [claim] = await claimed();
    await clock.advance('10 seconds');
    const held = await prolongLeases(db, [claim?.lease ?? '', randomUUID()]);
    expect([...held]).toEqual([claim?.lease]);
    expect((await readTargets()).map(({ wake }) => wake)).toEqual([LEASE, 3590]);
    await clock.advance('14 seconds');
    expect(await secondsUntilDue(db, 60)).toBe(1);
  });
});

describe('the counts', () => {
  test('of due targets leave out those of a worker, also of one that is lost', async () => {
    await createPost(service, scheduledFor([await connectSandbox(service)]));
    expect(await countWaiting(db, 10)).toMatchObject({ targetsDue: 1, lanesBusy: 0 });
    await claimed();
    await clock.advance(`${LEASE + 1} seconds`);
    expect(await countWaiting(db, 10)).toMatchObject({ targetsDue: 0, lanesBusy: 1 });
  });

  test('of held channels leave out those that were removed', async () => {
    const channels = [await connectSandbox(service), await connectSandbox(service)];
    await createPost(service, scheduledFor(channels));
    await db.rows('update channels set needs_reconnect = true');
    expect(await countWaiting(db, 10)).toMatchObject({ channelsHeld: 2, targetsDue: 0 });
    await db.rows('update channels set deleted_at = clock_now() where id = $1', [channels[0]?.id]);
    expect((await countWaiting(db, 10)).channelsHeld).toBe(1);
    await db.rows('update channels set needs_reconnect = false, deleted_at = null');
  });
});

test('a target is alone in flight under its own lease only, and while no other of its post is', async () => {
  await createPost(service, scheduledFor([await connectSandbox(service), await connectSandbox(service)]));
  const [claim] = await claimed(1);
  if (claim === undefined) throw new Error('nothing was due');
  const isAlone = (lease = claim.lease) => db.transaction((tx) => isAloneInFlight(tx, { ...claim, lease }));
  expect([await isAlone(), await isAlone(randomUUID())]).toEqual([true, false]);
  await claimed(1);
  expect(await isAlone()).toBe(false);
});

test('the lanes of a workspace stop: they are locked in the order of their ids, and give out nothing', async () => {
  const [first, last] = [await connectSandbox(service), await connectSandbox(service)];
  await createPost(service, scheduledFor([first, last]));
  // Without an index, PostgreSQL would now come to this row last.
  await db.rows('update channels set name = name where id = $1', [first.id]);
  const held = await holdRows(other, 'select from channels where id = $1 for update', [first.id]);
  const stopping = db.transaction(async (tx) => {
    for (const scan of ['index', 'bitmap']) await tx.rows(`set local enable_${scan}scan = off`);
    await stopLanes(tx, service.workspaceId);
  });
  await Promise.race([stopping, held.untilWaiting(1)]);
  const free = await other.rows('select id from channels where id = $1 for update skip locked', [last.id]);
  await held.release();
  await stopping;
  expect(free).toEqual([{ id: last.id }]);
  expect([await claimed(), await secondsUntilDue(db, 60)]).toEqual([[], 60]);
});

test('a stopped lane gives out nothing, also after an attempt that was in flight has freed it', async () => {
  const channel = await connectSandbox(service);
  await createPost(service, scheduledFor([channel]));
  await db.transaction((tx) => stopLanes(tx, service.workspaceId));
  await db.transaction((tx) => freeLane(tx, channel.id));
  expect([await claimed(), await secondsUntilDue(db, 60)]).toEqual([[], 60]);
});
