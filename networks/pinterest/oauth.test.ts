import { afterEach, beforeEach, expect, test } from 'vitest';
import { loopbackHttp } from '../../server/test/support/loopback-http.ts';
import type { OAuthCaller } from '../core/network.ts';
import { openSession } from '../testing/target.ts';
import type { App, PinterestSession } from './api.ts';
import { type PinterestFake, redirectUri, startFake } from './fake.ts';
import { check, look, oauth, refresh } from './oauth.ts';

const now = new Date('2026-11-21T12:00:00Z');

let fake: PinterestFake;
beforeEach(async () => {
  fake = await startFake();
  fake.server.now = () => now;
});
afterEach(() => fake.server.close());

function makeCaller(changes: Partial<OAuthCaller<App>> = {}): OAuthCaller<App> {
  return {
    http: loopbackHttp,
    endpoint: fake.server.url,
    app: fake.app,
    now: () => now,
    redirectUri,
    state: 'state-1',
    apps: { get: async () => undefined, put: async () => {} },
    ...changes,
  };
}

function makeSession(app: App = fake.app): PinterestSession {
  return { ...openSession(fake), grant: fake.grant as PinterestSession['grant'], app };
}

/** Signs in as a person would, who agrees to everything that the fake allows. */
async function signIn(changes: Partial<OAuthCaller<App>> = {}) {
  const caller = makeCaller(changes);
  const { authorizeUrl, secret } = await oauth.begin({}, caller);
  const { headers } = await loopbackHttp({ method: 'GET', url: authorizeUrl });
  const params = Object.fromEntries(new URL(headers.location ?? '').searchParams);
  return oauth.finish(params, secret, caller);
}

const scopes = ['boards:read', 'boards:write', 'pins:read', 'pins:write', 'user_accounts:read'];
const limits = { scopes: [...scopes, 'tier:standard'] };

const refused = (message: string) => ({
  fault: { kind: 'rejected', message: expect.stringContaining(message) },
});

const dates = {
  expiresAt: new Date('2026-12-21T12:00:00Z'),
  refreshAt: new Date('2026-12-06T12:00:00Z'),
  reconnectBy: new Date('2027-01-20T12:00:00Z'),
};

test('a person signs in, and the account is connected for 60 days, of which it is refreshed after 15', async () => {
  const grant = { access: expect.any(String), refresh: expect.any(String) };
  expect(await signIn()).toEqual([{ account: fake.account, grant, limits, ...dates }]);
});

test('the sign-in page is Pinterest’s own, and asks for the least scopes', async () => {
  const { authorizeUrl } = await oauth.begin({}, makeCaller({ endpoint: undefined }));
  const { origin, pathname, searchParams } = new URL(authorizeUrl);
  expect([origin, pathname]).toEqual(['https://www.pinterest.com', '/oauth/']);
  expect(searchParams.get('scope')).toBe('boards:read,boards:write,pins:read,pins:write,user_accounts:read');
  expect(searchParams.get('redirect_uri')).toBe(redirectUri);
});

test.each([
  ['standard', 'api.pinterest.com'],
  ['trial', 'api-sandbox.pinterest.com'],
] as const)('an app with %s access uses %s', async (tier, host) => {
  await signIn({ app: { ...fake.app, tier } });
  expect(fake.server.requests.map(({ path }) => path)).toEqual([
    '/www.pinterest.com/oauth/',
    `/${host}/v5/oauth/token`,
    `/${host}/v5/user_account`,
  ]);
});

test('without an app of the operator nobody can sign in', async () => {
  const caller = makeCaller({ app: undefined });
  await expect(oauth.begin({}, caller)).rejects.toMatchObject(refused('has not registered an app'));
});

test('a sign-in without a scope, or without lasting access, is refused', async () => {
  fake.pinterest.oauth.denied.add('pins:write');
  await expect(signIn()).rejects.toMatchObject(refused('allow what Pinterest asks'));
  fake.pinterest.oauth.denied.clear();
  const http: typeof loopbackHttp = async (request) => {
    const response = await loopbackHttp(request);
    const { refresh_token: _, ...json } = response.json as Record<string, unknown>;
    return { ...response, json };
  };
  await expect(signIn({ http })).rejects.toMatchObject(refused('allow what Pinterest asks'));
});

