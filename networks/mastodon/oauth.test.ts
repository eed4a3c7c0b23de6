import { afterEach, beforeEach, expect, test } from 'vitest';
import type { JsonObject } from '../core/json.ts';
import type { OAuthCaller } from '../core/network.ts';
import { plainHttp } from '../testing/plain-http.ts';
import type { MastodonFake } from './fake.ts';
import { startFake } from './fake.ts';
import { oauth } from './oauth.ts';

let fake: MastodonFake;
let kept: Map<string, JsonObject>;
beforeEach(async () => {
  fake = await startFake();
  kept = new Map();
});
afterEach(() => fake.server.close());

function makeCaller(changes: Partial<OAuthCaller> = {}): OAuthCaller {
  return {
    http: plainHttp,
    endpoint: undefined,
    now: () => new Date(),
    redirectUri: 'https://belfry.example/connect/callback',
    state: 'state-1',
    apps: {
      get: async (host) => kept.get(host),
      put: async (host, app) => void kept.set(host, app),
    },
    ...changes,
  };
}

/** What the person's browser does: opens the page, agrees, and comes back with the parameters. */
async function agree(authorizeUrl: string): Promise<Record<string, string>> {
  const { headers } = await plainHttp({ method: 'GET', url: authorizeUrl });
  return Object.fromEntries(new URL(headers.location ?? '').searchParams);
}

function begin(caller = makeCaller()) {
  return oauth.begin({ instance: fake.server.url }, caller);
}

test('somebody signs in on the page of the server', async () => {
  const { authorizeUrl, secret } = await begin();
  const params = await agree(authorizeUrl);
  expect(params.state).toBe('state-1');
  const [joined] = await oauth.finish(params, secret, makeCaller());
  expect(joined).toMatchObject({ account: fake.account, limits: { 'text.max': 500 } });
  expect(joined?.grant).toEqual(fake.grant);
});

test('an app is registered once for a server', async () => {
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

test('an app for another address of ours is registered again', async () => {
  await begin();
  const moved = makeCaller({ redirectUri: 'https://moved.example/connect/callback' });
  const { authorizeUrl, secret } = await begin(moved);
  expect(new URL(authorizeUrl).searchParams.get('redirect_uri')).toBe(moved.redirectUri);
  expect(await oauth.finish(await agree(authorizeUrl), secret, moved)).toHaveLength(1);
});

test('Pixelfed, which has no narrow scopes, is asked for the wide ones', async () => {
  await fake.server.close();
  fake = await startFake({ software: 'pixelfed' });
  const { authorizeUrl } = await begin();
  expect(new URL(authorizeUrl).searchParams.get('scope')).toBe('read write');
});

test('a sign-in that was not granted is told', async () => {
  const { secret } = await begin();
  const params = { error: 'access_denied', error_description: 'The owner denied the request.' };
  await expect(oauth.finish(params, secret, makeCaller())).rejects.toMatchObject({
    fault: { kind: 'rejected', message: expect.stringContaining('The owner denied the request.') },
  });
});

test('a code that another browser began is worth nothing', async () => {
  const mine = await begin();
  const other = await begin();
  const params = await agree(other.authorizeUrl);
  await expect(oauth.finish(params, mine.secret, makeCaller())).rejects.toMatchObject({
    fault: { kind: 'rejected', message: expect.stringContaining('Begin it again') },
  });
});

test('an app forgotten in the middle of a sign-in asks for another one', async () => {
  const { authorizeUrl, secret } = await begin();
  const params = await agree(authorizeUrl);
  fake.instance.signIn.apps.clear();
  await expect(oauth.finish(params, secret, makeCaller())).rejects.toMatchObject({
    fault: { kind: 'rejected', message: expect.stringContaining('Begin it again') },
  });
  const again = await begin();
  expect(await oauth.finish(await agree(again.authorizeUrl), again.secret, makeCaller())).toHaveLength(1);
});
