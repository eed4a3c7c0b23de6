import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { loopbackHttp } from '../../server/test/support/loopback-http.ts';
import type { OAuthCaller } from '../core/network.ts';
import type { MetaApp } from '../families/meta/app.ts';
import { refuse } from '../families/meta/fake-graph.ts';
import { openSession } from '../testing/target.ts';
import type { FacebookSession, Grant } from './api.ts';
import { type FacebookFake, redirectUri, scopes, startFake } from './fake.ts';
import { pageId } from './fake-page.ts';
import { facebook } from './index.ts';
import { look, oauth } from './oauth.ts';

const now = new Date('2026-11-22T12:00:00Z');

let fake: FacebookFake;
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
async function signIn(caller = makeCaller()) {
  const { authorizeUrl, secret } = await oauth.begin({}, caller);
  const { headers } = await loopbackHttp({ method: 'GET', url: authorizeUrl });
  const params = Object.fromEntries(new URL(headers.location ?? '').searchParams);
  return oauth.finish(params, secret, caller);
}

function open(own: Partial<FacebookSession> = {}): FacebookSession {
  return { ...openSession<Grant>(fake, { now: () => now }), ...own } as FacebookSession;
}

const refused = (message: string) => ({
  fault: { kind: 'rejected', message: expect.stringContaining(message) },
});
const addresses = () => fake.server.requests.map(({ method, path }) => `${method} ${path}`);

