/** A dry conversation with a network. */
import { NetworkFault } from '@belfry/networks/core/fault.ts';
import type { Network } from '@belfry/networks/core/network.ts';
import { allNetworks } from '@belfry/networks/index.ts';
import { sandbox } from '@belfry/networks/sandbox/index.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listConnected } from '../../src/channels/index.ts';
import { familyOf } from '../../src/network-apps/index.ts';
import { type Conversation, converse } from '../../src/rehearsal/index.ts';
import { type AppOptions, app } from '../support/app.ts';
import { type EveryNetwork, openEveryNetwork } from '../support/every-network.ts';
import { loopbackAllowed } from '../support/loopback.ts';
import { serveNames } from '../support/resolver.ts';

const source = 'https://net.example/limits';

/** The sandbox with everything that can be asked. */
const curious: Network = {
  ...(sandbox as unknown as Network),
  rules: {
    ...sandbox.rules,
    limits: {
      ...sandbox.rules.limits,
      'text.links': { value: 3, source, checked: '2026-11-22', confirmed: false },
      'text.hashtags': { value: 5, source, checked: '2026-11-22', confirmed: false },
    },
    rates: [
      { scope: 'channel', most: 20, seconds: 60, source, checked: '2026-11-22', confirmed: false },
      { scope: 'app', most: 9, seconds: 60, source, checked: '2026-11-22' },
    ],
    settings: {
      type: 'object',
      properties: {
        board: { type: 'string', 'x-belfry': 'options' },
        place: { type: 'object', properties: { id: { type: 'string', 'x-belfry': 'options' } } },
      },
    },
  },
  look: async (session) => {
    await session.http({ method: 'GET', url: `${session.endpoint}/api/whoami` });
    return { limits: { 'text.hashtags': 30, scopes: ['write'] } };
  },
  check: async () => [],
  quota: async () => [{ name: 'posts a day', used: 3, most: 100, scope: 'channel', resetsAt: null }],
  options: async (_, { field }) => {
    if (field === 'board') return [{ value: '1', title: 'Bells' }];
    throw new NetworkFault({ kind: 'rejected', message: 'No places here.' });
  },
};

test('asks for everything, and says what no page confirms', async () => {
  const others = allNetworks.filter(({ rules }) => rules.platform !== 'sandbox');
  await using service = await app({ networks: [...others, curious] });
  await service.call('createChannel', { body: { platform: 'sandbox', credentials: { username: 'tower' } } });
  const [channel] = await listConnected(service.db, 'sandbox');
  if (channel === undefined) throw new Error('no channel');
  const { steps, unconfirmed, calls } = await converse(service.ctx, curious, channel);
  expect(steps).toEqual([
    { name: 'account', isOk: true, saw: 'It states text.hashtags. It allows write.' },
    { name: 'check', isOk: true, saw: 'The account could publish now.' },
    { name: 'quota', isOk: true, saw: '3 of 100 posts a day used.' },
    { name: 'options of board', isOk: true, saw: '1 to choose from.' },
    { name: 'options of place.id', isOk: false, saw: 'No places here.' },
  ]);
  expect(unconfirmed).toEqual([
    `text.links 3: the network said nothing about it. Read in ${source}.`,
    `text.hashtags 5: the network says 30. Read in ${source}.`,
    `20 posts in 60 s of a channel: the network said nothing about it. Read in ${source}.`,
  ]);
  expect(calls).toMatchObject([{ method: 'GET', path: '/sandbox/api/whoami', status: 404 }]);
});

describe('the address of this installation', () => {
  const converseAt = async (publicUrl: string, options: AppOptions = {}) => {
    await using service = await app(options);
    await service.call('createChannel', {
      body: { platform: 'sandbox', credentials: { username: 'tower' } },
    });
    const [channel] = await listConnected(service.db, 'sandbox');
    if (channel === undefined) throw new Error('no channel');
    const network: Network = { ...(sandbox as unknown as Network), needs: ['public_url'] };
    const url = publicUrl.replace('{port}', new URL(service.origin).port);
    const ctx = { ...service.ctx, config: { ...service.ctx.config, publicUrl: url } };
    const { steps, calls } = await converse(ctx, network, channel);
    expect(JSON.stringify([steps, calls])).not.toMatch(/files\/\w/);
    expect(await Array.fromAsync(ctx.files.list(''))).toEqual([]);
    return steps.find(({ name }) => name === 'address');
  };

  test('is asked by this machine for a signed link of a file, which proves little', async () => {
    const names = await serveNames({ 'belfry.example.com': [['127.0.0.1']] });
    const options = { lookup: names.lookup, outboundAllow: loopbackAllowed };
    const step = await converseAt('http://belfry.example.com:{port}', options);
    expect(step).toMatchObject({ isOk: true, saw: expect.stringMatching(/got 200\. This does not prove/) });
    const other = await converseAt('http://belfry.example.com:{port}/elsewhere', options);
    expect(other).toMatchObject({
      isOk: false,
      saw: expect.stringMatching(/got 404\. This is not the file/),
    });
    const page = await converseAt('http://belfry.example.com:{port}/robots.txt?', options);
    expect(page).toMatchObject({ isOk: false, saw: expect.stringMatching(/got 200\. This is not the file/) });
    await names.close();
  });

  test('that has no public name is refused without a call', async () => {
    expect(await converseAt('http://belfry.internal')).toMatchObject({
      isOk: false,
      saw: expect.stringContaining('by a public name'),
    });
  });

  test('that this machine cannot reach may still be reached by the network', async () => {
    const names = await serveNames({});
    const step = await converseAt('http://belfry.example.com', { lookup: names.lookup });
    expect(step).toMatchObject({
      isOk: false,
      saw: expect.stringMatching(/cannot reach .* may still reach/),
    });
    await names.close();
  });
});

