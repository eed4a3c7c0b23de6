/** Lanes whose networks answer quickly give out several targets at once. */
import type { Channel } from '@belfry/contract/channels.ts';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { app } from '../../test/support/app.ts';
import { holdRows } from '../../test/support/held.ts';
import { createPost, scheduledFor } from '../../test/support/posts.ts';
import { connectSandbox } from '../../test/support/sandbox.ts';
import { published } from '../../test/support/settlements.ts';
import { openDatabase } from '../db/database.ts';
import { type Settlement, settleTargets } from './settling/store.ts';
import { type Claim, claimLanes, LEASE, secondsUntilDue } from './store.ts';

const service = await app();
const { db, clock } = service;
const other = openDatabase(service.connection, { poolSize: 3 });
let channel: Channel;

beforeEach(async () => {
  await db.rows('delete from posts');
  await db.rows('update channels set next_due_at = null');
  channel = await connectSandbox(service);
});
afterAll(async () => {
  await db.rows('delete from posts');
  await other.close();
  await service.close();
});

/** Due posts, in this order. */
async function plan(count: number, from = 0) {
  const posts = [];
  for (let place = from; place < from + count; place += 1)
    posts.push(await createPost(service, scheduledFor([channel], { content: `${place}` })));
  return posts;
}
const claim = async (...quick: number[]) => (await claimLanes(db, 10, { quick })).claims;
const textsOf = (claims: readonly Claim[]) => claims.map(({ text }) => text);
const store = (settlements: readonly Settlement[]) =>
  db.transaction((tx) => settleTargets(tx, settlements, 'none'));
const settle = (claims: readonly Claim[]) => store(claims.map(published));
const readLane = () =>
  db.row(
    `select busy_until > clock_now() as busy, extract(epoch from next_due_at - clock_now())::int as due,
       extract(epoch from paused_until - clock_now())::int as paused, needs_reconnect as held
     from channels where id = $1`,
    [channel.id],
  );
const countLeases = async () =>
  (await db.row<{ count: number }>('select count(lease_id)::int as count from targets'))?.count;

describe('a claim', () => {
  test('gives the due targets of a quick lane in their order, each with its own lease', async () => {
    await plan(3);
    await createPost(service, scheduledFor([channel], { scheduled_at: await clock.in('1 hour') }));
    const claims = await claim(channel.id);
    expect(textsOf(claims)).toEqual(['0', '1', '2']);
    expect(new Set(claims.map(({ lease }) => lease)).size).toBe(3);
    expect([await countLeases(), await claim(channel.id)]).toEqual([1, []]);
  });

  test('gives at most 32', async () => {
    await plan(34);
    expect(await claim(channel.id)).toHaveLength(32);
  });

  test('gives one target of every other lane', async () => {
    await plan(2);
    const quick = await connectSandbox(service);
    expect(textsOf(await claim(quick.id))).toEqual(['0']);
  });

  test('gives none behind one whose post is locked', async () => {
    const [, locked] = await plan(3);
    const lock = await holdRows(other, 'select from posts where id = $1 for update', [locked?.id]);
    const claims = await claim(channel.id);
    await lock.release();
    expect([textsOf(claims), await countLeases()]).toEqual([['0'], 1]);
  });

  test('gives the first of those whose worker was lost, and takes the others from it', async () => {
    await plan(3);
    const before = await claim(channel.id);
    await plan(1, 3);
    await clock.advance(`${LEASE} seconds`);
    const [again, ...more] = await claim(channel.id);
    expect([again?.text, again?.crashes, more]).toEqual(['0', 2, []]);
    expect(await settle(before)).toEqual(['lost', 'lost', 'lost']);
    expect(await settle([again as Claim])).toEqual(['settled_lane_due']);
    expect(textsOf(await claim())).toEqual(['1']);
  });

  test('gives nothing while the post of the first of those is locked', async () => {
    const [locked] = await plan(3);
    const before = await claim(channel.id);
    await clock.advance(`${LEASE} seconds`);
    const lock = await holdRows(other, 'select from posts where id = $1 for update', [locked?.id]);
    const meanwhile = await claim(channel.id);
    await lock.release();
    expect(meanwhile).toEqual([]);
    expect(await settle(before.slice(1))).toEqual(['settled_lane_due', 'settled_lane_due']);
  });

  test('gives a target that may have crashed its worker to no worker together with those before it', async () => {
    await plan(4);
    await db.rows("update targets set crashes = 1 from posts p where p.id = post_id and p.content = '2'");
    expect(textsOf(await claim(channel.id))).toEqual(['0', '1']);
  });

  test('gives one target of a lane that waits for a sign-in', async () => {
    await plan(2);
    await db.rows('update channels set needs_reconnect = true where id = $1', [channel.id]);
    await clock.advance('25 hours');
    expect(textsOf(await claim(channel.id))).toEqual(['0']);
  });
});