describe('a person', () => {
  test('connects all Pages, each with a token of its own that does not end', async () => {
    const [page] = fake.meta.pages;
    fake.meta.pages = [page ?? {}, { id: '7', name: 'Bells', tasks: ['MANAGE'] }];
    const accounts = await signIn();
    const asked = scopes.slice(0, 5);
    expect(accounts).toEqual([
      {
        account: fake.account,
        grant: { access: expect.stringMatching(/^token-page-/), scopes: asked },
        people: ['100200300:700'],
        limits: { scopes: asked },
        ...{ expiresAt: null, refreshAt: null, reconnectBy: new Date(now.getTime() + 90 * 86_400_000) },
      },
      expect.objectContaining({ account: { id: '7', name: 'Bells', username: 'Bells', avatarUrl: null } }),
    ]);
    expect(accounts[0]?.grant.access).not.toBe(accounts[1]?.grant.access);
  });

  test('has the token of an hour exchanged before the Pages are read', async () => {
    await signIn();
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

  test('never gets Pages without a token, a plain id or the task to publish', async () => {
    const [page] = fake.meta.pages;
    fake.meta.pages = [
      { ...page, id: '1', access_token: '' },
      { ...page, id: '2', tasks: ['ANALYZE'] },
      { ...page, id: { a: 1 } },
      { ...page, id: '4' },
    ];
    expect((await signIn()).map(({ account }) => account.id)).toEqual(['4']);
  });

  test('without a Page is told', async () => {
    fake.meta.pages = [];
    await expect(signIn()).rejects.toMatchObject(refused('no Facebook Page'));
  });

  test.each([0, -1, 1e13])('whose access to data ends at %d needs no new sign-in', async (end) => {
    fake.meta.dataAccessEnd = end;
    expect(await signIn()).toMatchObject([{ reconnectBy: null }]);
  });

  test('is never asked for Pages without end', async () => {
    fake.meta.pages = Array.from({ length: 12 }, (_, index) => ({ id: String(index), name: 'Bells' }));
    expect(await signIn()).toHaveLength(10);
  });

  test('who does not allow publishing is asked to start again', async () => {
    fake.meta.signIn.oauth.denied.add('pages_manage_posts');
    await expect(signIn()).rejects.toMatchObject({
      fault: {
        kind: 'rejected',
        networkCode: 'pages_manage_posts',
        message: expect.stringContaining('Start again'),
      },
    });
  });

  test('may decline comments', async () => {
    fake.meta.signIn.oauth.denied.add('pages_manage_engagement');
    const [connected] = await signIn();
    expect(connected?.limits?.scopes).not.toContain('pages_manage_engagement');
  });

  test('is told of a denied sign-in and of a used code', async () => {
    const { secret } = await oauth.begin({}, makeCaller());
    const finish = (params: Record<string, string>) => oauth.finish(params, secret, makeCaller());
    await expect(finish({ error: 'access_denied' })).rejects.toMatchObject(
      refused('The sign-in was denied.'),
    );
    await expect(finish({ code: 'used' })).rejects.toMatchObject(refused('Start again.'));
  });

  test('is never asked because of a mistyped secret of the operator', async () => {
    const app = { ...fake.app, facebook_app_secret: 'wrong' } as MetaApp;
    await expect(signIn(makeCaller({ app }))).rejects.toMatchObject({
      fault: { kind: 'throttled', scope: 'app', cause: 'operator' },
    });
  });
});

describe('the operator', () => {
  test('must have set the keys', async () => {
    const instagram = { instagram_app_id: '1', instagram_app_secret: 'x' };
    for (const app of [undefined, instagram])
      await expect(oauth.begin({}, makeCaller({ app: app as MetaApp }))).rejects.toMatchObject(
        refused('has not set the keys'),
      );
  });

  test('decides which permissions are asked for, and the version', async () => {
    const asked = async (app: Partial<MetaApp>) => {
      const caller = makeCaller({ app: { ...fake.app, ...app } as MetaApp, endpoint: undefined });
      const url = new URL((await oauth.begin({}, caller)).authorizeUrl);
      return [url.origin + url.pathname, url.searchParams.get('scope')];
    };
    const needed = 'pages_show_list,pages_read_engagement,pages_manage_posts';
    const dialog = 'https://www.facebook.com/v25.0/dialog/oauth';
    expect(await asked({ products: [] })).toEqual([dialog, needed]);
    expect(await asked({})).toEqual([dialog, `${needed},pages_manage_engagement,read_insights`]);
    expect(await asked({ products: ['removal', 'business'], graph_version: 'v26.0' })).toEqual([
      dialog.replace('v25', 'v26'),
      `${needed},business_management`,
    ]);
  });
});

describe('a Page', () => {
  test('is read again, with the end of the access to data', async () => {
    fake.meta.pages = [{ ...fake.meta.pages[0], name: 'New bells' }];
    fake.meta.dataAccessEnd = 1_790_000_000;
    expect(await look(open())).toEqual({
      account: { ...fake.account, name: 'New bells' },
      limits: { scopes: expect.any(Array) },
      reconnectBy: new Date(1_790_000_000_000),
    });
  });

  test('stays as it was if the answer is about another one', async () => {
    fake.meta.refusals.set(`GET /graph.facebook.com/v25.0/${pageId}`, [
      { status: 200, body: { id: '9', name: 'Other' } },
    ]);
    expect(await look(open())).toMatchObject({ account: fake.account });
  });

  test('whose sign-in was revoked must be connected again', async () => {
    const session = open();
    fake.meta.signIn.tokens.clear();
    await expect(look(session)).rejects.toMatchObject({ fault: { kind: 'reconnect' } });
  });

  test.each(['190', '101'])(
    'stays connected if the operator changed the secret of the app (%s)',
    async (code) => {
      const debug = 'GET /graph.facebook.com/v25.0/debug_token';
      fake.meta.refusals.set(debug, [refuse(400, code, 'Invalid OAuth access token signature.')]);
      await expect(look(open())).rejects.toMatchObject({
        fault: { kind: 'throttled', scope: 'app', cause: 'operator' },
      });
      const app = { ...fake.app, facebook_app_secret: 'new' } as MetaApp;
      await expect(look(open({ app }))).rejects.toMatchObject({ fault: { cause: 'operator' } });
    },
  );

  test('is checked before a post is due', async () => {
    expect(await facebook.check?.(open())).toEqual([]);
    fake.meta.page.isPublished = false;
    expect(await facebook.check?.(open())).toEqual([expect.stringContaining('not published')]);
    const call = `GET /graph.facebook.com/v25.0/${pageId}`;
    // Facebook leaves out fields that it does not want to tell.
    fake.meta.refusals.set(call, [{ status: 200, body: { id: pageId } }, refuse(400, '190', 'Revoked')]);
    expect(await facebook.check?.(open())).toEqual([]);
    await expect(facebook.check?.(open())).rejects.toMatchObject({ fault: { kind: 'reconnect' } });
  });
});
