/** Tokens that expire: refreshed ahead of need, by one process at a time, and kept after a temporary failure. */
import type { Channel } from '@belfry/contract/channels.ts';
import { NetworkFault } from '@belfry/networks/core/fault.ts';
import type { Network } from '@belfry/networks/core/network.ts';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { refreshDueGrants } from '../../src/channels/grants/refresher.ts';
import { openSession, refreshSession } from '../../src/channels/grants/tokens.ts';
import { findChannel } from '../../src/channels/store.ts';
import { app } from '../support/app.ts';
import { createNotices, noticesOf } from '../support/notices.ts';
import { createPost, getPost, scheduledFor } from '../support/posts.ts';
import { addTokenNetwork } from '../support/tokens.ts';

const service = await app();
afterAll(() => service.close());
const network = addTokenNetwork(service);
const { ctx, clock, db } = service;
let channel: Channel;
let named = 0;

beforeEach(async () => {
  await db.rows('update grants set refresh_at = null');
  named += 1;
  channel = await network.connect(`ada${named}`);
  network.refreshes = 0;
  network.mishaps = [];
  network.published = [];
  network.gate = Promise.resolve();
});

const refreshDue = () => refreshDueGrants(ctx);
const read = async () => (await service.call('getChannel', { params: { id: channel.id } })).data;
const grant = async () =>
  (await db.row<{ version: number; refresh_at: string | null; refresh_tries: number }>(
    'select version, refresh_at, refresh_tries from grants where channel_id = $1',
    [channel.id],
  )) ?? { version: 0, refresh_at: null, refresh_tries: 0 };
const eventsOf = (kind: string) =>
  db.rows('select data from events where channel_id = $1 and kind = $2', [channel.id, kind]);
const lane = async () => {
  const row = await findChannel(db, service.workspaceId, channel.id);
  if (row === undefined) throw new Error('the channel is gone');
  return row;
};
const tokens = () => ctx.networks.get('tokens') as Network;
const post = (text: string) => createPost(service, scheduledFor([channel], { content: text }));

describe('a token that expires soon', () => {
  test('is refreshed ahead of need, and not too early', async () => {
    await clock.advance('30 minutes');
    await refreshDue();
    expect(network.refreshes).toBe(0);
    await clock.advance('40 minutes');
    await refreshDue();
    await refreshDue();
    expect([network.refreshes, (await grant()).version]).toEqual([1, 2]);
    await clock.advance('55 minutes');
    await post('Bell');
    await service.publishDue();
    expect(network.refreshes).toBe(1);
    expect(network.published).toEqual([{ text: 'Bell', generation: 2 }]);
  });

  test('moves the day by which a person must sign in', async () => {
    const before = (await read()).reconnect_by ?? '';
    await clock.advance('70 minutes');
    await refreshDue();
    expect(Date.parse((await read()).reconnect_by ?? '') - Date.parse(before)).toBe(70 * 60_000);
  });

  test('is refreshed once by several processes, none of which waits in a transaction', async () => {
    let open = () => {};
    network.gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    await clock.advance('70 minutes');
    const first = refreshDue();
    await expect.poll(() => network.refreshes).toBe(1);
    await refreshDue();
    const idle =
      "select 1 from pg_stat_activity where datname = current_database() and state like 'idle in tr%'";
    expect(await db.rows(idle)).toEqual([]);
    const row = await lane();
    await expect(refreshSession(ctx, tokens(), row, 1)).rejects.toThrow('being refreshed');
    open();
    await first;
    expect((await refreshSession(ctx, tokens(), row, 1)).version).toBe(2);
    expect(network.refreshes).toBe(1);
  });

  test('is refreshed once for many simultaneous callers', async () => {
    await clock.advance('119 minutes');
    const row = await lane();
    const asked = await Promise.allSettled([1, 2, 3, 4, 5].map(() => refreshSession(ctx, tokens(), row, 1)));
    expect(network.refreshes).toBe(1);
    expect(asked.some(({ status }) => status === 'fulfilled')).toBe(true);
    expect((await openSession(ctx, tokens(), row)).version).toBe(2);
  });
});

describe('a refresh that fails', () => {
  test.each([
    ['the network is unreachable', 'unreachable' as const],
    ['the network gives an unexpected answer', new Error('teapot')],
    [
      'the network rejects the request',
      new NetworkFault({ kind: 'rejected', message: 'invalid_client' }) as Error,
    ],
  ])('is tried again later, and the channel stays connected: %s', async (_, mishap) => {
    network.mishaps = [mishap, mishap];
    await clock.advance('70 minutes');
    await refreshDue();
    await refreshDue();
    expect([network.refreshes, (await grant()).refresh_tries]).toEqual([1, 1]);
    await clock.advance('40 seconds');
    await refreshDue();
    await clock.advance('40 seconds');
    await refreshDue();
    expect(network.refreshes).toBe(2);
    await clock.advance('40 seconds');
    await refreshDue();
    expect([network.refreshes, (await grant()).version, (await grant()).refresh_tries]).toEqual([3, 2, 0]);
    expect((await read()).needs_reconnect).toBe(false);
    expect(await eventsOf('channel.needs_reconnect')).toEqual([]);
  });

  test('waits for as long as the network requests', async () => {
    network.mishaps = ['throttled'];
    await clock.advance('70 minutes');
    await refreshDue();
    expect(network.refreshes).toBe(1);
    await clock.advance('119 minutes');
    await refreshDue();
    expect(network.refreshes).toBe(1);
    await clock.advance('1 minute');
    await refreshDue();
    expect(network.refreshes).toBe(2);
  });

  test('lets the token be used until it expires, and due posts then wait and are published later', async () => {
    await clock.advance('119 minutes');
    network.mishaps = ['unreachable', 'unreachable'];
    await post('To the end');
    await service.publishDue();
    expect(network.published).toHaveLength(1);
    await clock.advance('2 minutes');
    const waits = await post('After it');
    await service.publishDue();
    expect(network.published).toHaveLength(1);
    expect((await read()).needs_reconnect).toBe(false);
    await clock.advance('5 minutes');
    await service.publishDue();
    expect((await getPost(service, waits)).status).toBe('published');
  });
});

