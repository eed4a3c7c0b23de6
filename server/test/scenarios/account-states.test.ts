/** When grants are exchanged, when people are reminded, and what a daily look at an account changes. */
import type { Channel } from '@belfry/contract/channels.ts';
import { NetworkFault } from '@belfry/networks/core/fault.ts';
import type { AccountState } from '@belfry/networks/core/network.ts';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { refreshDueGrants } from '../../src/channels/grants/refresher.ts';
import { openSession } from '../../src/channels/grants/tokens.ts';
import { listStale, lookAt, remindOfSignIns } from '../../src/channels/index.ts';
import { findChannel } from '../../src/channels/store.ts';
import { app } from '../support/app.ts';
import { addLoginNetwork } from '../support/logins.ts';
import { createNotices, noticesOf } from '../support/notices.ts';

const DAY = 86_400_000;
const service = await app();
afterAll(() => service.close());
const { ctx, clock, db } = service;
const logins = addLoginNetwork(service);
let named = 0;

beforeEach(async () => {
  await db.rows('update grants set refresh_at = null');
  await db.rows('update channels set reconnect_by = null');
  named += 1;
  Object.assign(logins, { refreshed: [], published: [], more: {} });
});

const inDays = (days: number) => new Date(clock.now().getTime() + days * DAY);
const connect = (account = 'one') => logins.connect(`ada${named}`, `${account}${named}`);
const read = async ({ id }: Channel) => (await service.call('getChannel', { params: { id } })).data;
const row = async ({ id }: Channel) => {
  const found = await findChannel(db, service.workspaceId, id);
  if (found === undefined) throw new Error('the channel is gone');
  return found;
};
const eventsOf = ({ id }: Channel, kind: string) =>
  db.rows<{ data: object }>('select data from events where channel_id = $1 and kind = $2 order by id', [
    id,
    kind,
  ]);

describe('a grant', () => {
  test('is exchanged when the network says, long before it expires', async () => {
    logins.more = { expiresAt: inDays(60), refreshAt: inDays(30) };
    await connect();
    await clock.advance('29 days');
    await refreshDueGrants(ctx);
    expect(logins.refreshed).toEqual([]);
    await clock.advance('1 day');
    await refreshDueGrants(ctx);
    expect(logins.refreshed).toHaveLength(1);
  });

  test('is used to its end and never exchanged if the network says so', async () => {
    logins.more = { refreshAt: null };
    const channel = await connect();
    await clock.advance('119 minutes');
    await refreshDueGrants(ctx);
    await openSession(ctx, logins.network, await row(channel));
    await clock.advance('10 minutes');
    await openSession(ctx, logins.network, await row(channel));
    expect(logins.refreshed).toEqual([]);
    expect((await read(channel)).needs_reconnect).toBe(false);
  });

  test('is exchanged an hour before its end if the network says nothing', async () => {
    await connect();
    await clock.advance('70 minutes');
    await refreshDueGrants(ctx);
    expect(logins.refreshed).toHaveLength(1);
  });

  test('is not exchanged again at once if the network names a moment that has passed', async () => {
    logins.more = { refreshAt: inDays(-1) };
    await connect();
    for (let round = 0; round < 4; round += 1) await refreshDueGrants(ctx);
    expect(logins.refreshed).toEqual([]);
  });

  test('keeps the end of its sign-in if a refresh says nothing of it, and loses it if there is none', async () => {
    logins.more = { reconnectBy: inDays(60) };
    const [one, two] = [await connect(), await connect('two')];
    const ends = async () => (await Promise.all([one, two].map(read))).map((each) => each.reconnect_by);
    const [before] = await ends();
    logins.more = {};
    await clock.advance('70 minutes');
    await refreshDueGrants(ctx);
    expect([await ends(), before === null]).toEqual([[before, before], false]);
    logins.more = { reconnectBy: null };
    await clock.advance('70 minutes');
    await refreshDueGrants(ctx);
    expect(await ends()).toEqual([null, null]);
  });
});

