/** A person pauses a channel: nothing more goes out, nothing is lost, and what was in flight ends. */
import type { Channel } from '@belfry/contract/channels.ts';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { claimLanes, claimPreparations, LEASE, secondsUntilDue } from '../../src/lanes/index.ts';
import { app } from '../support/app.ts';
import { holdRows } from '../support/held.ts';
import { createPost, getPost, scheduledFor } from '../support/posts.ts';
import { addPicture } from '../support/reviews.ts';
import { connectSandbox } from '../support/sandbox.ts';

const service = await app();
const { db, clock } = service;
afterAll(() => service.close());
let channel: Channel;

beforeEach(async () => {
  await db.rows('delete from posts');
  await db.rows("update channels set next_due_at = null, busy_until = '-infinity'");
  channel = await connectSandbox(service);
});

const pause = (paused: boolean) =>
  service.call('updateChannel', { params: { id: channel.id }, body: { paused } });
const plan = async (interval: string, ...others: Channel[]) =>
  createPost(service, scheduledFor([channel, ...others], { scheduled_at: await clock.in(interval) }));
const claims = async () => (await claimLanes(db, 10)).claims.map(({ target_id }) => target_id);
const isDue = async () => (await secondsUntilDue(db, 60)) === 0;

describe('while a channel is paused', () => {
  test('its due post waits, and no worker wakes for it', async () => {
    const post = await plan('1 hour');
    const paused = (await pause(true)).data;
    expect(paused.paused_at).toBe(await clock.in('0 seconds'));
    await clock.advance('2 hours');
    expect([await isDue(), await claims(), await service.publishDue()]).toEqual([false, [], 0]);
    expect(await getPost(service, post)).toMatchObject({
      status: 'scheduled',
      targets: [{ status: 'pending', error: null, channel: { paused_at: paused.paused_at } }],
    });
  });

  test('other channels of the same post publish', async () => {
    const other = await connectSandbox(service);
    const post = await plan('1 hour', other);
    await pause(true);
    await clock.advance('2 hours');
    expect(await service.publishDue()).toBe(1);
    const { status, targets } = await getPost(service, post);
    expect([status, ...targets.map((target) => target.status)]).toEqual([
      'publishing',
      'pending',
      'published',
    ]);
    await pause(false);
    await service.publishDue();
    expect((await getPost(service, post)).status).toBe('published');
  });

  test('an attempt in flight ends, also if its worker is lost', async () => {
    const post = await plan('1 hour');
    await plan('1 hour');
    await clock.advance('2 hours');
    const first = await claims();
    expect(first).toHaveLength(1);
    await pause(true);
    expect([await isDue(), await claims()]).toEqual([false, []]);
    await clock.advance(`${LEASE + 1} seconds`);
    expect([await isDue(), await claims()]).toEqual([true, first]);
    await clock.advance(`${LEASE + 1} seconds`);
    expect(await service.publishDue()).toBe(1);
    expect((await getPost(service, post)).status).toBe('published');
  });

  test('no file is uploaded ahead', async () => {
    const media_ids = [await addPicture(service, '')];
    const scheduled_at = await clock.in('5 minutes');
    await createPost(service, scheduledFor([channel], { scheduled_at, media_ids }));
    await pause(true);
    expect(await claimPreparations(db, { sandbox: 600 }, 10)).toEqual([]);
    await pause(false);
    expect(await claimPreparations(db, { sandbox: 600 }, 10)).toHaveLength(1);
  });

  test('the channel can be removed, and its posts fail when they are due', async () => {
    const post = await plan('1 hour');
    await pause(true);
    await service.call('deleteChannel', { params: { id: channel.id } });
    await clock.advance('2 hours');
    await service.publishDue();
    expect((await getPost(service, post)).targets).toMatchObject([
      { error: { code: 'channel_disconnected' } },
    ]);
  });

  test('the pause waits for a claim that is choosing, and none chooses after it', async () => {
    await plan('1 hour');
    await clock.advance('2 hours');
    const held = await holdRows(db, 'select from channels where id = $1 for no key update', [channel.id]);
    const pausing = pause(true);
    await held.untilWaiting(1);
    await held.release();
    await pausing;
    expect(await claims()).toEqual([]);
  });

  test('pausing again keeps the time', async () => {
    const { paused_at } = (await pause(true)).data;
    await clock.advance('1 hour');
    expect((await pause(true)).data.paused_at).toBe(paused_at);
  });
});

describe('when it is resumed', () => {
  test('posts within the grace go out in their order, and later ones are missed', async () => {
    const missed = await plan('1 hour');
    const late = await plan('3 hours');
    await pause(true);
    await clock.advance('26 hours');
    await pause(false);
    await service.publishDue();
    expect((await getPost(service, missed)).targets).toMatchObject([{ error: { code: 'missed' } }]);
    expect((await getPost(service, late)).status).toBe('published');
  });

  test('the log has both', async () => {
    const { paused_at } = (await pause(true)).data;
    await pause(false);
    const events = await db.rows(
      "select data from events where channel_id = $1 and kind = 'channel.changed' order by id",
      [channel.id],
    );
    expect(events).toEqual([
      { data: { before: { paused_at: null }, after: { paused_at } } },
      { data: { before: { paused_at }, after: { paused_at: null } } },
    ]);
  });
});
