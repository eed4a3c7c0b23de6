import { afterEach, describe, expect, test } from 'vitest';
import { loopbackHttp } from '../../server/test/support/loopback-http.ts';
import type { Caller } from '../core/network.ts';
import { openSession } from '../testing/target.ts';
import type { Grant } from './api.ts';
import { check, form, look } from './connect.ts';
import { type MastodonFake, startFake } from './fake.ts';
import { parseInstance } from './instance.ts';
import type { KnownSoftware } from './software.ts';

let fake: MastodonFake | undefined;
afterEach(() => fake?.server.close());

async function start(software: KnownSoftware = 'mastodon'): Promise<MastodonFake> {
  fake = await startFake({ software });
  return fake;
}

const caller: Caller = { http: loopbackHttp, endpoint: undefined, app: undefined, now: () => new Date() };

test.each<[KnownSoftware, object]>([
  [
    'mastodon',
    { 'text.max': 500, 'text.url_length': 23, 'media.max': 4, 'media.mixed': false, 'alt.max': 1500 },
  ],
  [
    'gotosocial',
    { 'text.max': 5000, 'text.url_length': 0, 'media.max': 6, 'media.mixed': true, 'alt.max': 5000 },
  ],
  ['pleroma', { 'text.max': 5000, 'text.url_length': 0, 'media.max': 1000, 'image.bytes': 16_000_000 }],
  ['pixelfed', { 'text.max': 500, 'text.url_length': 0, 'media.max': 4, 'media.min': 1, 'videos.max': 0 }],
  ['hollo', { 'text.max': 10_000, 'text.url_length': 0, 'media.max': 8, 'video.bytes': 134_217_728 }],
])('an account on %s is connected by a token, with the limits of its server', async (software, limits) => {
  const { credentials, account, grant } = await start(software);
  const [connected, ...others] = await form.connect(credentials, caller);
  expect(others).toEqual([]);
  expect(connected).toMatchObject({ account, limits });
  expect(connected?.grant).toEqual(grant);
});

test('the limits of a channel can be read again', async () => {
  const session = openSession<Grant>(await start(), caller);
  expect(await look(session)).toMatchObject({ limits: { 'text.max': 500, 'image.pixels': 33_177_600 } });
});

test('the check finds a revoked token, and reports no other answer as one', async () => {
  const session = openSession<Grant>(await start(), caller);
  expect(await check(session)).toEqual([]);
  const revoked = { ...session, grant: { ...session.grant, access_token: 'another' } };
  await expect(check(revoked)).rejects.toMatchObject({ fault: { kind: 'reconnect' } });
  const http = async () => ({ status: 403, headers: {}, text: '', json: undefined }) as never;
  expect(await check({ ...session, http })).toEqual([]);
});

test('an endpoint replaces the server’s address, but the account keeps the server’s name', async () => {
  const { credentials, server } = await start();
  const [connected] = await form.connect(
    { ...credentials, instance: 'social.example' },
    { ...caller, endpoint: server.url },
  );
  expect(connected).toMatchObject({
    account: { id: '109302436954721982@social.example', username: 'ada@fake.example' },
    grant: { instance: 'https://social.example' },
  });
});

describe('rejected', () => {
  test('a wrong token, with a hint where to create one', async () => {
    const { credentials } = await start();
    const connecting = form.connect({ ...credentials, access_token: 'wrong' }, caller);
    await expect(connecting).rejects.toMatchObject({
      fault: { kind: 'rejected', message: expect.stringContaining('Preferences → Development') },
    });
  });

  test('a server that does not speak the API', async () => {
    const { server } = await start();
    const connecting = form.connect(
      { instance: 'example.org', access_token: 'x' },
      { ...caller, endpoint: `${server.url}/other` },
    );
    await expect(connecting).rejects.toMatchObject({
      fault: { kind: 'rejected', message: 'example.org does not answer as a Mastodon server.' },
    });
  });

  test.each(['', 'not a server', 'https://'])('“%s” as an address', async (instance) => {
    await expect(form.connect({ instance, access_token: 'x' }, caller)).rejects.toMatchObject({
      fault: { kind: 'rejected', message: expect.stringContaining('such as https://mastodon.social') },
    });
  });
});

test.each([
  [{ domain: 'people.example' }, 'ada@people.example'],
  [{ uri: 'https://people.example/' }, 'ada@people.example'],
  [{}, 'ada@a.example'],
])('a server that describes itself as %j has the account %s', async (own, username) => {
  const profile = { id: '1', username: 'ada', configuration: {}, ...own };
  const http = async () => ({ status: 200, headers: {}, text: '', json: profile });
  const [connected] = await form.connect({ instance: 'a.example', access_token: 'x' }, { ...caller, http });
  expect(connected?.account).toMatchObject({ id: '1@a.example', name: 'ada', username, avatarUrl: null });
});

const isOther = { kind: 'rejected', message: 'a.example does not answer as a Mastodon server.' };

test.each([
  [200, { id: '1', name: 'Ada' }, isOther],
  [200, { username: 'ada' }, isOther],
  [201, { id: '1', username: 'ada' }, { kind: 'unavailable', sent: true }],
  [404, { error: 'Not here.' }, isOther],
  [401, { error: 'Invalid.' }, { kind: 'rejected', message: expect.stringContaining('token (Invalid.)') }],
  [403, {}, { kind: 'rejected', message: expect.stringContaining('does not accept this access token. ') }],
  [422, { error: 'Too old.' }, { kind: 'rejected', message: 'Too old.' }],
  [429, {}, { kind: 'throttled' }],
  [503, {}, { kind: 'unavailable' }],
])('a profile that is answered with %i %j', async (status, json, fault) => {
  const http = async () => ({ status, headers: {}, text: '', json });
  const connecting = form.connect({ instance: 'a.example', access_token: 'x' }, { ...caller, http });
  await expect(connecting).rejects.toMatchObject({ fault });
});

test('a server that is down can be tried again', async () => {
  const connecting = form.connect({ instance: 'http://127.0.0.1:9', access_token: 'x' }, caller);
  await expect(connecting).rejects.toMatchObject({ fault: { kind: 'unavailable' } });
});

test.each([
  ['mastodon.social', 'https://mastodon.social'],
  [' https://mastodon.social/@ada ', 'https://mastodon.social'],
  ['@ada@mastodon.social', 'https://mastodon.social'],
  ['http://127.0.0.1:3000/', 'http://127.0.0.1:3000'],
])('“%s” is read as %s', (typed, instance) => {
  expect(parseInstance(typed)).toBe(instance);
});
