/** Networks that need a public address of this installation. */
import { afterAll, expect, test } from 'vitest';
import { checkAhead } from '../../src/publishing/index.ts';
import { app } from '../support/app.ts';
import { addLoginNetwork } from '../support/logins.ts';
import { createPost, getPost, scheduledFor } from '../support/posts.ts';

const service = await app();
afterAll(() => service.close());
const logins = addLoginNetwork(service);

test('an account is not connected while the network cannot use the address, and the network is not asked', async () => {
  let asked = 0;
  Object.assign(logins.network, { needs: ['public_url'] });
  const { form } = logins.network;
  logins.network.form = {
    credentials: form?.credentials ?? {},
    connect: async (...args) => {
      asked += 1;
      return (await form?.connect(...args)) ?? [];
    },
  };
  const body = { platform: 'logins', credentials: { account: 'ada' } };
  const answer = await service.call('createChannel', { body });
  expect([answer.status, answer.error.code, asked]).toEqual([409, 'address_unfit', 0]);
  expect(answer.error.message).toContain('set PUBLIC_URL to such an address');
  Object.assign(logins.network, { needs: [] });
  expect((await service.call('createChannel', { body })).status).toBe(201);
});

test('a sign-in does not begin either', async () => {
  const oauth = {
    input: { type: 'object' },
    begin: async () => expect.fail('asked'),
    finish: async () => [],
  };
  Object.assign(logins.network, { needs: ['https'], oauth });
  const answer = await service.call('beginConnect', { body: { platform: 'logins' } });
  expect([answer.status, answer.error.code]).toEqual([409, 'address_unfit']);
  Object.assign(logins.network, { needs: [] });
});

test('the posts of a channel that was connected before are warned of', async () => {
  const channel = await logins.connect(null, 'bee');
  Object.assign(logins.network, { needs: ['https'] });
  const at = new Date(service.clock.now().getTime() + 2 * 3_600_000).toISOString();
  const post = await createPost(service, { ...scheduledFor([channel]), scheduled_at: at });
  await checkAhead(service.ctx);
  const [target] = (await getPost(service, post)).targets;
  expect(target?.warnings).toEqual([expect.stringContaining('requires an https address')]);
});

test('a post that needs more of the address than others is warned of, and refused when it is due', async () => {
  Object.assign(logins.network, {
    needs: [],
    needsFor: ({ media }: { media: readonly object[] }) => (media.length === 0 ? ['public_url'] : []),
  });
  const channel = await logins.connect(null, 'cat');
  const at = new Date(service.clock.now().getTime() + 2 * 3_600_000).toISOString();
  const post = await createPost(service, { ...scheduledFor([channel]), scheduled_at: at });
  await checkAhead(service.ctx);
  const [planned] = (await getPost(service, post)).targets;
  expect(planned?.warnings).toEqual([expect.stringContaining('set PUBLIC_URL to such an address')]);
  await service.clock.advance('3 hours');
  await service.publishDue();
  const [target] = (await getPost(service, post)).targets;
  expect([target?.status, target?.error?.code]).toEqual(['failed', 'rejected']);
  expect(target?.error?.message).toContain('set PUBLIC_URL to such an address');
  expect(logins.published).toEqual([]);
});
