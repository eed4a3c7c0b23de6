import { afterAll, expect, test } from 'vitest';
import { openVault } from '../../src/base/vault.ts';
import { ConfigError } from '../../src/config/index.ts';
import { requireSameSecret } from '../../src/setup/setup.ts';
import { app } from '../support/app.ts';

const service = await app();
afterAll(() => service.close());

test('a process with another secret does not start', async () => {
  await requireSameSecret(service.ctx);
  await requireSameSecret(service.ctx);
  const vault = openVault({ secret: 'quite another secret of some length' });
  await expect(requireSameSecret({ db: service.db, vault })).rejects.toThrow(ConfigError);
});

test('a sign-in that returns with repeated parameters is refused with 422, not 500', async () => {
  const answer = await fetch(`${service.origin}/connect/callback?state=a&state=b&code=c&code=d`);
  expect(answer.status).toBe(422);
});

test('connecting again under the same Idempotency-Key answers the same, and does not connect again', async () => {
  const join = () =>
    service.request('POST', '/channels', {
      body: { platform: 'sandbox', credentials: { username: 'twice' } },
      headers: { 'idempotency-key': 'join' },
    });
  const tokens = () =>
    service.db.rows("select key from records where collection = 'tokens' and data ->> 'username' = 'twice'");
  const first = await join();
  const again = await join();
  expect([again.status, again.body]).toEqual([first.status, first.body]);
  expect(again.headers.get('idempotency-replayed')).toBe('true');
  expect(await tokens()).toHaveLength(1);
});
