/** A network whose form needs no app of the operator, while its sign-in page does. */
import { afterAll, beforeEach, expect, test } from 'vitest';
import { app } from '../support/app.ts';
import { createPost, getPost, scheduledFor } from '../support/posts.ts';
import { FAMILY, keysOf, registeredNetworks } from '../support/registered.ts';

const registered = registeredNetworks({ optional: true });
const service = await app({ networks: registered.networks });
afterAll(() => service.close());

const params = { family: FAMILY };
const platform = 'bell' as 'sandbox';
const setKeys = () => service.call('setNetworkApp', { params, body: keysOf('one') });
const connect = (username: string) =>
  service.call('createChannel', { body: { platform, credentials: { username } } });
const beginSignIn = () => service.call('beginConnect', { body: { platform } });
const shownApp = async () =>
  (await service.call('listNetworks', {})).data.find((network) => network.platform === platform)?.app;

beforeEach(async () => {
  await service.db.rows('delete from sign_ins');
  await service.db.rows('delete from grants');
  await service.db.rows('delete from operator_apps');
  await service.ctx.apps.deleteReplaced();
  registered.calls.splice(0);
});

test('accounts are connected by the form and publish without any stored app', async () => {
  const { data: channel } = await connect('ada');
  const post = await createPost(service, scheduledFor([channel]));
  await service.publishDue();
  expect((await getPost(service, post)).status).toBe('published');
  expect(registered.calls).toEqual(['connect with undefined', 'publish with undefined']);
});

test('the sign-in page still needs the keys', async () => {
  const { status, error } = await beginSignIn();
  expect([status, error.code]).toEqual([409, 'app_not_configured']);
  await setKeys();
  expect((await beginSignIn()).status).toBe(200);
  expect(registered.calls).toEqual(['begin with one']);
});

test('the lists of networks and of apps say that the keys are optional, and whether they are set', async () => {
  expect(await shownApp()).toEqual({ family: FAMILY, is_configured: false, is_optional: true });
  await setKeys();
  expect(await shownApp()).toEqual({ family: FAMILY, is_configured: true, is_optional: true });
  const { data } = await service.call('listNetworkApps', {});
  expect(data.find(({ family }) => family === FAMILY)).toMatchObject({ is_optional: true });
  expect(data.find(({ family }) => family === 'telegram')).toMatchObject({ is_optional: true });
  expect(data.find(({ family }) => family === 'x')).toMatchObject({ is_optional: false });
});

test('an account of the form does not use the app, so the keys can be deleted', async () => {
  await setKeys();
  expect((await connect('eve')).status).toBe(201);
  expect(registered.calls).toEqual(['connect with undefined']);
  expect((await service.call('deleteNetworkApp', { params })).status).toBe(204);
});