describe('a token that the network refuses to renew', () => {
  test('marks the channel and notifies its managers once, before anything is due', async () => {
    network.mishaps = ['refused'];
    await clock.advance('70 minutes');
    await refreshDue();
    await clock.advance('3 hours');
    await refreshDue();
    expect((await read()).needs_reconnect).toBe(true);
    expect(network.refreshes).toBe(1);
    await post('Held');
    await service.publishDue();
    expect(await eventsOf('channel.needs_reconnect')).toEqual([
      { data: { message: 'This refresh token was used before.' } },
    ]);
    await createNotices(service);
    const notices = (await noticesOf(service)).filter(({ channel_id: id }) => id === channel.id);
    expect(notices.map(({ kind }) => kind)).toEqual(['channel.needs_reconnect']);
  });

  test('asks for a person, and does not loop, when a rotated token was never stored', async () => {
    network.mishaps = ['lost'];
    await clock.advance('70 minutes');
    await refreshDue();
    expect((await read()).needs_reconnect).toBe(false);
    for (const _ of [1, 2, 3]) {
      await clock.advance('1 hour');
      await refreshDue();
    }
    expect([network.refreshes, (await read()).needs_reconnect]).toEqual([2, true]);
    expect(await eventsOf('channel.needs_reconnect')).toHaveLength(1);
  });

  test('is refreshed once more by another worker if the first died during the refresh', async () => {
    await clock.advance('70 minutes');
    await db.rows(
      "update grants set refreshing_until = clock_now() + interval '2 minutes' where channel_id = $1",
      [channel.id],
    );
    await refreshDue();
    expect(network.refreshes).toBe(0);
    await clock.advance('2 minutes');
    await refreshDue();
    expect(network.refreshes).toBe(1);
  });

  test('is ignored if a person has signed in meanwhile', async () => {
    let open = () => {};
    network.gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    network.mishaps = ['refused'];
    await clock.advance('70 minutes');
    const refreshing = refreshDue();
    await expect.poll(() => network.refreshes).toBe(1);
    await network.connect(channel.username);
    open();
    await refreshing;
    expect((await read()).needs_reconnect).toBe(false);
    await post('Mine');
    await service.publishDue();
    expect(network.published).toMatchObject([{ text: 'Mine' }]);
  });

  test('does not replace a newer one of a person’s sign-in either when it is refreshed late', async () => {
    let open = () => {};
    network.gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    await clock.advance('70 minutes');
    const refreshing = refreshDue();
    await expect.poll(() => network.refreshes).toBe(1);
    await network.connect(channel.username);
    const { version } = await grant();
    open();
    await refreshing;
    expect((await grant()).version).toBe(version);
    expect((await openSession(ctx, tokens(), await lane())).session.grant).toMatchObject({ generation: 2 });
  });
});

describe('connecting a channel again', () => {
  const again = (username: string, more: object = {}) =>
    service.call('createChannel', {
      body: { platform: 'tokens', credentials: { username }, channel_id: channel.id, ...more },
    });

  test('keeps its id, its times, its history and its posts, and publishes held posts', async () => {
    await post('Before');
    await service.publishDue();
    network.mishaps = ['refused'];
    await clock.advance('70 minutes');
    await refreshDue();
    const held = await post('Held');
    expect(await service.publishDue()).toBe(0);
    const before = await read();
    const { status, data } = await again(channel.username);
    expect(status).toBe(200);
    expect(data).toEqual({ ...before, needs_reconnect: false, reconnect_by: data.reconnect_by });
    await service.publishDue();
    expect((await getPost(service, held)).status).toBe('published');
    expect(network.published.map(({ text }) => text)).toEqual(['Before', 'Held']);
  });

  test('refuses another account, names both, and changes nothing', async () => {
    network.mishaps = ['refused'];
    await clock.advance('70 minutes');
    await refreshDue();
    const list = async () => (await service.call('listChannels', {})).data;
    const [before, secret] = [await list(), await grant()];
    const answer = await again(`mallory${named}`);
    expect(answer.status).toBe(409);
    expect(answer.error).toMatchObject({
      code: 'wrong_account',
      details: {
        channel: { id: channel.username },
        accounts: [{ id: `mallory${named}` }],
      },
    });
    expect(JSON.stringify(answer.error)).toContain(`@${channel.username}`);
    expect(await list()).toEqual(before);
    expect(await grant()).toEqual(secret);
    expect(await eventsOf('channel.reconnected')).toEqual([]);
  });

  test('refuses a channel of another network or workspace, and a deleted one', async () => {
    const stranger = await service.inWorkspace();
    const body = { platform: 'tokens', credentials: { username: channel.username }, channel_id: channel.id };
    expect((await stranger.call('createChannel', { body })).status).toBe(422);
    expect((await again('u', { platform: 'sandbox' })).status).toBe(422);
    await service.call('deleteChannel', { params: { id: channel.id } });
    expect((await again(channel.username)).status).toBe(422);
  });
});
