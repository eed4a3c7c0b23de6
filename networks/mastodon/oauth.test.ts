import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { loopbackHttp } from '../../server/test/support/loopback-http.ts';
import type { JsonObject } from '../core/json.ts';
import type { OAuthCaller } from '../core/network.ts';
import { openSession } from '../testing/target.ts';
import type { Grant } from './api.ts';
import { check } from './connect.ts';
import { type MastodonFake, startFake } from './fake.ts';
import { oauth, revoke } from './oauth.ts';

let fake: MastodonFake;
let kept: Map<string, JsonObject>;
beforeEach(async () => {
  fake = await startFake();
  kept = new Map();
});
afterEach(() => fake.server.close());

function makeCaller(changes: Partial<OAuthCaller> = {}): OAuthCaller {
  return {
    http: loopbackHttp,
    endpoint: undefined,
    app: undefined,
    now: () => new Date(),
    redirectUri: 'https://belfry.example.com/connect/callback',
    state: 'state-1',
    apps: {
      get: async (host) => kept.get(host),
      put: async (host, app) => void kept.set(host, app),
    },
    ...changes,
  };
}

/** Simulates the person's browser: opens the page, agrees, and returns the parameters of the redirect back. */
async function agree(authorizeUrl: string): Promise<Record<string, string>> {
  const { headers } = await loopbackHttp({ method: 'GET', url: authorizeUrl });
  return Object.fromEntries(new URL(headers.location ?? '').searchParams);
}

function begin(caller = makeCaller()) {
  return oauth.begin({ instance: fake.server.url }, caller);
}

test('a person signs in on the server’s page', async () => {
  const { authorizeUrl, secret } = await begin();
  const params = await agree(authorizeUrl);
  expect(params.state).toBe('state-1');
  const [connected] = await oauth.finish(params, secret, makeCaller());
  expect(connected).toMatchObject({ account: fake.account, limits: { 'text.max': 500 } });
  const [registered] = fake.instance.signIn.apps;
  expect(connected?.grant).toEqual({
    ...fake.grant,
    client_id: registered?.[0],
    client_secret: registered?.[1].secret,
  });
});

test('an endpoint replaces the address of the sign-in page', async () => {
  const caller = makeCaller({ endpoint: fake.server.url });
  const { authorizeUrl, secret } = await oauth.begin({ instance: 'social.example' }, caller);
  expect(authorizeUrl).toMatch(new RegExp(`^${fake.server.url}/oauth/authorize\\?`));
  expect(secret.instance).toBe('https://social.example');
});

test('an app is registered once per server', async () => {
  await begin();
  await begin();
  expect(fake.instance.signIn.apps.size).toBe(1);
  expect([...kept.keys()]).toEqual([new URL(fake.server.url).host]);
});

test('an app that the server has forgotten is registered again', async () => {
  await begin();
  fake.instance.signIn.apps.clear();
  const { authorizeUrl, secret } = await begin();
  expect(await oauth.finish(await agree(authorizeUrl), secret, makeCaller())).toHaveLength(1);
});

test('an app with an old address of Belfry is registered again', async () => {
  await begin();
  const moved = makeCaller({ redirectUri: 'https://moved.example/connect/callback' });
  const { authorizeUrl, secret } = await begin(moved);
  expect(new URL(authorizeUrl).searchParams.get('redirect_uri')).toBe(moved.redirectUri);
  expect(await oauth.finish(await agree(authorizeUrl), secret, moved)).toHaveLength(1);
});

test('an app that may not search is registered again, and kept if the software is not known now', async () => {
  await begin();
  const [host, app] = [...kept][0] as [string, JsonObject];
  kept.set(host, { ...app, scope: 'read:accounts read:statuses write:media write:statuses' });
  fake.server.disturb(1, 'error_500');
  await begin();
  expect(fake.instance.signIn.apps.size).toBe(1);
  const { authorizeUrl, secret } = await begin();
  expect(new URL(authorizeUrl).searchParams.get('scope')).toContain('read:search');
  expect(await oauth.finish(await agree(authorizeUrl), secret, makeCaller())).toHaveLength(1);
  expect(fake.instance.signIn.apps.size).toBe(2);
});

test('Pixelfed, which has no narrow scopes, is asked for the broad ones', async () => {
  await fake.server.close();
  fake = await startFake({ software: 'pixelfed' });
  const { authorizeUrl } = await begin();
  expect(new URL(authorizeUrl).searchParams.get('scope')).toBe('read write');
});

test('a denied sign-in is rejected with the server’s message', async () => {
  const { secret } = await begin();
  const params = { error: 'access_denied', error_description: 'The owner denied the request.' };
  await expect(oauth.finish(params, secret, makeCaller())).rejects.toMatchObject({
    fault: { kind: 'rejected', message: expect.stringContaining('The owner denied the request.') },
  });
});

test('a code from another browser’s sign-in is rejected', async () => {
  const mine = await begin();
  const other = await begin();
  const params = await agree(other.authorizeUrl);
  await expect(oauth.finish(params, mine.secret, makeCaller())).rejects.toMatchObject({
    fault: { kind: 'rejected', message: expect.stringContaining('Start again') },
  });
});

test('an app forgotten during a sign-in asks the person to start again', async () => {
  const { authorizeUrl, secret } = await begin();
  const params = await agree(authorizeUrl);
  fake.instance.signIn.apps.clear();
  await expect(oauth.finish(params, secret, makeCaller())).rejects.toMatchObject({
    fault: { kind: 'rejected', message: expect.stringContaining('Start again') },
  });
  const again = await begin();
  expect(await oauth.finish(await agree(again.authorizeUrl), again.secret, makeCaller())).toHaveLength(1);
});

describe('ending a sign-in', () => {
  async function signIn() {
    const { authorizeUrl, secret } = await begin();
    const [connected] = await oauth.finish(await agree(authorizeUrl), secret, makeCaller());
    return openSession<Grant>(fake, { grant: connected?.grant as Grant });
  }

  test('ends its token at the server, and one that has ended already is no failure', async () => {
    const session = await signIn();
    expect(await check(session)).toEqual([]);
    await revoke(session);
    await expect(check(session)).rejects.toMatchObject({ fault: { kind: 'reconnect' } });
    await revoke(session);
  });

  test('says so if the server does not know the app', async () => {
    const session = await signIn();
    fake.instance.signIn.apps.clear();
    await expect(revoke(session)).rejects.toMatchObject({ fault: { kind: 'throttled' } });
  });

  test('does not end a token that a person created, and sends nothing', async () => {
    const before = fake.server.requests.length;
    await expect(revoke(openSession<Grant>(fake))).rejects.toMatchObject({
      fault: { kind: 'rejected', message: expect.stringContaining('Only the person') },
    });
    expect(fake.server.requests).toHaveLength(before);
  });
});
