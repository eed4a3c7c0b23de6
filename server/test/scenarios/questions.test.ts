/** Questions that clients ask networks about a channel: values of settings, and quotas. */
import type { Channel } from '@belfry/contract/channels.ts';
import { type Fault, NetworkFault } from '@belfry/networks/core/fault.ts';
import type { Network, Option, OptionsAsk, Quota } from '@belfry/networks/core/network.ts';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { app } from '../support/app.ts';
import type { Client } from '../support/client.ts';
import { addLoginNetwork } from '../support/logins.ts';

const service = await app();
afterAll(() => service.close());
const logins = addLoginNetwork(service);
const asks: OptionsAsk[] = [];
let options: Option[] | Fault;
let quotas: Quota[];
let isSignedOut = false;
let channel: Channel;
let named = 0;

const settings = {
  type: 'object',
  properties: {
    board_id: { type: 'string', 'x-belfry': 'options' },
    title: { type: 'string' },
    place: { type: 'string', 'x-belfry': 'search' },
    thread: { type: 'array', items: { type: 'object', properties: { place: { 'x-belfry': 'options' } } } },
  },
};

const add: Partial<Network> = {
  rules: { ...logins.network.rules, settings },
  async options(_, ask) {
    asks.push(ask);
    if (!Array.isArray(options)) throw new NetworkFault(options);
    return options;
  },
  async quota() {
    return quotas;
  },
  async look() {
    if (isSignedOut) throw new NetworkFault({ kind: 'reconnect', message: 'Signed out.' });
    return {};
  },
};

beforeEach(async () => {
  Object.assign(logins.network, add);
  named += 1;
  asks.length = 0;
  options = [{ value: '17', title: 'Bells' }];
  quotas = [];
  channel = await logins.connect(null, `ada${named}`);
});

type Query = { field: string; q?: string; settings?: string };
const list = (query: Query, client: Client = service) =>
  client.call('listSettingOptions', { params: { id: channel.id }, query });
const quota = (client: Client = service) => client.call('getChannelQuota', { params: { id: channel.id } });

describe('the values of a setting', () => {
  test('come from the network, which gets the query and the other settings', async () => {
    const { status, data } = await list({ field: 'board_id', q: 'be', settings: '{"title":"Bim"}' });
    expect([status, data]).toEqual([200, [{ value: '17', title: 'Bells', group: null, image_url: null }]]);
    expect(asks).toEqual([{ field: 'board_id', query: 'be', settings: { title: 'Bim' } }]);
    expect((await list({ field: 'thread.3.place' })).status).toBe(200);
  });

  test('are found by words, too', async () => {
    expect((await list({ field: 'place', q: 'Bell 鐘 & "x"' })).status).toBe(200);
    expect(asks).toEqual([{ field: 'place', query: 'Bell 鐘 & "x"', settings: {} }]);
  });

  test.each(['x'.repeat(201), 'a\u0000b'])('are not asked for with the words %#', async (q) => {
    expect((await list({ field: 'place', q })).status).toBe(422);
    expect(asks).toEqual([]);
  });

  test('are kept for five minutes by channel, field, query and settings, until the next sign-in', async () => {
    const both = async (query: Query) => {
      await list(query);
      await list(query);
      return asks.length;
    };
    expect(await both({ field: 'board_id' })).toBe(1);
    expect(await both({ field: 'board_id', q: 'b' })).toBe(2);
    expect(await both({ field: 'board_id', settings: '{"title":"x"}' })).toBe(3);
    await service.clock.advance('299 seconds');
    expect(await both({ field: 'board_id' })).toBe(3);
    await service.clock.advance('1 second');
    expect(await both({ field: 'board_id' })).toBe(4);
  });

  test.each([
    'title',
    'nothing',
    'thread',
    'thread.place',
    '__proto__',
    'constructor.name',
    'board_id.x',
    '.',
  ])('do not exist for %s', async (field) => {
    expect((await list({ field })).status).toBe(404);
    expect(asks).toEqual([]);
  });

  test('do not exist at a network without them', async () => {
    Object.assign(logins.network, { options: undefined });
    expect((await list({ field: 'board_id' })).status).toBe(404);
  });

  test.each(['[1]', 'null', '"x"', '{', `{"a":"${'x'.repeat(10_240)}"}`])(
    'are refused with the settings %#',
    async (given) => {
      expect((await list({ field: 'board_id', settings: given })).status).toBe(422);
      expect(asks).toEqual([]);
    },
  );

  test('of a hostile network are cleaned and bounded', async () => {
    const hostile = [
      { value: 'a\u0000', title: 'dropped' },
      { value: Number.NaN, title: 'dropped' },
      { value: { x: 1 }, title: 'dropped' },
      { value: 'x'.repeat(600), title: 'dropped' },
      { value: '1', title: `\u202e<b>\n${'y'.repeat(100_000)}`, imageUrl: 'javascript:alert(1)' },
      { value: 2, title: '\u0000', group: '\u200b', imageUrl: 'http://images.example/a.png' },
      { value: '3', title: 7, group: 'Towers', imageUrl: 'https://images.example/a.png' },
    ] as Option[];
    options = [...hostile, ...Array.from({ length: 100_000 }, (_, at) => ({ value: at, title: 'more' }))];
    const { data } = await list({ field: 'board_id' });
    expect(data).toHaveLength(96);
    const [first, second, third] = data;
    expect([first?.title.length, first?.title.slice(0, 4), first?.image_url]).toEqual([200, '<b> ', null]);
    expect(second).toEqual({ value: 2, title: '2', group: null, image_url: null });
    const image_url = 'https://images.example/a.png';
    expect(third).toEqual({ value: '3', title: '3', group: 'Towers', image_url });
  });
});

