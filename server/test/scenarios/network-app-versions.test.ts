/** A channel keeps the version of the app with which its account was connected. */
import type { Channel } from '@belfry/contract/channels.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { refreshDueGrants } from '../../src/channels/grants/refresher.ts';
import { lookAt } from '../../src/channels/look.ts';
import { findChannel } from '../../src/channels/store.ts';
import { NetworkApps } from '../../src/network-apps/apps.ts';
import { checkAhead } from '../../src/publishing/checks/checker.ts';
import { type AppOptions, app, type TestApp } from '../support/app.ts';
import { createPost, getPost, scheduledFor } from '../support/posts.ts';
import { FAMILY, keysOf, registeredNetworks } from '../support/registered.ts';

const registered = registeredNetworks();
const open = (options: AppOptions = {}) => app({ networks: registered.networks, ...options });
const set = (service: TestApp, id: string) =>
  service.call('setNetworkApp', { params: { family: FAMILY }, body: keysOf(id) });
const connect = async (service: TestApp) =>
  (await service.call('createChannel', { body: { platform: 'bell', credentials: { username: 'ada' } } }))
    .data;
const versions = async ({ db }: TestApp) =>
  (await db.rows<{ id: number }>('select id from operator_apps order by id')).map(({ id }) => id);

/** The calls since the last time. */
const calls = () => registered.calls.splice(0);
beforeEach(() => void calls());

/** Causes each kind of call for a connected account. */
async function useChannel(service: TestApp, channel: Channel): Promise<void> {
  const { ctx, clock, db } = service;
  const row = await findChannel(db, service.workspaceId, channel.id);
  if (row === undefined) throw new Error('the channel is gone');
  await lookAt(ctx, row);
  await createPost(service, scheduledFor([channel]));
  await service.publishDue();
  await createPost(service, scheduledFor([channel], { scheduled_at: await clock.in('30 minutes') }));
  await checkAhead(ctx);
  await clock.advance('70 minutes');
  await refreshDueGrants(ctx);
  await service.publishDue();
}

const allCalls = (id: string) =>
  ['look', 'publish', 'check', 'refresh', 'publish'].map((call) => `${call} with ${id}`);

describe('a connected account', () => {
  test('is used with its version of the keys until it is connected again', async () => {
    await using service = await open();
    await set(service, 'one');
    const channel = await connect(service);
    expect(calls()).toEqual(['connect with one']);
    await set(service, 'two');
    await useChannel(service, channel);
    expect(calls()).toEqual(allCalls('one'));
    await connect(service);
    await useChannel(service, channel);
    expect(calls()).toEqual(['connect with two', ...allCalls('two')]);
  });

  test('is connected by the page with the version that began the sign-in', async () => {
    await using service = await open();
    await set(service, 'one');
    const { authorize_url } = (await service.call('beginConnect', { body: { platform: 'bell' } })).data;
    await set(service, 'two');
    expect((await fetch(authorize_url)).status).toBe(200);
    expect(calls()).toEqual(['begin with one', 'finish with one']);
    const [channel] = (await service.call('listChannels', {})).data;
    await useChannel(service, channel as Channel);
    expect(calls()).toEqual(allCalls('one'));
  });

  test('is not connected by the page if the keys were deleted meanwhile', async () => {
    await using service = await open();
    await set(service, 'one');
    const { authorize_url } = (await service.call('beginConnect', { body: { platform: 'bell' } })).data;
    await service.call('deleteNetworkApp', { params: { family: FAMILY } });
    const answer = await fetch(authorize_url);
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([
      409,
      'app_not_configured',
    ]);
    expect(calls()).toEqual(['begin with one']);
  });
});

