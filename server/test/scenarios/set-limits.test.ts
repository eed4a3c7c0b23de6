/** Limits that the operator sets in place of those that no official page confirms. */
import { afterAll, expect, test } from 'vitest';
import { app } from '../support/app.ts';
import { scheduledFor } from '../support/posts.ts';
import { insertOne } from '../support/thing-rows.ts';

const service = await app({ networkLimits: { telegram: { 'text.max': 5000, rate: 30 } } });
afterAll(() => service.close());

test('are told to clients, and kept in place of the usual ones', async () => {
  const networks = (await service.call('listNetworks', {})).data;
  const telegram = networks.find(({ platform }) => platform === 'telegram');
  expect(telegram?.limits['text.max']).toMatchObject({
    value: 5000,
    source: 'NETWORK_LIMITS',
    confirmed: false,
  });
  expect(telegram?.rates).toMatchObject([{ most: 30 }]);

  const id = await insertOne(
    service,
    `insert into channels (workspace_id, platform, account_id, name, username)
     values ($1, 'telegram', '-1001', 'Bells', 'bells') returning id`,
    [service.workspaceId],
  );
  const start = (await service.call('getStart', {})).data;
  expect(start.networks.find(({ platform }) => platform === 'telegram')).toMatchObject({
    set_limits: { 'text.max': 5000, rate: 30 },
  });
  const lengths = [4097, 5000, 5001];
  const rules = await Promise.all(
    lengths.map(async (length) => {
      const body = scheduledFor([{ id }], { content: 'b'.repeat(length) });
      return (await service.call('validatePost', { body })).data.violations.map(({ rule }) => rule);
    }),
  );
  expect(rules).toEqual([[], [], ['text.max']]);
});
