import { afterEach, beforeEach, expect, test } from 'vitest';
import { loopbackHttp } from '../../server/test/support/loopback-http.ts';
import type { OAuthCaller } from '../core/network.ts';
import { openSession } from '../testing/target.ts';
import type { App, XSession } from './api.ts';
import { redirectUri, startFake, type XFake } from './fake.ts';
import { check, look, oauth, refresh, revoke } from './oauth.ts';

let fake: XFake;
beforeEach(async () => {
  fake = await startFake();
});
afterEach(() => fake.server.close());

function makeCaller(changes: Partial<OAuthCaller<App>> = {}): OAuthCaller<App> {
  return {
    http: loopbackHttp,
    endpoint: fake.server.url,
    app: fake.app,
    now: () => fake.server.now(),
    redirectUri,
    state: 'state-1',
    apps: { get: async () => undefined, put: async () => {} },
    ...changes,
  };
}

function makeSession(app: App = fake.app): XSession {
  return { ...openSession(fake), grant: fake.grant as XSession['grant'], app };
}

/** Signs in as a person would, who agrees to everything that the fake allows. */
async function signIn(changes: Partial<OAuthCaller<App>> = {}) {
  const caller = makeCaller(changes);
  const { authorizeUrl, secret } = await oauth.begin({}, caller);
  const { headers } = await loopbackHttp({ method: 'GET', url: authorizeUrl });
  const params = Object.fromEntries(new URL(headers.location ?? '').searchParams);
  return oauth.finish(params, secret, caller);
}

const refused = (message: string) => ({
  fault: { kind: 'rejected', message: expect.stringContaining(message) },
});

test('a person signs in, and the account is connected', async () => {
  expect(await signIn()).toEqual([
    {
      account: fake.account,
      grant: { access: expect.any(String), refresh: expect.any(String) },
      limits: {},
      expiresAt: expect.any(Date),
    },
  ]);
});

test('the sign-in page is X’s own, asks for the least scopes, and proves who asks', async () => {
  const { authorizeUrl } = await oauth.begin({}, makeCaller({ endpoint: undefined }));
  const { origin, pathname, searchParams } = new URL(authorizeUrl);
  expect([origin, pathname]).toEqual(['https://x.com', '/i/oauth2/authorize']);
  expect(Object.fromEntries(searchParams)).toEqual({
    response_type: 'code',
    client_id: fake.app.client_id,
    redirect_uri: redirectUri,
    scope: 'tweet.read tweet.write users.read media.write offline.access',
    state: 'state-1',
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge_method: 'S256',
  });
});

test('tokens come from X’s other host', async () => {
  await signIn();
  const paths = fake.server.requests.map(({ method, path }) => `${method} ${path}`);
  expect(paths).toEqual([
    'GET /x.com/i/oauth2/authorize',
    'POST /api.x.com/2/oauth2/token',
    'GET /api.x.com/2/users/me',
  ]);
});

test('without an app of the operator nobody can sign in', async () => {
  const caller = makeCaller({ app: undefined });
  await expect(oauth.begin({}, caller)).rejects.toMatchObject(refused('has not registered an app'));
});

test.each(['offline.access', 'tweet.write', 'media.write'])(
  'a sign-in without %s is refused',
  async (scope) => {
    fake.x.oauth.denied.add(scope);
    const http: typeof loopbackHttp = async (request) => {
      const response = await loopbackHttp(request);
      const { refresh_token: _, ...json } = response.json as Record<string, unknown>;
      return scope === 'offline.access' && request.url.endsWith('/token') ? { ...response, json } : response;
    };
    await expect(signIn({ http })).rejects.toMatchObject(refused('allow what X asks'));
  },
);

test('a code that is older than 30 seconds is refused', async () => {
  const caller = makeCaller();
  const { authorizeUrl, secret } = await oauth.begin({}, caller);
  const { headers } = await loopbackHttp({ method: 'GET', url: authorizeUrl });
  const later = new Date(fake.server.now().getTime() + 31_000);
  fake.server.now = () => later;
  const params = Object.fromEntries(new URL(headers.location ?? '').searchParams);
  await expect(oauth.finish(params, secret, caller)).rejects.toMatchObject(refused('Start again'));
});

test.each([{ data: {} }, { data: { id: '../me', username: 'ada' } }, { data: { id: '1' } }, []])(
  'an account that X does not name is refused: %j',
  async (body) => {
    fake.x.refusals.set('GET /2/users/me', [{ status: 200, body }]);
    await expect(signIn()).rejects.toMatchObject(refused('whose account'));
  },
);

const longer = { 'video.side': 1920, 'video.bytes': 16 * 2 ** 30, 'video.seconds': 7500 };

test.each([
  ['None', false, {}],
  ['None', true, {}],
  ['Anything', true, {}],
  ['Basic', false, longer],
  ['Premium', false, longer],
  ['Premium', true, { ...longer, 'text.max': 25_000 }],
  ['PremiumPlus', true, { ...longer, 'text.max': 25_000 }],
])(
  'the limits of an account with the subscription %s, long posts %s',
  async (subscription_type, long_posts, limits) => {
    fake.x.user = { ...fake.x.user, subscription_type, name: 'Ada L.' };
    const state = await look(makeSession({ ...fake.app, long_posts }));
    expect(state).toEqual({ account: { ...fake.account, name: 'Ada L.' }, limits });
  },
);

test('a refresh gives a new refresh token, and the old one is spent', async () => {
  const session = makeSession();
  const fresh = await refresh(session);
  expect(fresh.expiresAt).toEqual(new Date('2026-11-21T14:00:00Z'));
  expect(fresh.grant.refresh).not.toBe(session.grant.refresh);
  expect(fresh.grant.access).not.toBe(session.grant.access);
  await expect(refresh(session)).rejects.toMatchObject({ fault: { kind: 'reconnect' } });
  await expect(refresh({ ...session, grant: fresh.grant })).resolves.toBeDefined();
});

test.each([
  [
    'another error of the request',
    { error: 'invalid_request', error_description: 'Missing required parameter.' },
  ],
  ['a page', 'Bad Request'],
])('%s does not ask the person to sign in', async (_, json) => {
  const http = async () => ({ status: 400, headers: {}, text: '', json });
  await expect(refresh({ ...makeSession(), http })).rejects.toMatchObject({ fault: { kind: 'unavailable' } });
});

test('a failure of the service does not ask the person to sign in, whatever it says', async () => {
  const json = { error: 'invalid_request', error_description: 'Value passed for the token was invalid.' };
  const http = async () => ({ status: 503, headers: {}, text: '', json });
  await expect(refresh({ ...makeSession(), http })).rejects.toMatchObject({ fault: { kind: 'unavailable' } });
});

test('a mistyped secret of the operator never asks the person', async () => {
  const session = makeSession({ ...fake.app, client_secret: 'x' });
  await expect(refresh(session)).rejects.toMatchObject({
    fault: { kind: 'throttled', scope: 'app', cause: 'operator' },
  });
});

test('the end of a sign-in ends its refresh token at X', async () => {
  const session = makeSession();
  await revoke(session);
  await expect(refresh(session)).rejects.toMatchObject({ fault: { kind: 'reconnect' } });
});

test('a sign-in that the person ended at X is found before a post is due', async () => {
  const session = makeSession();
  expect(await check(session)).toEqual([]);
  fake.x.oauth.expireAccess();
  await expect(check(session)).rejects.toMatchObject({ fault: { kind: 'expired' } });
});
