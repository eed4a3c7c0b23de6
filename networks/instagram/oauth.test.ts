import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { loopbackHttp } from '../../server/test/support/loopback-http.ts';
import type { OAuthCaller } from '../core/network.ts';
import type { MetaApp } from '../families/meta/app.ts';
import { refuse } from '../families/meta/fake-graph.ts';
import { openSession } from '../testing/target.ts';
import type { Grant, InstagramSession } from './api.ts';
import { accountId, type FakeVia, type InstagramFake, redirectUri, startFake } from './fake.ts';
import { look, oauth, refresh } from './oauth.ts';

const now = new Date('2026-11-22T12:00:00Z');
const day = 86_400_000;
const after = (days: number) => new Date(now.getTime() + days * day);

let fake: InstagramFake;
beforeEach(async () => {
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

/** Signs in as a person would, who agrees to everything that the fake allows. */
async function signIn(via: FakeVia, caller = makeCaller()) {
  const { authorizeUrl, secret } = await oauth.begin({ via }, caller);
  const { headers } = await loopbackHttp({ method: 'GET', url: authorizeUrl });
  const params = Object.fromEntries(new URL(headers.location ?? '').searchParams);
  return oauth.finish(
    { ...params, code: `${params.code}${via === 'instagram' ? '#_' : ''}` },
    secret,
    caller,
  );
}

function openAs(via: FakeVia, own: Partial<InstagramSession> = {}): InstagramSession {
  const kind = via === 'facebook' ? 'page' : 'long';
  const scopes = ['basic'];
  const grant: Grant = { via, access: fake.meta.signIns[via].issue(kind, scopes), scopes };
  return { ...openSession<Grant>(fake, { grant, now: () => now }), ...own } as InstagramSession;
}

const refused = (message: string) => ({
  fault: { kind: 'rejected', message: expect.stringContaining(message) },
});
const addresses = () => fake.server.requests.map(({ method, path }) => `${method} ${path}`);

describe('by Facebook', () => {
  test('a person connects the accounts of all Pages, with tokens that do not end', async () => {
    expect(await signIn('facebook')).toEqual([
      {
        account: fake.account,
        people: ['100200300:10158907361234567'],
        grant: { via: 'facebook', access: expect.stringMatching(/^token-page-/), scopes: fake.grant.scopes },
        limits: { scopes: fake.grant.scopes },
        expiresAt: null,
        refreshAt: null,
        reconnectBy: after(90),
      },
    ]);
  });

  test('the token of an hour is exchanged before the Pages are read', async () => {
    await signIn('facebook');
    expect(addresses()).toEqual([
      'GET /www.facebook.com/v25.0/dialog/oauth',
      'POST /graph.facebook.com/v25.0/oauth/access_token',
      'POST /graph.facebook.com/v25.0/oauth/access_token',
      'GET /graph.facebook.com/v25.0/me/permissions',
      'GET /graph.facebook.com/v25.0/me',
      'GET /graph.facebook.com/v25.0/me/accounts',
      'GET /graph.facebook.com/v25.0/debug_token',
    ]);
  });

  test('Pages without an account, a token or the task to publish are left out', async () => {
    const [page] = fake.meta.pages;
    const account = { id: '17841400000000002', username: 'other' };
    fake.meta.pages = [
      { ...page, id: '1', instagram_business_account: null },
      { ...page, id: '2', tasks: ['ANALYZE'] },
      { ...page, id: '3', instagram_business_account: account, tasks: ['MANAGE'] },
      { ...page, id: '4', instagram_business_account: { ...account, id: { a: 1 } } },
    ] as typeof fake.meta.pages;
    expect(await signIn('facebook')).toMatchObject([
      { account: { id: '17841400000000002', username: 'other', name: 'other', avatarUrl: null } },
    ]);
  });

  test('the end of the access to data is asked once for all Pages, because it is the person’s', async () => {
    const [page] = fake.meta.pages;
    const other = { id: '17841400000000002', username: 'other' };
    fake.meta.pages = [
      page,
      { ...page, id: '3', instagram_business_account: other },
    ] as typeof fake.meta.pages;
    const ends = (await signIn('facebook')).map(({ reconnectBy }) => reconnectBy);
    expect(ends).toEqual([after(90), after(90)]);
    expect(addresses().filter((each) => each.endsWith('/debug_token'))).toHaveLength(1);
  });

  test('a person without such a Page is told', async () => {
    fake.meta.pages = [];
    await expect(signIn('facebook')).rejects.toMatchObject(refused('No Facebook Page'));
  });

  test('data access that does not end needs no new sign-in', async () => {
    fake.meta.dataAccessEnd = 0;
    expect(await signIn('facebook')).toMatchObject([{ reconnectBy: null }]);
  });

  test('the account and the end of data access are read again', async () => {
    const session = openAs('facebook');
    expect(await look(session)).toEqual({
      account: fake.account,
      limits: { scopes: session.grant.scopes },
      reconnectBy: after(90),
    });
  });

  test('a grant cannot be refreshed, so a person must sign in', async () => {
    await expect(refresh(openAs('facebook'))).rejects.toMatchObject({ fault: { kind: 'reconnect' } });
    expect(addresses()).toEqual([]);
  });
});

describe('by Instagram', () => {
  test('a person connects one account for 60 days', async () => {
    const scopes = ['basic', 'content_publish', 'manage_comments', 'manage_insights'].map(
      (name) => `instagram_business_${name}`,
    );
    expect(await signIn('instagram')).toEqual([
      {
        account: fake.account,
        people: ['400500600:27324875933768806', '400500600:17841405793187218'],
        grant: { via: 'instagram', access: expect.stringMatching(/^token-long-/), scopes },
        limits: { scopes },
        expiresAt: after(60),
        refreshAt: after(30),
        reconnectBy: after(60),
      },
    ]);
  });

  test('the account has the id that Facebook’s way gives it', async () => {
    const [[one], [other]] = [await signIn('facebook'), await signIn('instagram')];
    expect([one?.account.id, other?.account.id]).toEqual([accountId, accountId]);
  });

  test('an answer in a list is read too', async () => {
    const token = fake.meta.signIns.instagram.issue('short', []);
    const data = [
      { access_token: token, permissions: 'instagram_business_basic,instagram_business_content_publish' },
    ];
    fake.meta.refusals.set('POST /api.instagram.com/oauth/access_token', [{ status: 200, body: { data } }]);
    const me = { data: [{ user_id: accountId, username: 'townbells' }] };
    fake.meta.refusals.set('GET /graph.instagram.com/v25.0/me', [{ status: 200, body: me }]);
    expect(await signIn('instagram')).toMatchObject([
      {
        account: { id: accountId, name: 'townbells', username: 'townbells', avatarUrl: null },
        grant: { scopes: ['instagram_business_basic', 'instagram_business_content_publish'] },
      },
    ]);
  });

  test('permissions that Instagram does not state are those that were asked for', async () => {
    const body = { access_token: fake.meta.signIns.instagram.issue('short', []) };
    fake.meta.refusals.set('POST /api.instagram.com/oauth/access_token', [{ status: 200, body }]);
    const [connected] = await signIn('instagram');
    expect(connected?.grant.scopes).toHaveLength(4);
  });

  test('an account that is not professional is refused', async () => {
    fake.meta.refusals.set('GET /graph.instagram.com/v25.0/me', [{ status: 200, body: { username: 'ada' } }]);
    await expect(signIn('instagram')).rejects.toMatchObject(refused('not a professional account'));
  });

  test('a refresh gives 60 more days, once the token is a day old', async () => {
    const session = openAs('instagram');
    await expect(refresh(session)).rejects.toMatchObject({ fault: { kind: 'reconnect' } });
    fake.server.now = () => after(1);
    const fresh = await refresh({ ...session, now: () => after(1) });
    expect(fresh).toEqual({
      grant: { ...session.grant, access: expect.stringMatching(/^token-long-/) },
      expiresAt: after(61),
      refreshAt: after(31),
      reconnectBy: after(61),
    });
    expect(fresh.grant.access).not.toBe(session.grant.access);
  });

  test('a failure of Meta during a refresh never asks the person', async () => {
    fake.meta.refusals.set('GET /graph.instagram.com/refresh_access_token', [
      refuse(400, '2', 'Service temporarily unavailable'),
      { status: 500, body: '<html>' },
    ]);
    const session = openAs('instagram');
    for (const _ of [1, 2])
      await expect(refresh(session)).rejects.toMatchObject({ fault: { kind: 'unavailable', sent: true } });
  });

  test('the account is read again', async () => {
    const session = openAs('instagram');
    const { scopes } = session.grant;
    expect(await look(session)).toEqual({ account: fake.account, limits: { scopes } });
    const app = { ...session.app, tier: 'development' as const };
    expect((await look({ ...session, app })).limits?.scopes).toContain('tier:development');
  });
});

describe.each(['facebook', 'instagram'] as const)('by %s', (via) => {
  test('without an app of the operator nobody can sign in', async () => {
    const others = { ...fake.app, [`${via}_app_id`]: undefined };
    for (const app of [undefined, others])
      await expect(oauth.begin({ via }, makeCaller({ app: app as MetaApp }))).rejects.toMatchObject(
        refused('has not set the keys'),
      );
  });

  test('only what Meta has granted to the app is asked for', async () => {
    const { products: _, ...plain } = fake.app as MetaApp;
    const asked = async (app: MetaApp) => {
      const { authorizeUrl } = await oauth.begin({ via }, makeCaller({ app }));
      return new URL(authorizeUrl).searchParams.get('scope')?.split(',').length;
    };
    const needed = via === 'facebook' ? 4 : 2;
    expect(await asked({ ...plain, products: [] })).toBe(needed);
    expect(await asked(plain)).toBe(needed + 2);
    expect(await asked({ ...plain, products: ['removal', 'business', 'ads'] })).toBe(
      needed + (via === 'facebook' ? 3 : 0),
    );
  });

  test('a person who does not allow publishing is asked to start again', async () => {
    const denied = { facebook: 'instagram_content_publish', instagram: 'instagram_business_content_publish' }[
      via
    ];
    fake.meta.signIns[via].oauth.denied.add(denied);
    await expect(signIn(via)).rejects.toMatchObject({
      fault: { kind: 'rejected', networkCode: denied, message: expect.stringContaining('Start again') },
    });
  });

  test('a person may decline comments', async () => {
    const name = { facebook: 'instagram_manage_comments', instagram: 'instagram_business_manage_comments' }[
      via
    ];
    fake.meta.signIns[via].oauth.denied.add(name);
    const [connected] = await signIn(via);
    expect(connected?.limits?.scopes).not.toContain(name);
  });

  test('a denied sign-in is told', async () => {
    const { secret } = await oauth.begin({ via }, makeCaller());
    const denial = oauth.finish({ error: 'access_denied' }, secret, makeCaller());
    await expect(denial).rejects.toMatchObject(refused('The sign-in was denied.'));
  });

  test('a code that was used is refused', async () => {
    const { secret } = await oauth.begin({ via }, makeCaller());
    const again = oauth.finish({ code: 'used' }, secret, makeCaller());
    await expect(again).rejects.toMatchObject(refused('Start again. This authorization code has been used'));
  });

  test('a mistyped secret of the operator never asks the person', async () => {
    const app = { ...fake.app, [`${via}_app_secret`]: 'wrong' } as MetaApp;
    await expect(signIn(via, makeCaller({ app }))).rejects.toMatchObject({
      fault: { kind: 'throttled', scope: 'app', cause: 'operator' },
    });
  });
});

test('the sign-in pages are Meta’s own', async () => {
  const page = async (via: FakeVia) =>
    (await oauth.begin({ via }, makeCaller({ endpoint: undefined }))).authorizeUrl;
  expect(await page('facebook')).toMatch(/^https:\/\/www\.facebook\.com\/v25\.0\/dialog\/oauth\?/);
  expect(await page('instagram')).toMatch(/^https:\/\/www\.instagram\.com\/oauth\/authorize\?/);
});

test('people sign in at Instagram unless they choose Facebook', async () => {
  const { secret } = await oauth.begin({}, makeCaller());
  expect(secret).toMatchObject({ via: 'instagram' });
});

test('the operator chooses the version of the Graph API', async () => {
  const app = { ...fake.app, graph_version: 'v26.0' } as MetaApp;
  const { authorizeUrl } = await oauth.begin({ via: 'facebook' }, makeCaller({ app }));
  expect(authorizeUrl).toContain('/v26.0/dialog/oauth');
});
