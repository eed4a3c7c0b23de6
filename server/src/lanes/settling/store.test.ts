import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { app } from '../../../test/support/app.ts';
import { holdRows, holdWrites, untilLocked } from '../../../test/support/held.ts';
import { createPost, getPost, scheduledFor } from '../../../test/support/posts.ts';
import { connectSandbox } from '../../../test/support/sandbox.ts';
import { published } from '../../../test/support/settlements.ts';
import { openDatabase } from '../../db/database.ts';
import type { Claim } from '../store.ts';
import { claimLanes } from '../store.ts';
import { countWaiting } from '../waiting/store.ts';
import type { Settlement } from './store.ts';
import { drainLanes, settleTargets } from './store.ts';

const service = await app();
const { db, clock } = service;
const other = openDatabase(service.connection, { poolSize: 3 });
afterEach(async () => {
  await db.rows('delete from posts');
  await db.rows("update channels set next_due_at = null, busy_until = '-infinity', needs_reconnect = false");
});
afterAll(async () => {
  await other.close();
  await service.close();
});

const held = (claim: Claim, grantVersion = 1): Settlement => ({
  ...published(claim),
  status: 'pending',
  externalId: null,
  wakeIn: 0,
  grantVersion,
  event: { kind: 'target.held', data: { message: 'The sign-in was revoked.' } },
});
const settle = (wait: 'none' | 'any', ...settlements: Settlement[]) =>
  db.transaction((tx) => settleTargets(tx, settlements, wait));

/** Claims a due post on so many new channels. */
async function claimOn(count: number) {
  const channels = [];
  while (channels.length < count) channels.push(await connectSandbox(service));
  const post = await createPost(service, scheduledFor(channels));
  const claims = (await claimLanes(db, 10)).claims.toSorted((a, b) => a.channel.id - b.channel.id);
  return { post, claims: claims as [Claim, ...Claim[]] };
}

const readLane = (id: number) =>
  db.row<{ due: number | null; busy: boolean }>(
    `select extract(epoch from next_due_at - clock_now())::float8 as due, busy_until > clock_now() as busy
     from channels where id = $1`,
    [id],
  );
const eventsOf = async (post: { id: number }, kind: string) => {
  const { data } = await service.call('listPostEvents', { params: { id: post.id } });
  return data.filter((event) => event.kind === kind);
};

describe('an outcome', () => {
  test.each(['posts', 'channels'])(
    'is busy, and is not stored, while others have locked %s',
    async (table) => {
      const { claims, post } = await claimOn(1);
      const id = table === 'posts' ? post.id : claims[0].channel.id;
      const lock = await holdRows(other, `select from ${table} where id = $1 for no key update`, [id]);
      const settling = settle('none', published(claims[0]));
      await Promise.race([settling, lock.untilWaiting(1)]);
      await lock.release();
      expect(await settling).toEqual(['busy']);
      expect((await getPost(service, post)).status).toBe('publishing');
      expect(await settle('any', published(claims[0]))).toEqual(['settled']);
      expect(await settle('any', published(claims[0]))).toEqual(['lost']);
    },
  );

  test('that waits locks lanes in the order of their ids', async () => {
    const { claims } = await claimOn(2);
    const [first, last] = claims.map(({ channel }) => channel.id);
    const lock = await holdRows(other, 'select from channels where id = $1 for update', [first]);
    const settling = settle('any', ...claims.map(published));
    await Promise.race([settling, lock.untilWaiting(1)]);
    const free = await other.rows('select id from channels where id = $1 for update skip locked', [last]);
    await lock.release();
    expect([free, await settling]).toEqual([[{ id: last }], ['settled', 'settled']]);
  });

  test('that waits sees the outcome for which it has waited', async () => {
    const { claims, post } = await claimOn(2);
    const [first, last] = claims as unknown as [Claim, Claim];
    const commit = await holdWrites(other, 'targets', `new.id = ${first.target_id}`, 'commit');
    const before = settle('any', published(first));
    await Promise.race([before, commit.untilWaiting()]);
    const after = settle('any', published(last));
    await Promise.race([after, untilLocked(other, 2)]);
    await commit.release();
    expect([await before, await after]).toEqual([['settled'], ['settled']]);
    expect((await getPost(service, post)).status).toBe('published');
  });

  test('names each target of the post once in the event of the last one', async () => {
    const { claims, post } = await claimOn(2);
    for (const claim of claims) await settle('none', published(claim));
    const [event] = await eventsOf(post, 'post.published');
    expect(event?.data).toMatchObject({
      targets: claims.map(({ target_id }) => ({ id: target_id, status: 'published' })),
    });
  });

  test('is not stored for a target that the lease does not name', async () => {
    const { claims } = await claimOn(2);
    const [first, last] = claims as unknown as [Claim, Claim];
    expect(await settle('none', published({ ...first, target_id: last.target_id }))).toEqual(['lost']);
  });

  test('frees the lane for its next target', async () => {
    const { claims } = await claimOn(1);
    const [claim] = claims;
    for (const interval of ['2 hours', '1 hour']) {
      await createPost(service, scheduledFor([claim.channel], { scheduled_at: await clock.in(interval) }));
    }
    expect(await settle('none', published(claim))).toEqual(['settled']);
    expect(await readLane(claim.channel.id)).toEqual({ due: 3600, busy: false });
  });

  test.each([
    ['says so if the lane has another target that is due', 0, 'settled_lane_due'],
    ['does not say so while the network has asked for a pause', 60, 'settled'],
  ])('%s', async (_, pauseLane, expected) => {
    const { claims } = await claimOn(1);
    const [claim] = claims;
    await createPost(service, scheduledFor([claim.channel]));
    expect(await settle('none', { ...published(claim), pauseLane })).toEqual([expected]);
  });
});

