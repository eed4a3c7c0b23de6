/** The condition of a target: held, paused, at risk, waiting. */
import { stateOfPost } from '@belfry/contract/states.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { checkAhead } from '../../src/publishing/checks/checker.ts';
import { app } from '../support/app.ts';
import { createPost, getPost, scheduledFor, scheduledToBehave } from '../support/posts.ts';
import { connectSandbox } from '../support/sandbox.ts';
import { addTokenNetwork } from '../support/tokens.ts';

const service = await app();
afterAll(() => service.close());
const { clock, db } = service;

const read = async (post: { id: number }) => {
  const shown = await getPost(service, post);
  return [shown.targets[0]?.condition, stateOfPost(shown)];
};
const moment = async (interval: string) => {
  const row = await db.row<{ at: string }>('select clock_now() + $1::interval as at', [interval]);
  return row?.at;
};

describe('a target', () => {
  test('that waits for its time, was published, or belongs to a draft has no condition', async () => {
    const channel = await connectSandbox(service);
    const later = await createPost(
      service,
      scheduledFor([channel], { scheduled_at: await clock.in('2 days') }),
    );
    expect([later.targets[0]?.condition, await read(later)]).toEqual([null, [null, 'scheduled']]);
    const now = await createPost(service, scheduledFor([channel]));
    await service.publishDue();
    expect(await read(now)).toEqual([null, 'published']);
    await db.rows('update channels set needs_reconnect = true where id = $1', [channel.id]);
    const targets = [{ channel_id: channel.id }];
    const draft = await createPost(service, { status: 'draft', targets });
    expect(await read(draft)).toEqual([null, 'draft']);
  });

  test('is held from its time to the end of the grace while its channel must be connected again', async () => {
    const channel = await connectSandbox(service);
    const due = await moment('2 days');
    const body = scheduledFor([channel], { scheduled_at: await clock.in('2 days') });
    const post = await createPost(service, body);
    await db.rows('update channels set needs_reconnect = true where id = $1', [channel.id]);
    const risk = { kind: 'at_risk', code: 'channel_disconnected', since: null, until: null };
    expect(await read(post)).toEqual([risk, 'at_risk']);
    await clock.advance('2 days 1 hour');
    const held = { kind: 'held', code: 'channel_disconnected', since: due };
    expect(await read(post)).toEqual([{ ...held, until: await moment('23 hours') }, 'held']);
    await db.rows('update workspaces set grace_hours = 48 where id = $1', [service.workspaceId]);
    expect(await read(post)).toEqual([{ ...held, until: await moment('47 hours') }, 'held']);
    await db.rows('update workspaces set grace_hours = 24 where id = $1', [service.workspaceId]);
    await connectSandbox(service, channel.username);
    expect(await read(post)).toEqual([null, 'scheduled']);
    await service.publishDue();
  });

  test('is held from its very time on, also in a calendar that was read before', async () => {
    const channel = await connectSandbox(service);
    const due = await clock.in('1 hour');
    const post = await createPost(service, scheduledFor([channel], { scheduled_at: due }));
    await db.rows('update channels set needs_reconnect = true where id = $1', [channel.id]);
    const window = { from: await clock.in('0'), to: await clock.in('1 day') };
    const inCalendar = async () => {
      const { data } = await service.call('getCalendar', { query: window });
      return data.find(({ id }) => id === post.id)?.state;
    };
    expect(await inCalendar()).toBe('at_risk');
    await clock.advance('1 hour');
    expect([await inCalendar(), (await read(post))[1]]).toEqual(['held', 'held']);
  });

  test('is at risk from the removal of its channel until it is connected again', async () => {
    const channel = await connectSandbox(service);
    const body = scheduledFor([channel], { scheduled_at: await clock.in('5 days') });
    const post = await createPost(service, body);
    const inCalendar = async () => {
      const [from, to] = [await clock.in('4 days'), await clock.in('6 days')];
      const { data } = await service.call('getCalendar', { query: { from, to } });
      return data.find(({ id }) => id === post.id)?.state;
    };
    expect(await inCalendar()).toBe('scheduled');
    await service.call('deleteChannel', { params: { id: channel.id } });
    const risk = { kind: 'at_risk', code: 'channel_disconnected', since: null, until: null };
    expect([await read(post), await inCalendar()]).toEqual([[risk, 'at_risk'], 'at_risk']);
    await connectSandbox(service, channel.username);
    expect([await read(post), await inCalendar()]).toEqual([[null, 'scheduled'], 'scheduled']);
  });

  test('is held in the answer of the save, too', async () => {
    const channel = await connectSandbox(service);
    await db.rows('update channels set needs_reconnect = true where id = $1', [channel.id]);
    const { targets } = await createPost(service, scheduledFor([channel]));
    expect(targets[0]?.condition?.kind).toBe('held');
  });

  test('is at risk from the check ahead until a check finds no risk', async () => {
    const network = addTokenNetwork(service);
    const channel = await network.connect('ben');
    await db.rows('update grants set refresh_at = null, expires_at = null');
    network.check = async () => ['It is too long.'];
    const body = scheduledFor([channel], { scheduled_at: await clock.in('3 hours') });
    const post = await createPost(service, body);
    expect(await read(post)).toEqual([null, 'scheduled']);
    const since = await moment('0');
    await checkAhead(service.ctx);
    const condition = { kind: 'at_risk', since, until: null };
    expect(await read(post)).toEqual([expect.objectContaining(condition), 'at_risk']);
    network.check = async () => [];
    await clock.advance('2 hours');
    await checkAhead(service.ctx);
    expect(await read(post)).toEqual([null, 'scheduled']);
  });

  test('is paused while its channel is, unless something worse is the matter', async () => {
    const channel = await connectSandbox(service);
    const post = await createPost(
      service,
      scheduledFor([channel], { scheduled_at: await clock.in('2 days') }),
    );
    const draft = await createPost(service, { status: 'draft', targets: [{ channel_id: channel.id }] });
    const since = await moment('0');
    const pause = (paused: boolean) =>
      service.call('updateChannel', { params: { id: channel.id }, body: { paused } });
    await pause(true);
    const paused = { kind: 'paused', code: null, since, until: null };
    expect(await read(post)).toEqual([paused, 'paused']);
    expect(await read(draft)).toEqual([null, 'draft']);
    await clock.advance('2 days 1 hour');
    expect(await read(post)).toEqual([paused, 'paused']);
    const lose = (isLost: boolean) =>
      db.rows('update channels set needs_reconnect = $2 where id = $1', [channel.id, isLost]);
    await lose(true);
    expect(await read(post)).toEqual([expect.objectContaining({ kind: 'held' }), 'held']);
    await lose(false);
    await pause(false);
    expect(await read(post)).toEqual([null, 'scheduled']);
    await service.publishDue();
    expect(await read(post)).toEqual([null, 'published_with_warnings']);
  });

  test('that was put off is paused too, since it is not tried again before its channel is resumed', async () => {
    const channel = await connectSandbox(service);
    const post = await createPost(service, scheduledToBehave('throttle', [channel]));
    await service.publishDue();
    const since = await moment('0');
    await service.call('updateChannel', { params: { id: channel.id }, body: { paused: true } });
    expect(await read(post)).toEqual([{ kind: 'paused', code: null, since, until: null }, 'paused']);
  });

  test('waits until its next try after the network asked for a pause', async () => {
    const channel = await connectSandbox(service);
    const post = await createPost(service, scheduledToBehave('throttle', [channel]));
    const since = await moment('0');
    await service.publishDue();
    const [condition, state] = await read(post);
    expect([condition, state]).toEqual([
      { kind: 'waiting', code: 'throttled', since, until: expect.any(String) },
      'retrying',
    ]);
    // A target that no worker handles again waits for nothing.
    await db.rows('update targets set wake_at = null where post_id = $1', [post.id]);
    expect((await read(post))[0]).toBeNull();
  });

  test('waits for its own reason, and not for that of another channel', async () => {
    const behaviours = ['throttle', 'lose_reply', 'throttle'];
    const targets = await Promise.all(
      behaviours.map(async (behaviour) => ({
        channel_id: (await connectSandbox(service)).id,
        settings: { behaviour },
      })),
    );
    const post = await createPost(service, { ...scheduledFor([]), targets });
    await service.publishDue();
    const shown = await getPost(service, post);
    expect(shown.targets.map(({ condition }) => condition?.code)).toEqual([
      'throttled',
      'in_doubt',
      'throttled',
    ]);
  });
});
