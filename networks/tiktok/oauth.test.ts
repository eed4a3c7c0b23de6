import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { loopbackHttp } from '../../server/test/support/loopback-http.ts';
import type { OAuthCaller } from '../core/network.ts';
import { openSession } from '../testing/target.ts';
import type { App, Grant, TiktokSession } from './api.ts';
import { redirectUri, scopes, startFake, type TiktokFake } from './fake.ts';
import { refuse } from './fake-requests.ts';
import { look, oauth, refresh } from './oauth.ts';

let fake: TiktokFake;
beforeEach(async () => {
  fake = await startFake();
});
afterEach(() => fake.server.close());

function makeCaller(changes: Partial<OAuthCaller<App>> = {}): OAuthCaller<App> {
  return {
    http: loopbackHttp,
    endpoint: fake.server.url,
    app: fake.app,
    now: () => new Date('2026-11-22T12:00:00Z'),
    redirectUri,
    state: 'state-1',
    apps: { get: async () => undefined, put: async () => {} },
    ...changes,
  };
}

function makeSession(changes: Partial<TiktokSession> = {}): TiktokSession {
  return { ...openSession(fake), grant: fake.grant as Grant, app: fake.app, ...changes };
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

test('a person signs in, and the account is connected for half a year', async () => {
  expect(await signIn()).toEqual([
    {
      account: fake.account,
      grant: { access: expect.any(String), refresh: expect.any(String), scopes },
      limits: { scopes: [...scopes, 'audited'], 'video.seconds': 300 },
      expiresAt: new Date('2026-11-22T14:00:00Z'),
      reconnectBy: new Date('2027-05-21T12:00:00Z'),
    },
  ]);
});

test('the sign-in page is TikTok’s own, and gets the client key', async () => {
  const { authorizeUrl } = await oauth.begin({}, makeCaller({ endpoint: undefined }));
  const { origin, pathname, searchParams } = new URL(authorizeUrl);
  expect([origin, pathname]).toEqual(['https://www.tiktok.com', '/v2/auth/authorize/']);
  expect(Object.fromEntries(searchParams)).toEqual({
    response_type: 'code',
    client_key: fake.app.client_key,
    redirect_uri: redirectUri,
    scope: 'user.info.basic,user.info.profile,video.publish,video.upload,video.list',
    state: 'state-1',
  });
});

test('tokens come from TikTok’s other host, for the client key', async () => {
  await signIn();
  const token = fake.server.requests.find(({ path }) => path.endsWith('/token/'));
  expect(token?.path).toBe('/open.tiktokapis.com/v2/oauth/token/');
  expect(Object.fromEntries(new URLSearchParams(String(token?.body)))).toEqual({
    grant_type: 'authorization_code',
    code: expect.any(String),
    redirect_uri: redirectUri,
    client_key: fake.app.client_key,
    client_secret: fake.app.client_secret,
  });
  expect(fake.server.requests.map(({ path }) => path).slice(2)).toEqual([
    '/open.tiktokapis.com/v2/user/info/',
    '/open.tiktokapis.com/v2/post/publish/creator_info/query/',
  ]);
});

test('without an app of the operator nobody can sign in', async () => {
  const caller = makeCaller({ app: undefined });
  await expect(oauth.begin({}, caller)).rejects.toMatchObject(refused('has not registered an app'));
});

test.each([['user.info.basic'], ['user.info.profile'], ['video.publish', 'video.upload']])(
  'a sign-in without %s %s is refused',
  async (...denied) => {
    for (const scope of denied) fake.tiktok.oauth.denied.add(scope);
    await expect(signIn()).rejects.toMatchObject(refused('allow what TikTok asks'));
  },
);

test.each([
  [
    'video.publish',
    { scopes: ['user.info.basic', 'user.info.profile', 'video.upload', 'video.list', 'audited'] },
  ],
  [
    'video.upload',
    {
      scopes: ['user.info.basic', 'user.info.profile', 'video.publish', 'video.list', 'audited'],
      'video.seconds': 300,
    },
  ],
])('a sign-in without %s can do the rest', async (scope, limits) => {
  fake.tiktok.oauth.denied.add(scope);
  expect(await signIn()).toMatchObject([{ limits }]);
});

test('a sign-in without a refresh token is refused', async () => {
  const http: typeof loopbackHttp = async (request) => {
    const response = await loopbackHttp(request);
    const { refresh_token: _, ...json } = response.json as Record<string, unknown>;
    return request.url.endsWith('/token/') ? { ...response, json } : response;
  };
  await expect(signIn({ http })).rejects.toMatchObject(refused('Start again'));
});

test.each([{}, { open_id: 'a\u202eb', username: 'ada' }, { open_id: '1' }])(
  'an account that TikTok does not name is refused: %j',
  async (user) => {
    fake.tiktok.user = user;
    await expect(signIn()).rejects.toMatchObject(refused('whose account'));
  },
);

test('an account without a name or a picture has its user name', async () => {
  fake.tiktok.user = { open_id: '1', username: 'ada' };
  expect(await signIn()).toMatchObject([
    { account: { id: '1', name: 'ada', username: 'ada', avatarUrl: null } },
  ]);
});

describe('the state of an account', () => {
  test('has what the account may publish now, and whether the app is audited', async () => {
    fake.tiktok.creator = { ...fake.tiktok.creator, max_video_post_duration_sec: 60 };
    fake.tiktok.user = { ...fake.tiktok.user, display_name: 'Ada L.' };
    expect(await look(makeSession({ app: { ...fake.app, audited: false } }))).toEqual({
      account: { ...fake.account, name: 'Ada L.' },
      limits: { scopes, 'video.seconds': 60 },
    });
  });

  test('has no videos longer than the API takes', async () => {
    fake.tiktok.creator = { ...fake.tiktok.creator, max_video_post_duration_sec: 3600 };
    expect((await look(makeSession())).limits).toMatchObject({ 'video.seconds': 600 });
  });

  test.each([0, -1, '60', null])('has no duration that is %j', async (max_video_post_duration_sec) => {
    fake.tiktok.creator = { ...fake.tiktok.creator, max_video_post_duration_sec };
    expect((await look(makeSession())).limits).toEqual({ scopes: [...scopes, 'audited'] });
  });

  test('is known although the account may not publish today', async () => {
    const capped = refuse(200, 'spam_risk_too_many_posts');
    fake.tiktok.refusals.set('/v2/post/publish/creator_info/query/', [capped]);
    expect((await look(makeSession())).limits).toEqual({ scopes: [...scopes, 'audited'] });
  });

  test('is unknown while TikTok is down', async () => {
    fake.tiktok.refusals.set('/v2/post/publish/creator_info/query/', [{ status: 503 }]);
    await expect(look(makeSession())).rejects.toMatchObject({ fault: { kind: 'unavailable' } });
  });
});

describe('a refresh', () => {
  test('gives new tokens, and spends the old one', async () => {
    const session = makeSession();
    const fresh = await refresh(session);
    expect(fresh).toEqual({
      grant: { access: expect.any(String), refresh: expect.any(String), scopes },
      expiresAt: new Date('2026-11-21T14:00:00Z'),
      reconnectBy: new Date('2027-05-20T12:00:00Z'),
    });
    expect(fresh.grant.access).not.toBe(session.grant.access);
    expect(fresh.grant.refresh).not.toBe(session.grant.refresh);
    await expect(refresh(session)).rejects.toMatchObject({ fault: { kind: 'reconnect' } });
    await expect(refresh(makeSession({ grant: fresh.grant }))).resolves.toBeDefined();
  });

  test.each([200, 400])('that TikTok refuses with %i asks the person to sign in', async (status) => {
    const json = { error: 'invalid_grant', error_description: 'Refresh token is invalid or expired.' };
    const http = async () => ({ status, headers: {}, text: '', json });
    await expect(refresh(makeSession({ http }))).rejects.toMatchObject({ fault: { kind: 'reconnect' } });
  });

  test('that fails does not ask the person', async () => {
    const http = async () => ({ status: 503, headers: {}, text: '', json: { error: 'invalid_grant' } });
    await expect(refresh(makeSession({ http }))).rejects.toMatchObject({ fault: { kind: 'unavailable' } });
  });

  test('without dates and scopes leaves those of before', async () => {
    const http = async () => ({ status: 200, headers: {}, text: '', json: { access_token: 'new' } });
    const { refresh: old, scopes: allowed } = makeSession().grant;
    expect(await refresh(makeSession({ http }))).toEqual({
      grant: { access: 'new', refresh: old, scopes: allowed },
      expiresAt: null,
    });
  });

  test('with a mistyped secret is the operator’s fault', async () => {
    const session = makeSession({ app: { ...fake.app, client_secret: 'x' } });
    await expect(refresh(session)).rejects.toMatchObject({
      fault: { kind: 'throttled', scope: 'app', cause: 'operator' },
    });
  });
});
