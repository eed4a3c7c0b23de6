/** A login that may not do something with one of its accounts is still a login. */
import type { Channel } from '@belfry/contract/channels.ts';
import { NetworkFault } from '@belfry/networks/core/fault.ts';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { measureDue } from '../../src/live/index.ts';
import { app } from '../support/app.ts';
import { addLoginNetwork } from '../support/logins.ts';
import { createPost, getPost, scheduledFor } from '../support/posts.ts';

const service = await app();
afterAll(() => service.close());
const logins = addLoginNetwork(service);
let login: string;
let named = 0;
let one: Channel;
let two: Channel;

beforeEach(async () => {
  named += 1;
  login = `ada${named}`;
  one = await logins.connect(login, `one${named}`);
  two = await logins.connect(login, `two${named}`);
});

const areLost = () =>
  Promise.all(
    [one, two].map(
      async ({ id }) => (await service.call('getChannel', { params: { id } })).data.needs_reconnect,
    ),
  );
const publish = async (channel: Channel) => {
  const post = await createPost(service, scheduledFor([channel], { content: 'Hello' }));
  await service.publishDue();
  return getPost(service, post);
};
const measure = async () => {
  await service.clock.advance('61 minutes');
  await measureDue(service.ctx, new AbortController().signal);
};

test('numbers that an account may not read disconnect nothing', async () => {
  await publish(one);
  logins.forbidden.push(`one${named}`);
  await measure();
  expect(await areLost()).toEqual([false, false]);
});

test('a login that the network no longer accepts is found when numbers are read', async () => {
  await publish(one);
  logins.lose(login);
  await measure();
  expect(await areLost()).toEqual([true, true]);
});

test('a login that is lost by the second try, after a refresh, is found too', async () => {
  await publish(one);
  const { measure: measuring, look } = logins.network;
  const refuse = () => Promise.reject(new NetworkFault({ kind: 'reconnect', message: 'Sign in again.' }));
  const errors = [new NetworkFault({ kind: 'expired', message: 'The token is old.' })];
  const read = () =>
    Promise.reject(errors.shift() ?? new NetworkFault({ kind: 'reconnect', message: 'No.' }));
  Object.assign(logins.network, { measure: { batch: 20, read }, look: refuse });
  await measure();
  Object.assign(logins.network, { measure: measuring, look });
  expect([logins.refreshed.at(-1), await areLost()]).toEqual([login, [true, true]]);
});

test('an account whose state cannot be read at the moment stays connected', async () => {
  await publish(one);
  const { look } = logins.network;
  const busy = new NetworkFault({ kind: 'unavailable', message: 'Down.', sent: true });
  Object.assign(logins.network, { look: () => Promise.reject(busy) });
  logins.forbidden.push(`one${named}`);
  await measure();
  Object.assign(logins.network, { look });
  expect(await areLost()).toEqual([false, false]);
});

test('an account on which the login may not publish any more waits alone', async () => {
  logins.forbidden.push(`one${named}`);
  const post = await publish(one);
  expect(post.targets[0]?.status).toBe('pending');
  expect(await areLost()).toEqual([true, false]);
  expect((await publish(two)).status).toBe('published');
});

test('all accounts of a login wait when the network refuses it for one of them', async () => {
  logins.lose(login);
  await publish(one);
  expect(await areLost()).toEqual([true, true]);
});
