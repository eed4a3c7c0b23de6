import { afterEach, beforeEach, expect, test } from 'vitest';
import { loopbackHttp } from '../../server/test/support/loopback-http.ts';
import type { OAuthCaller } from '../core/network.ts';
import type { MetaApp } from '../families/meta/app.ts';
import { refuse } from '../families/meta/fake-graph.ts';
import { openSession } from '../testing/target.ts';
import type { Grant, ThreadsSession } from './api.ts';
import { accountId, redirectUri, startFake, type ThreadsFake } from './fake.ts';
import { look, oauth, refresh } from './oauth.ts';

const start = new Date('2026-11-22T12:00:00Z');
const day = 86_400_000;
let now = start;
const after = (days: number) => new Date(start.getTime() + days * day);

let fake: ThreadsFake;
beforeEach(async () => {
  now = start;
  fake = await startFake();
  fake.server.now = () => now;
});
afterEach(() => fake.server.close());

function makeCaller(changes: Partial<OAuthCaller<MetaApp>> = {}): OAuthCaller<MetaApp> {
  return {
    http: loopbackHttp,
    endpoint: fake.server.url,
    app: fake.app as MetaApp,
    now: () => now,
    redirectUri,
    state: 'state-1',
    apps: { get: async () => undefined, put: async () => {} },
    ...changes,
  };
}

/** Signs in as a person would, who agrees. */
async function signIn(caller = makeCaller(), changes: Record<string, string> = {}) {
  const { authorizeUrl, secret } = await oauth.begin({}, caller);
  const { headers } = await loopbackHttp({ method: 'GET', url: authorizeUrl });
  const params = Object.fromEntries(new URL(headers.location ?? '').searchParams);
  return oauth.finish({ ...params, code: `${params.code}#_`, ...changes }, secret, caller);
}

function open(): ThreadsSession {
  const grant: Grant = { access: fake.meta.signIn.issue('long', ['threads_basic']), scopes: [] };
  return openSession<Grant>(fake, { grant, now: () => now }) as ThreadsSession;
}

const refused = (message: string) => ({
  fault: { kind: 'rejected', message: expect.stringContaining(message) },
});
const addresses = () => fake.server.requests.map(({ method, path }) => `${method} ${path}`);

test('a person connects a profile, with a token of 60 days that is exchanged after 30', async () => {
  expect(await signIn()).toEqual([
    {
      account: fake.account,
      grant: { access: expect.stringMatching(/^token-long-/), scopes: expect.any(Array) },
      people: [`700800900:${fake.account.id}`],
      limits: { scopes: expect.any(Array) },
      expiresAt: after(60),
      refreshAt: after(30),
      reconnectBy: after(60),
    },
  ]);
  expect(addresses()).toEqual([
    'GET /threads.net/oauth/authorize',
    'POST /graph.threads.net/oauth/access_token',
    'GET /graph.threads.net/access_token',
    'GET /graph.threads.net/v1.0/me',
  ]);
});

test.each([
  [undefined, ['manage_replies', 'read_replies', 'manage_insights']],
  [[], []],
  [['removal', 'locations', 'business'] as const, ['delete', 'location_tagging']],
])('with the products %o, a person is asked for the scopes %o', async (products, further) => {
  const { products: _, ...keys } = fake.app as MetaApp;
  const app: MetaApp = { ...keys, ...(products && { products: [...products] }) };
  const scopes = ['basic', 'content_publish', ...further].map((name) => `threads_${name}`);
  const [connected] = await signIn(makeCaller({ app }));
  expect(connected?.grant.scopes).toEqual(scopes);
  expect(connected?.limits?.scopes).toEqual(scopes);
  expect(fake.server.requests[0]?.query.get('scope')).toBe(scopes.join(','));
});

test('an id that JSON would round is read as it is written', async () => {
  const headers = { 'content-type': 'application/json' };
  const body = `{"id": 24851679424468533,"username":"townbells"}`;
  fake.meta.refusals.set('GET /graph.threads.net/v1.0/me', [{ status: 200, headers, body }]);
  expect(await signIn()).toMatchObject([
    { account: { id: accountId, username: 'townbells', name: 'townbells', avatarUrl: null } },
  ]);
});

test.each([[{ username: 'x' }], [{ id: {} }], [{ id: '' }], ['<html>']])(
  'the profile %o is no account',
  async (body) => {
    fake.meta.refusals.set('GET /graph.threads.net/v1.0/me', [{ status: 200, body }]);
    await expect(signIn()).rejects.toMatchObject({ fault: { kind: 'unavailable' } });
  },
);

test('a person who denies is told', async () => {
  const { secret } = await oauth.begin({}, makeCaller());
  const denied = { error: 'access_denied', error_description: 'The user denied' };
  await expect(oauth.finish(denied, secret, makeCaller())).rejects.toMatchObject(refused('denied'));
});

test('a code that was used is a refusal', async () => {
  await expect(signIn(makeCaller(), { code: 'used' })).rejects.toMatchObject(refused('Start again'));
});

test('a sign-in without the operator’s keys is refused', async () => {
  const caller = makeCaller({ app: { facebook_app_id: '1', facebook_app_secret: 'x' } });
  await expect(oauth.begin({}, caller)).rejects.toMatchObject(refused('keys of its Threads app'));
});

test('a wrong secret is the operator’s fault', async () => {
  const caller = makeCaller({ app: { ...(fake.app as MetaApp), threads_app_secret: 'wrong' } });
  await expect(signIn(caller)).rejects.toMatchObject({ fault: { kind: 'throttled', cause: 'operator' } });
});

test('the profile is read again', async () => {
  expect(await look(open())).toEqual({
    account: fake.account,
    limits: { scopes: open().grant.scopes },
  });
});

test('a token is exchanged for one of 60 more days, and keeps its scopes', async () => {
  const session = open();
  session.grant.scopes = ['threads_basic'];
  now = after(30);
  const fresh = await refresh(session);
  expect(fresh).toEqual({
    grant: { access: expect.stringMatching(/^token-long-/), scopes: ['threads_basic'] },
    expiresAt: after(90),
    refreshAt: after(60),
    reconnectBy: after(90),
  });
  expect(fresh.grant.access).not.toBe(session.grant.access);
});

test.each([
  [60, refuse(400, '190', 'x'), 'reconnect'],
  [30, refuse(400, '4', 'Limit'), 'throttled'],
  [30, refuse(500, '2', 'Down'), 'unavailable'],
])('after %i days, the answer %o to an exchange means %s', async (days, response, kind) => {
  const session = open();
  now = after(days);
  if (days < 60) fake.meta.refusals.set('GET /graph.threads.net/refresh_access_token', [response]);
  await expect(refresh(session)).rejects.toMatchObject({ fault: { kind } });
});