describe('the end of a sign-in', () => {
  const remind = async (channel: Channel) => {
    await remindOfSignIns(ctx);
    return (await eventsOf(channel, 'channel.reconnect_soon')).length;
  };

  test('is told 14, 7 and 1 days before, once each, and no more when it was moved', async () => {
    logins.more = { reconnectBy: inDays(60) };
    const channel = await connect();
    const told: number[] = [await remind(channel)];
    for (const wait of ['45 days', '2 days', '5 days', '1 day', '6 days', '1 hour']) {
      await clock.advance(wait);
      await remind(channel);
      told.push(await remind(channel));
    }
    expect(told).toEqual([0, 0, 1, 1, 2, 3, 3]);
    logins.more = { reconnectBy: inDays(60) };
    await connect();
    expect(await remind(channel)).toBe(3);
  });

  test('is told only by the reminders that are still ahead of a short sign-in', async () => {
    logins.more = { reconnectBy: inDays(10) };
    const channel = await connect();
    expect(await remind(channel)).toBe(0);
    await clock.advance('3 days');
    expect(await remind(channel)).toBe(1);
  });

  test('makes one notice for the channels of a login, with its time', async () => {
    logins.more = { reconnectBy: inDays(20) };
    const [one, two] = [await connect(), await connect('two')];
    await clock.advance('7 days');
    await remind(one);
    await createNotices(service);
    const about = (await noticesOf(service)).filter(({ kind }) => kind === 'channel.reconnect_soon');
    const ours = about.filter(({ channel_id: id }) => id === one.id || id === two.id);
    expect(ours).toHaveLength(1);
    expect(ours[0]?.body).toMatch(/ends on .*Other channels use the same sign-in/);
  });

  test('is not told of removed channels and of those that wait for a person already', async () => {
    logins.more = { reconnectBy: inDays(10) };
    const [one, two] = [await connect(), await connect('two')];
    await service.call('deleteChannel', { params: { id: one.id } });
    await db.rows('update channels set needs_reconnect = true where id = $1', [two.id]);
    await clock.advance('4 days');
    expect([await remind(one), await remind(two)]).toEqual([0, 0]);
  });
});

describe('a daily look at an account', () => {
  const look = async (state: AccountState | Error, channel: Channel) => {
    logins.network.look = async () => {
      if (state instanceof Error) throw state;
      return state;
    };
    await clock.advance('25 hours');
    for (const stale of await listStale(ctx)) await lookAt(ctx, stale);
    return read(channel);
  };
  const account = { id: 'other', name: 'Ada L.', username: 'ada_l', avatarUrl: null };

  test('shows its new names, and records them once', async () => {
    const channel = await connect();
    expect(await look({ account }, channel)).toMatchObject({ name: 'Ada L.', username: 'ada_l' });
    await look({ account }, channel);
    const { name, username } = channel;
    expect(await eventsOf(channel, 'channel.changed')).toEqual([
      { data: { before: { name, username }, after: { name: 'Ada L.', username: 'ada_l' } } },
    ]);
  });

  test('never changes which account a channel is, and cleans hostile names', async () => {
    const channel = await connect();
    const hostile = {
      ...account,
      name: `\u202e\u0000${'x'.repeat(10_000)}`,
      avatarUrl: 'javascript:alert(1)',
    };
    const { name, avatar_url } = await look({ account: hostile }, channel);
    expect([name.length, avatar_url]).toEqual([200, null]);
    expect((await row(channel)).account_id).toBe(`one${named}`);
  });

  test('moves the end of the sign-in for all channels of the login, and leaves it if nothing is said', async () => {
    const [one, two] = [await connect(), await connect('two')];
    const end = inDays(90);
    await look({ reconnectBy: end }, one);
    const ends = async () => (await Promise.all([one, two].map(read))).map((each) => each.reconnect_by);
    expect((await ends()).map((each) => Date.parse(each ?? ''))).toEqual([end.getTime(), end.getTime()]);
    await look({}, one);
    expect((await ends())[0]).not.toBeNull();
    await look({ reconnectBy: null }, one);
    expect(await ends()).toEqual([null, null]);
  });

  test('stores limits within bounds, and shows no scopes', async () => {
    const channel = await connect();
    const limits = {
      'text.max': 700,
      'text.links': 5000,
      'image.ratio': [0.0001, 5],
      'video.ratio': [0.5, 2],
      'video.fps': [60, 24],
      'video.codecs': ['avc', 'x'.repeat(100), 7],
      scopes: [
        'read',
        '',
        'a\u0000b',
        'x'.repeat(201),
        ...Array.from({ length: 200 }, (_, at) => `scope:${at}`),
      ],
    };
    const shown = await look({ limits } as unknown as AccountState, channel);
    const kept = { 'text.max': 700, 'text.links': 1000, 'video.ratio': [0.5, 2], 'video.codecs': ['avc'] };
    expect(shown.limits).toEqual(kept);
    const stored = (await row(channel)).limits;
    expect([stored.scopes?.length, stored.scopes?.[0]]).toEqual([100, 'read']);
    expect((await service.call('listChannels', {})).data.find(({ id }) => id === channel.id)?.limits).toEqual(
      kept,
    );
  });

  test('that fails changes nothing', async () => {
    const channel = await connect();
    const before = await read(channel);
    const away = new NetworkFault({ kind: 'unavailable', message: 'Away.', sent: true });
    expect(await look(away, channel)).toEqual(before);
  });
});
