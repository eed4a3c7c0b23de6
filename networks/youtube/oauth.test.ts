import { afterEach, beforeEach, expect, test } from 'vitest';
import { loopbackHttp } from '../../server/test/support/loopback-http.ts';
import type { OAuthCaller } from '../core/network.ts';
import { openSession } from '../testing/target.ts';
import type { App, Grant } from './api.ts';
import { redirectUri, startFake, type YoutubeFake } from './fake.ts';
import { check, look, oauth, refresh } from './oauth.ts';

let fake: YoutubeFake;
beforeEach(async () => {
  fake = await startFake();
});
afterEach(() => fake.server.close());

function makeCaller(changes: Partial<OAuthCaller<App>> = {}): OAuthCaller<App> {
  return {
    http: loopbackHttp,
    endpoint: fake.server.url,
    app: fake.app as App,
    now: () => new Date(),
    redirectUri,
    state: 'state-1',
    apps: { get: async () => undefined, put: async () => {} },
    ...changes,
  };
}

/** Signs in as a person would, who agrees to everything that the fake allows. */
async function signIn() {
  const { authorizeUrl, secret } = await oauth.begin({}, makeCaller());
  const { headers } = await loopbackHttp({ method: 'GET', url: authorizeUrl });
  const params = Object.fromEntries(new URL(headers.location ?? '').searchParams);
  return oauth.finish(params, secret, makeCaller());
}

const refused = (message: string) => ({
  fault: { kind: 'rejected', message: expect.stringContaining(message) },
});

test('a person signs in, and the channel is connected', async () => {
  const [connected] = await signIn();
  expect(connected).toMatchObject({
    account: fake.account,
    grant: { scopes: fake.grant.scopes, uploads: fake.grant.uploads, refresh: expect.any(String) },
    limits: { scopes: fake.grant.scopes },
    expiresAt: expect.any(Date),
  });
});

test('the sign-in page is Google’s own', async () => {
  const { authorizeUrl } = await oauth.begin({}, makeCaller({ endpoint: undefined }));
  expect(authorizeUrl).toMatch(/^https:\/\/accounts\.google\.com\/o\/oauth2\/v2\/auth\?/);
});

test('without an app of the operator nobody can sign in', async () => {
  await expect(oauth.begin({}, makeCaller({ app: undefined }))).rejects.toMatchObject(
    refused('operator of this installation has not registered'),
  );
});

test('a person who does not allow uploads is asked to start again', async () => {
  fake.channel.oauth.denied.add('https://www.googleapis.com/auth/youtube.upload');
  await expect(signIn()).rejects.toMatchObject(refused('allow what Google asks'));
});

test('a person may decline to let Belfry manage playlists and comments', async () => {
  fake.channel.oauth.denied.add('https://www.googleapis.com/auth/youtube.force-ssl');
  const [connected] = await signIn();
  expect(connected?.grant.scopes).toHaveLength(2);
  expect(connected?.limits?.scopes).toEqual(connected?.grant.scopes);
});

test('an account without a channel is refused', async () => {
  fake.channel.channels = [];
  await expect(signIn()).rejects.toMatchObject(refused('no YouTube channel'));
});

test('a channel with an id that cannot be stored is left out', async () => {
  fake.channel.channels = [{ ...fake.channel.channels[0], id: { a: 1 } }];
  await expect(signIn()).rejects.toMatchObject(refused('no YouTube channel'));
});

test('several channels of one sign-in share their grant', async () => {
  const [first] = fake.channel.channels;
  fake.channel.channels = [{ ...first }, { ...first, id: 'UC2' }];
  const logins = (await signIn()).map(({ login }) => login);
  expect(logins).toEqual([fake.account.id, fake.account.id]);
});

test('a channel that is not verified has videos of 15 minutes', async () => {
  const [channel] = fake.channel.channels;
  Object.assign(channel ?? {}, { status: { longUploadsStatus: 'eligible' } });
  expect(await signIn()).toMatchObject([{ limits: { 'video.seconds': 900 } }]);
  const { scopes } = fake.grant;
  expect(await look(openSession<Grant, App>(fake))).toMatchObject({
    limits: { scopes, 'video.seconds': 900 },
  });
});

test('a look reads the name and the picture of the channel, if it is still there', async () => {
  const [channel] = fake.channel.channels;
  const thumbnails = { default: { url: 'https://yt3.ggpht.com/tower.jpg' } };
  fake.channel.channels = [{ ...channel, snippet: { title: 'Tower', customUrl: '@tower', thumbnails } }];
  const account = { ...fake.account, name: 'Tower', username: 'tower', avatarUrl: thumbnails.default.url };
  const limits = { scopes: fake.grant.scopes };
  expect(await look(openSession<Grant, App>(fake))).toEqual({ account, limits });
  fake.channel.channels = [{ ...channel, id: 'UC2' }];
  expect(await look(openSession<Grant, App>(fake))).toEqual({ limits });
});

test('a refresh keeps the refresh token, the scopes and the list of uploads', async () => {
  const session = openSession<Grant, App>(fake);
  const fresh = await refresh(session);
  expect(fresh.grant).toEqual({ ...fake.grant, access: expect.any(String) });
  expect(fresh.grant.access).not.toBe(fake.grant.access);
  expect(fresh.expiresAt).toEqual(new Date('2026-11-21T12:59:59Z'));
  expect(await look({ ...session, grant: fresh.grant })).toEqual({
    account: fake.account,
    limits: { scopes: fake.grant.scopes },
  });
});

test('a check finds the channel, or says that it is gone', async () => {
  const session = openSession<Grant, App>(fake);
  expect(await check(session)).toEqual([]);
  fake.channel.channels = [{ ...fake.channel.channels[0], id: 'UC2' }];
  expect(await check(session)).toEqual([expect.stringContaining('no longer has this YouTube channel')]);
});

test('a check notices a sign-in that YouTube no longer accepts', async () => {
  const session = openSession<Grant, App>(fake);
  fake.channel.oauth.expireAccess();
  await expect(check(session)).rejects.toMatchObject({ fault: { kind: 'expired' } });
});

test('a person who removed the app must sign in again', async () => {
  const session = openSession<Grant, App>(fake);
  fake.channel.oauth.endSignIns();
  await expect(refresh(session)).rejects.toMatchObject({ fault: { kind: 'reconnect' } });
});

test('a mistyped secret of the operator never asks the person', async () => {
  const session = openSession<Grant, App>(fake, { app: { ...(fake.app as App), client_secret: 'x' } });
  await expect(refresh(session)).rejects.toMatchObject({ fault: { kind: 'throttled', scope: 'app' } });
});
