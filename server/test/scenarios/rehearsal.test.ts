/** A dry conversation with a network. */
import { NetworkFault } from '@belfry/networks/core/fault.ts';
import type { Network } from '@belfry/networks/core/network.ts';
import { allNetworks } from '@belfry/networks/index.ts';
import { sandbox } from '@belfry/networks/sandbox/index.ts';
import { expect, test } from 'vitest';
import { listConnected } from '../../src/channels/index.ts';
import { converse } from '../../src/rehearsal/index.ts';
import { app } from '../support/app.ts';

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
  ]);
  expect(calls).toMatchObject([{ method: 'GET', path: '/sandbox/api/whoami', status: 404 }]);
});
