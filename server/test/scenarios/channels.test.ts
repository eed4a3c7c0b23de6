import type { Channel } from '@belfry/contract/channels.ts';
import type { Network } from '@belfry/networks/core/network.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { listStale, lookAt } from '../../src/channels/look.ts';
import { app } from '../support/app.ts';
import { FIRST_MOMENT } from '../support/clock.ts';
import { refusalOf } from '../support/posts.ts';
import { connectSandbox } from '../support/sandbox.ts';

const service = await app();
afterAll(() => service.close());
const join = (body: unknown) => service.request('POST', '/channels', { body });

describe('connecting an account', () => {
  test('creates a channel with every field', async () => {
    const answer = await join({ platform: 'sandbox', credentials: { username: '@Ada_L' } });
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      data: {
        id: expect.any(Number),
        platform: 'sandbox',
        name: 'ada_l',
        username: 'ada_l',
        avatar_url: null,
        needs_reconnect: false,
        posting_times: ['09:00', '12:00', '17:00'],
        reconnect_by: null,
        limits: {},
        display_name: null,
        paused_at: null,
        posting_times_by_day: null,
        position: null,
        last_published_at: null,
        waiting: 0,
        created_at: FIRST_MOMENT,
      },
    });
    const { id } = answer.data as Channel;
    expect((await service.call('getChannel', { params: { id } })).data).toEqual(answer.data);
  });

  test('again answers 200 with the same channel, and creates another one in another workspace', async () => {
    const channel = await connectSandbox(service, 'grace');
    const again = await join({ platform: 'sandbox', credentials: { username: 'GRACE' } });
    expect([again.status, again.data]).toEqual([200, channel]);
    const elsewhere = await connectSandbox(await service.inWorkspace(), 'grace');
    expect(elsewhere.id).not.toBe(channel.id);
  });

  test('many times at once creates one channel', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => join({ platform: 'sandbox', credentials: { username: 'crowd' } })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(9).fill(200), 201]);
    expect(new Set(answers.map(({ data }) => (data as Channel).id)).size).toBe(1);
  });

  test.each([
    [{}, ['credentials', 'platform']],
    [{ platform: 'nowhere', credentials: {} }, ['platform']],
    [{ platform: '', credentials: {} }, ['platform']],
    [{ platform: 'sandbox', credentials: {} }, ['credentials.username']],
    [{ platform: 'sandbox', credentials: { username: 'ad a' } }, ['credentials.username']],
    [{ platform: 'sandbox', credentials: { username: 'ada', password: 'x' } }, ['credentials.password']],
    [{ platform: 'sandbox', credentials: 'ada' }, ['credentials']],
    [{ platform: 'sandbox', credentials: { username: 'a\u0000' } }, ['credentials']],
    [{ platform: 'sandbox', credentials: { username: 'ada' }, name: 'x' }, ['name']],
    [{ platform: 'sandbox', credentials: { username: 'ada' }, account_id: 'eve' }, ['account_id']],
  ])('is refused with the name of the field: %j', async (body, fields) => {
    expect(refusalOf(await join(body))).toEqual(['invalid', ...fields]);
  });

  test('by a sign-in page is refused when the network has none', async () => {
    const begin = (body: unknown) => service.request('POST', '/channels/connect', { body });
    expect(refusalOf(await begin({ platform: 'sandbox' }))).toEqual(['invalid', 'platform']);
    expect(refusalOf(await begin({ platform: 'nowhere' }))).toEqual(['invalid', 'platform']);
    expect(refusalOf(await begin({}))).toEqual(['invalid', 'platform']);
  });

  test('stores the credentials encrypted', async () => {
    const { id } = await connectSandbox(service, 'sealed');
    const row = await service.db.row<{ sealed: Buffer }>('select sealed from grants where channel_id = $1', [
      id,
    ]);
    expect(row?.sealed.toString('latin1')).not.toContain('sealed');
  });
});

describe('a network that cannot be reached', () => {
  test('is answered with 502, and no channel is created', async () => {
    await using cut = await app({ networkEndpoints: { sandbox: 'http://127.0.0.1:9' } });
    const body = { platform: 'sandbox', credentials: { username: 'ada' } };
    const answer = await cut.request('POST', '/channels', { body });
    expect([answer.status, answer.error.code]).toEqual([502, 'network_unreachable']);
    expect((await cut.call('listChannels', {})).data).toEqual([]);
  });
});

describe('the description of channels', () => {
  test('lists every channel of the workspace, the oldest first', async () => {
    const own = await service.inWorkspace();
    const channels = [await connectSandbox(own), await connectSandbox(own), await connectSandbox(own)];
    expect((await own.call('listChannels', {})).data).toEqual(channels);
  });

  test('has a JSON Schema for the settings of a channel', async () => {
    const { id } = await connectSandbox(service);
    const { data } = await service.call('getChannelSettings', { params: { id } });
    expect(data).toMatchObject({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: { behaviour: { enum: expect.arrayContaining(['ok', 'reject']) } },
    });
  });

  test('states the limits of every network with source and date, and how to connect', async () => {
    const { data } = await service.call('listNetworks', {});
    const sandbox = data.find(({ platform }) => platform === 'sandbox');
    expect(sandbox?.limits['text.max']).toMatchObject({ value: 500, unit: 'graphemes', confirmed: true });
    expect(sandbox?.connected_by).toMatchObject({ form: { required: ['username'] }, sign_in: null });
    for (const { joined_by, connected_by } of data) expect(joined_by).toEqual(connected_by);
    for (const { platform, connected_by, limits } of data) {
      expect([platform, connected_by.form ?? connected_by.sign_in]).not.toEqual([platform, null]);
      expect(Object.keys(limits)).toContain('text.max');
    }
    const platforms = data.map(({ platform }) => platform);
    expect(new Set(platforms).size).toBe(platforms.length);
  });
});

test('limits that cannot be read stay as they were, and are read again a day later', async () => {
  const channel = await connectSandbox(service);
  await service.db.rows(`update channels set limits = '{"text.max": 10}' where id = $1`, [channel.id]);
  await service.clock.advance('1 day 1 second');
  let asked = 0;
  const sandbox = service.ctx.networks.get('sandbox') as Network;
  const networks = new Map([
    [
      'sandbox',
      {
        ...sandbox,
        async look() {
          asked += 1;
          throw new Error('away');
        },
      },
    ],
  ]);
  const ctx = { ...service.ctx, networks };
  const refresh = async () => {
    for (const stale of await listStale(ctx)) if (stale.id === channel.id) await lookAt(ctx, stale);
  };
  for (let round = 0; round < 3; round += 1) await refresh();
  expect(asked).toBe(1);
  await service.clock.advance('23 hours 59 minutes');
  await refresh();
  expect(asked).toBe(1);
  await service.clock.advance('2 minutes');
  await refresh();
  expect(asked).toBe(2);
  const [row] = await service.db.rows('select limits from channels where id = $1', [channel.id]);
  expect(row).toEqual({ limits: { 'text.max': 10 } });
});