test.each([{ username: 'a' }, { id: '../1', username: 'a' }, { id: '1' }, []])(
  'an account that Pinterest does not name is not connected: %j',
  async (body) => {
    fake.pinterest.refusals.set('GET /user_account', [{ status: 200, body }]);
    await expect(signIn()).rejects.toMatchObject({ fault: { kind: 'unavailable' } });
  },
);

test('an account without a business has its user name', async () => {
  fake.pinterest.user = { id: '5', username: 'ada', business_name: null };
  expect(await look(makeSession())).toEqual({
    account: { id: '5', name: 'ada', username: 'ada', avatarUrl: null },
    limits,
  });
});

test('a refresh gives a new refresh token for another 60 days, and the old one is spent', async () => {
  const session = makeSession();
  const fresh = await refresh(session);
  expect(fresh).toEqual({ grant: { access: expect.any(String), refresh: expect.any(String) }, ...dates });
  expect(fresh.grant.refresh).not.toBe(session.grant.refresh);
  await expect(refresh(session)).rejects.toMatchObject({ fault: { kind: 'reconnect' } });
  expect(await look({ ...session, grant: fresh.grant })).toEqual({ account: fake.account, limits });
});

test.each([
  ['as long as Pinterest says', 10 * 86_400, '2026-11-26T12:00:00Z', '2026-12-01T12:00:00Z'],
  ['for 60 days, if Pinterest does not say', undefined, dates.refreshAt, dates.reconnectBy],
  ['for 60 days, if what Pinterest says makes no sense', -1, dates.refreshAt, dates.reconnectBy],
])('a refresh token is valid %s', async (_, seconds, refreshAt, reconnectBy) => {
  fake.pinterest.refreshSeconds = seconds;
  const expected = { refreshAt: new Date(refreshAt), reconnectBy: new Date(reconnectBy) };
  expect(await signIn()).toMatchObject([expected]);
  expect(await refresh(makeSession())).toMatchObject(expected);
});

test.each([
  [{ code: 283, data: 'Invalid Application ID', message: 'The authorization grant is invalid' }],
  [{ code: 283, message: 'Invalid application id' }],
])('an app that Pinterest does not know is the operator’s matter: %j', async (json) => {
  const http = async () => ({ status: 401, headers: {}, text: '', json });
  await expect(refresh({ ...makeSession(), http })).rejects.toMatchObject({
    fault: { kind: 'throttled', scope: 'app', cause: 'operator' },
  });
});

test('a mistyped secret of the operator never asks the person', async () => {
  const app = { ...fake.app, client_secret: 'x' };
  const message = expect.stringContaining('Its operator must correct the keys.');
  const fault = { kind: 'throttled', scope: 'app', cause: 'operator', message };
  await expect(signIn({ app })).rejects.toMatchObject({ fault });
  await expect(refresh(makeSession(app))).rejects.toMatchObject({ fault });
});

test('a used code asks the person to start again, with Pinterest’s reason', async () => {
  const params = { code: 'used', state: 'state-1' };
  const secret = { redirect_uri: redirectUri, verifier: 'verifier' };
  await expect(oauth.finish(params, secret, makeCaller())).rejects.toMatchObject(
    refused('Pinterest did not complete the sign-in. Start again. The authorization grant is invalid'),
  );
});

test.each([
  [503, { code: 283 }],
  [400, { code: 1, message: 'x' }],
  [500, { code: 2 }],
])('another error does not ask the person to sign in: %i %j', async (status, json) => {
  const http = async () => ({ status, headers: {}, text: '', json });
  await expect(refresh({ ...makeSession(), http })).rejects.toMatchObject({ fault: { kind: 'unavailable' } });
});

test('a person is told before publishing that only they will see a pin of a Trial app', async () => {
  expect(await check(makeSession())).toEqual([]);
  expect(await check(makeSession({ ...fake.app, tier: 'trial' }))).toEqual([
    expect.stringContaining('Only this account sees its pins'),
  ]);
  fake.pinterest.oauth.expireAccess();
  await expect(check(makeSession())).rejects.toMatchObject({ fault: { kind: 'expired' } });
});