describe('a network that does not answer the question', () => {
  const unavailable = { kind: 'unavailable', message: 'Down.', sent: true } as const;
  test.each([
    [{ kind: 'rejected', message: 'No boards.' }, 422, 'network_refused'],
    [unavailable, 502, 'network_unreachable'],
    [{ kind: 'throttled', message: 'Slow.', retryAfter: 30, scope: 'channel' }, 502, 'network_unreachable'],
    [{ kind: 'reconnect', message: 'Signed out.' }, 409, 'channel_disconnected'],
  ] as [Fault, number, string][])('with %j', async (fault, status, code) => {
    options = fault;
    isSignedOut = fault.kind === 'reconnect';
    const answer = await list({ field: 'board_id' });
    expect([answer.status, answer.error.code]).toEqual([status, code]);
    expect(answer.error.message).toContain(fault.message);
    const { data } = await service.call('getChannel', { params: { id: channel.id } });
    expect(data.needs_reconnect).toBe(fault.kind === 'reconnect');
  });

  test.each<[string, { cause?: 'operator' }]>([
    ['the sign-in', {}],
    ['the app of the operator', { cause: 'operator' }],
  ])('because %s lacks a scope, names it', async (who, cause) => {
    options = { kind: 'rejected', message: 'No places.', missingScope: 'places', ...cause };
    const { status, error } = await list({ field: 'place', q: `Hall of ${who}` });
    expect([status, error.code, error.details]).toEqual([
      422,
      'network_refused',
      { scope: 'places', ...cause },
    ]);
  });

  test('because the account may not ask it, keeps the channel', async () => {
    options = { kind: 'reconnect', message: 'You may not see boards.' };
    isSignedOut = false;
    const answer = await list({ field: 'board_id' });
    expect([answer.status, answer.error.code]).toEqual([422, 'network_refused']);
    const { data } = await service.call('getChannel', { params: { id: channel.id } });
    expect(data.needs_reconnect).toBe(false);
  });

  test('is asked again, since no fault is kept', async () => {
    options = unavailable;
    await list({ field: 'board_id' });
    options = [];
    expect((await list({ field: 'board_id' })).status).toBe(200);
  });

  test('is not asked for a channel that waits for a person', async () => {
    await service.db.rows('update channels set needs_reconnect = true where id = $1', [channel.id]);
    expect((await list({ field: 'board_id' })).error.code).toBe('channel_disconnected');
    expect(asks).toEqual([]);
  });
});

describe('quotas', () => {
  test('are shown', async () => {
    const resetsAt = new Date('2030-01-01T00:00:00.000Z');
    quotas = [{ name: 'posts in 24 hours', used: 3, most: 50, scope: 'channel', resetsAt }];
    const resets_at = '2030-01-01T00:00:00.000000Z';
    const shown = { name: 'posts in 24 hours', used: 3, most: 50, scope: 'channel', resets_at };
    expect((await quota()).data).toEqual([shown]);
  });

  test('are empty at a network without them', async () => {
    Object.assign(logins.network, { quota: undefined });
    expect((await quota()).data).toEqual([]);
  });

  test('of a hostile network are cleaned and bounded', async () => {
    const row = { name: 'n\u0000\n', used: 1e300, most: 2.9, scope: 'all', resetsAt: new Date(8.64e15) };
    const broken = [
      { ...row, used: -1 },
      { ...row, most: '7' },
      { ...row, name: '\u200b' },
    ];
    quotas = [...broken, ...Array.from({ length: 1000 }, () => row)] as unknown as Quota[];
    const { data } = await quota();
    expect(data).toHaveLength(17);
    expect(data[0]).toEqual({ name: 'n', used: 1e12, most: 2, scope: 'channel', resets_at: null });
  });
});

test('a network is asked at most 30 times a minute for a channel, by both questions together', async () => {
  const ask = (at: number) => list({ field: 'board_id', q: `${at}` });
  for (let at = 0; at < 29; at += 1) expect((await ask(at)).status).toBe(200);
  expect((await quota()).status).toBe(200);
  const refused = await ask(30);
  expect([refused.status, refused.error.code, asks.length]).toEqual([429, 'rate_limited', 29]);
  expect((await ask(1)).status).toBe(200);
  channel = await logins.connect(null, `other${named}`);
  expect((await ask(31)).status).toBe(200);
});

describe('a question is refused', () => {
  test('about a channel of another workspace, a removed one, and one that the member may not use', async () => {
    const stranger = await service.inWorkspace();
    const limited = await service.as('editor');
    const other = await logins.connect(null, `other${named}`);
    await service.db.rows('update members set channel_ids = $2 where user_id = $1', [
      limited.userId,
      [other.id],
    ]);
    for (const client of [stranger, limited]) {
      expect([(await list({ field: 'board_id' }, client)).status, (await quota(client)).status]).toEqual([
        404, 404,
      ]);
    }
    await service.call('deleteChannel', { params: { id: channel.id } });
    expect([(await list({ field: 'board_id' })).status, (await quota()).status]).toEqual([404, 404]);
    expect(asks).toEqual([]);
  });

  test('of a key without the right to read channels', async () => {
    const client = await service.as('editor', { scopes: ['post.read'] });
    expect([(await list({ field: 'board_id' }, client)).status, (await quota(client)).status]).toEqual([
      403, 403,
    ]);
    expect(asks).toEqual([]);
  });
});