test('a replaced version is deleted after an hour, unless a grant or a sign-in names it', async () => {
  await using service = await open();
  await set(service, 'unused');
  await set(service, 'one');
  const channel = await connect(service);
  await set(service, 'two');
  await service.call('beginConnect', { body: { platform: 'bell' } });
  await set(service, 'three');
  const [unused, one, two, three] = await versions(service);
  await service.ctx.apps.deleteReplaced();
  expect(await versions(service)).toEqual([unused, one, two, three]);
  await service.clock.advance('61 minutes');
  await service.ctx.apps.deleteReplaced();
  expect(await versions(service)).toEqual([one, two, three]);
  await service.call('deleteChannel', { params: { id: channel.id } });
  await service.db.rows('delete from sign_ins');
  await service.ctx.apps.deleteReplaced();
  expect(await versions(service)).toEqual([three]);
});

test('keys that another process deleted leave the memory of this one', async () => {
  await using service = await open();
  const [bell] = registered.networks.filter(({ rules }) => rules.platform === 'bell');
  if (bell === undefined) throw new Error('there is no bell');
  await set(service, 'one');
  const other = new NetworkApps(service.ctx);
  const app = await other.find(bell);
  await service.call('deleteNetworkApp', { params: { family: FAMILY } });
  expect(await other.find(bell)).toBeUndefined();
  await other.deleteReplaced();
  expect(await other.find(bell, app?.id)).toBeUndefined();
});

describe('keys in the environment', () => {
  const networkApps = { [FAMILY]: keysOf('env') };

  test('win over stored keys, which cannot be changed meanwhile', async () => {
    await using service = await open();
    await set(service, 'one');
    const older = await connect(service);
    Object.assign(service.ctx.config, { networkApps });
    const { data } = await service.call('listNetworkApps', {});
    expect(data.find(({ family }) => family === FAMILY)).toMatchObject({
      is_configured: true,
      source: 'environment',
      updated_at: null,
    });
    const params = { family: FAMILY };
    const answers = [await set(service, 'two'), await service.call('deleteNetworkApp', { params })];
    expect(answers.map(({ status, error }) => [status, error.code])).toEqual([
      [409, 'app_from_environment'],
      [409, 'app_from_environment'],
    ]);
    calls();
    await useChannel(service, older);
    expect(calls()).toEqual(allCalls('one'));
    await connect(service);
    await useChannel(service, older);
    expect(calls()).toEqual(['connect with env', ...allCalls('env')]);
    expect(await service.db.rows('select app_id from grants')).toEqual([{ app_id: null }]);
  });

  test('are replaced by stored keys after the operator removed them', async () => {
    await using service = await open({ networkApps });
    const channel = await connect(service);
    const post = await createPost(service, scheduledFor([channel]));
    Object.assign(service.ctx.config, { networkApps: {} });
    await service.publishDue();
    const timeline = (await service.call('listPostEvents', { params: { id: post.id } })).data;
    expect(timeline.find(({ kind }) => kind === 'target.put_off')?.data).toEqual({
      because: 'throttled',
      message: expect.stringMatching(/^The keys of the app for Bell are not set\. Ask the operator/),
      seconds: 900,
    });
    expect((await service.call('listChannels', {})).data).toMatchObject([{ needs_reconnect: false }]);
    await set(service, 'one');
    const params = { family: FAMILY };
    expect((await service.call('deleteNetworkApp', { params })).error.details).toEqual({ channels: 1 });
    await service.clock.advance('16 minutes');
    await service.publishDue();
    expect((await getPost(service, post)).status).toBe('published');
    expect(calls()).toEqual(['connect with env', 'publish with one']);
  });

  test.each<[object, string]>([
    [{ bels: {} }, 'NETWORK_APPS: it names "bels": the families are '],
    [{ [FAMILY]: { client_id: 'one' } }, 'NETWORK_APPS: bells.client_secret is required.'],
    [
      { [FAMILY]: { ...keysOf('one'), client_secret: 'hunter2' } },
      'NETWORK_APPS: bells.client_secret must have at least 12 characters.',
    ],
  ])('such as %j end the start with a sentence', async (apps, sentence) => {
    await expect(open({ networkApps: apps as never })).rejects.toThrow(sentence);
  });
});