describe('the outcome', () => {
  test('of one leaves the lane to the others', async () => {
    await plan(3);
    const [first, ...rest] = await claim(channel.id);
    await plan(1, 3);
    expect(await settle([first as Claim])).toEqual(['settled']);
    expect([await readLane(), await secondsUntilDue(db, 60)]).toMatchObject([{ busy: true }, LEASE]);
    expect(await settle(rest)).toEqual(['settled_lane_due', 'settled_lane_due']);
    expect([await readLane(), textsOf(await claim())]).toMatchObject([{ busy: false, due: 0 }, ['3']]);
  });

  test('of the last one frees the lane only for the others, too', async () => {
    await plan(2);
    const claims = await claim(channel.id);
    expect(await settle(claims.slice(1))).toEqual(['settled']);
    expect([await readLane(), await claim()]).toMatchObject([{ busy: true }, []]);
    expect(await settle(claims.slice(0, 1))).toEqual(['settled']);
    expect(await readLane()).toMatchObject({ busy: false, due: null });
  });

  test('of several makes the lane due at the earliest of them, and pauses it for the longest', async () => {
    await plan(3);
    const waits = [90, 30, null];
    const pauses = [0, 20, 10];
    const claims = await claim(channel.id);
    const settlements = claims.map((one, place) => ({
      ...published(one),
      ...(place < 2 && { status: 'publishing' as const }),
      wakeIn: waits[place] ?? null,
      pauseLane: pauses[place] ?? 0,
    }));
    await store(settlements);
    expect(await readLane()).toEqual({ busy: false, due: 30, paused: 20, held: false });
  });

  test('of several holds the lane when one of them needs a sign-in, until the grace of the earliest ends', async () => {
    await plan(2);
    const [first, last] = (await claim(channel.id)) as [Claim, Claim];
    const back = { status: 'pending' as const, wakeIn: 0, externalId: null };
    const event = { kind: 'target.held' as const, data: { message: 'The sign-in was revoked.' } };
    const held = { grantVersion: 1, event };
    const settlements = [
      { ...published(first), ...back, ...held },
      { ...published(last), ...back },
    ];
    await store(settlements);
    const lane = await readLane();
    expect([lane?.['held'], Math.ceil(Number(lane?.['due']) / 3600)]).toEqual([true, 24]);
    expect(
      await db.rows("select data from events where kind = 'channel.needs_reconnect' and channel_id = $1", [
        channel.id,
      ]),
    ).toEqual([{ data: event.data }]);
  });
});

test('a worker of the previous release takes a target from the attempt that has it', async () => {
  await plan(2);
  const [first] = await claim(channel.id);
  // It knows only this column. The last of the two has it, and so its lane is not free.
  await db.rows('update targets set lease_id = null where lease_id is not null');
  await db.rows('update targets set lease_id = gen_random_uuid() where id = $1', [first?.target_id]);
  expect(await settle([first as Claim])).toEqual(['lost']);
});

test('the database refuses that two workers have a lane', async () => {
  await plan(1);
  await claim(channel.id);
  await plan(2, 1);
  await db.rows("update channels set busy_until = '-infinity' where id = $1", [channel.id]);
  const take = db.rows(
    'update targets set held_by = gen_random_uuid(), lease_id = gen_random_uuid() where channel_id = $1 and held_by is null',
    [channel.id],
  );
  await expect(take).rejects.toThrow('targets_one_in_flight');
});