describe('the network refused the sign-in', () => {
  const refusals = async (channelId: number) =>
    db.rows("select from events where kind = 'channel.needs_reconnect' and channel_id = $1", [channelId]);

  test('the lane waits until the grace of its first target ends', async () => {
    const { claims } = await claimOn(1);
    const [claim] = claims;
    await createPost(service, scheduledFor([claim.channel], { scheduled_at: await clock.in('1 hour') }));
    await settle('none', held(claim));
    expect(await readLane(claim.channel.id)).toEqual({ due: 24 * 3600, busy: false });
    expect(await refusals(claim.channel.id)).toHaveLength(1);
  });

  test.each(['needs_reconnect = true', 'deleted_at = clock_now()'])(
    'an event says so, but not of a channel with %s',
    async (state) => {
      const { claims } = await claimOn(1);
      const { id } = claims[0].channel;
      await db.rows(`update channels set ${state} where id = $1`, [id]);
      await settle('none', held(claims[0]));
      expect(await refusals(id)).toEqual([]);
    },
  );

  test('the target is tried again at once if a person has signed in again meanwhile', async () => {
    const { claims, post } = await claimOn(1);
    const [claim] = claims;
    await settle('none', held(claim, 0));
    expect([await readLane(claim.channel.id), await refusals(claim.channel.id)]).toEqual([
      { due: 0, busy: false },
      [],
    ]);
    expect(await eventsOf(post, 'target.put_off')).toMatchObject([{ data: { because: 'interrupted' } }]);
    expect((await claimLanes(db, 10)).claims).toMatchObject([{ channel: { needs_reconnect: false } }]);
  });

  test('a removed channel gives out its targets at once', async () => {
    const { claims } = await claimOn(1);
    const { id } = claims[0].channel;
    await db.rows('update channels set deleted_at = clock_now(), needs_reconnect = true where id = $1', [id]);
    await settle('none', held(claims[0]));
    expect(await readLane(id)).toEqual({ due: 0, busy: false });
    expect((await claimLanes(db, 10)).claims).toMatchObject([{ channel: { id, deleted: true } }]);
  });

  test('no channel is held that has published its last target meanwhile', async () => {
    const { claims } = await claimOn(1);
    await db.rows('update channels set needs_reconnect = true where id = $1', [claims[0].channel.id]);
    await settle('none', published(claims[0]));
    expect((await countWaiting(db, 10)).channelsHeld).toBe(0);
  });
});

describe('a lane without a due target', () => {
  const drain = (id: number) => db.transaction((tx) => drainLanes(tx, [id]));

  test('is next due with its first target', async () => {
    const channel = await connectSandbox(service);
    for (const interval of ['2 hours', '1 hour']) {
      await createPost(service, scheduledFor([channel], { scheduled_at: await clock.in(interval) }));
    }
    await db.rows('update channels set next_due_at = clock_now() where id = $1', [channel.id]);
    await drain(channel.id);
    expect((await readLane(channel.id))?.due).toBe(3600);
  });

  test('that is held is next due when the grace of its first target ends', async () => {
    const channel = await connectSandbox(service);
    for (const interval of ['2 hours', '1 hour']) {
      await createPost(service, scheduledFor([channel], { scheduled_at: await clock.in(interval) }));
    }
    await db.rows('update channels set needs_reconnect = true where id = $1', [channel.id]);
    await drain(channel.id);
    expect((await readLane(channel.id))?.due).toBe(25 * 3600);
  });

  test('stays due while a save may add a target to it', async () => {
    const channel = await connectSandbox(service);
    await db.rows('update channels set next_due_at = clock_now() where id = $1', [channel.id]);
    const save = await holdRows(other, 'select from channels where id = $1 for key share', [channel.id]);
    const draining = drain(channel.id);
    await Promise.race([draining, save.untilWaiting(1)]);
    await save.release();
    await draining;
    expect((await readLane(channel.id))?.due).toBe(0);
    await drain(channel.id);
    expect((await readLane(channel.id))?.due).toBe(null);
  });

  test('stays due while a worker has a target of it', async () => {
    const { claims } = await claimOn(1);
    await drain(claims[0].channel.id);
    expect(await readLane(claims[0].channel.id)).toEqual({ due: 0, busy: true });
  });
});