describe('without a channel', () => {
  let every: EveryNetwork;
  beforeAll(async () => {
    every = await openEveryNetwork();
  });
  afterAll(() => every.close());

  const converseWith = async (
    platform: string,
    change: object | undefined,
    changed = (network: Network) => network,
  ) => {
    const given = every.options.networkApps ?? {};
    const network = every.options.networks?.find(({ rules }) => rules.platform === platform) as Network;
    const family = String(familyOf(network));
    const networkApps = change === undefined ? {} : { [family]: { ...given[family], ...change } };
    await using service = await app({ ...every.options, networkApps });
    every.follow(service);
    return converse(service.ctx, changed(network), undefined);
  };
  const sawOf = ({ steps }: Conversation, step: string) =>
    steps.flatMap(({ name, isOk, saw }) => (name === step ? [[isOk, saw]] : []));

  test.each(allNetworks.filter((each) => each.app !== undefined).map(({ rules }) => rules.platform))(
    '%s answers whether it knows the app',
    async (platform) => {
      const { steps, calls, missing, unconfirmed } = await converseWith(platform, {});
      expect(steps).toContainEqual({
        name: 'keys',
        isOk: true,
        saw: expect.stringMatching(/^They are set, and in the right form\./),
      });
      expect(calls.length).toBeLessThanOrEqual(1);
      expect(missing).toMatch(/^No channel of .* is connected\. With one, this would also ask for /);
      expect(unconfirmed.join()).not.toContain('the network said');
    },
  );

  test('keys that are not set, or that the network does not know, are told', async () => {
    const unset = await converseWith('x', undefined);
    expect(sawOf(unset, 'keys')).toEqual([[false, expect.stringContaining('are not set')]]);
    expect(unset.calls).toEqual([]);
    const other = await converseWith('x', { client_secret: 'other' });
    expect(sawOf(other, 'keys')).toEqual([[false, expect.stringContaining('its secret is wrong')]]);
    const halved = { facebook_app_id: undefined, facebook_app_secret: undefined };
    expect(sawOf(await converseWith('facebook', halved), 'keys')).toEqual([
      [false, expect.stringContaining('keys of its Facebook app')],
    ]);
  });

  test('stored keys that a newer version of Belfry does not accept are told', async () => {
    const needsMore = (network: Network) => ({
      ...network,
      app: { ...network.app, guide: '', keys: { ...network.app?.keys, required: ['region'] } },
    });
    const { steps, calls } = await converseWith('x', {}, needsMore);
    expect(steps).toEqual([{ name: 'keys', isOk: false, saw: expect.stringContaining('x.region') }]);
    expect(calls).toEqual([]);
  });

  test.each([
    ['facebook', { tier: 'development' }, 'Only people with a role'],
    ['instagram', { tier: 'development' }, 'Only people with a role'],
    ['threads', { tier: 'development' }, 'Only people with a role'],
    ['linkedin', { tier: 'development' }, '500 calls a day'],
    ['linkedin_page', { tier: 'development' }, '500 calls a day'],
    ['pinterest', { tier: 'trial' }, 'Only'],
    ['tiktok', { audited: false }, 'Only the account itself'],
  ])('%s says what the tier %o means', async (platform, tier, words) => {
    expect(sawOf(await converseWith(platform, tier), 'tier')).toEqual([
      [true, expect.stringContaining(words)],
    ]);
  });

  test.each([
    ['facebook', { tier: 'live' }],
    ['tiktok', { audited: true }],
  ])('%s says nothing about %o', async (platform, tier) => {
    expect(sawOf(await converseWith(platform, tier), 'tier')).toEqual([]);
  });
});
