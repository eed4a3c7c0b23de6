import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { loopbackHttp } from '../../server/test/support/loopback-http.ts';
import type { Caller } from '../core/network.ts';
import {
  beginSignIn,
  finishSignIn,
  type OAuth2,
  refreshTokens,
  revokeToken,
  type Tokens,
  tokenFaults,
} from '../core/oauth2.ts';
import { FakeOAuth, type FakeOAuthOptions } from './fake-oauth.ts';
import { FakeServer } from './fake-server.ts';
import { describeFaults } from './fault-tables.ts';

const app = { client_id: 'bel fry', client_secret: 's:3/c+r%t' };
const redirectUri = 'https://belfry.example.com/connect/callback';
const begun = new Date('2026-11-21T12:00:00Z');

let now: Date;
let server: FakeServer;
let oauth: FakeOAuth;
let flow: OAuth2;

async function start(own: Partial<FakeOAuthOptions> = {}, changes: Partial<OAuth2> = {}) {
  oauth = new FakeOAuth({
    clientAuth: 'body',
    scopes: ['read', 'write'],
    needsPkce: true,
    accessSeconds: 3600,
    refresh: 'rotated',
    now: () => now,
    ...own,
  });
  oauth.apps.set(app.client_id, { secret: app.client_secret, redirectUri });
  const { url } = server;
  const [authorize, token] = [`${url}/authorize`, `${url}/token`];
  flow = { name: 'Carillon', authorize, token, scopes: ['read', 'write'], clientAuth: 'body', ...changes };
}

beforeEach(async () => {
  now = begun;
  server = await FakeServer.listen({
    handle: (request) => {
      if (request.path === '/authorize') return oauth.authorize(request.query);
      return request.path === '/revoke' ? oauth.revoke(request) : oauth.token(request);
    },
    isVisible: () => true,
    expire: () => ({ status: 400, body: { error: 'invalid_grant' } }),
  });
  await start();
});
afterEach(() => server.close());

function caller(): Caller {
  return { http: loopbackHttp, endpoint: undefined, app: undefined, now: () => now };
}

function begin() {
  return beginSignIn(flow, app, { redirectUri, state: 'state-1' });
}

/** Simulates the person's browser, which returns with these parameters. */
async function agree(authorizeUrl: string): Promise<Record<string, string>> {
  const { status, headers } = await loopbackHttp({ method: 'GET', url: authorizeUrl });
  expect(status).toBe(302);
  return Object.fromEntries(new URL(headers.location ?? '').searchParams);
}

async function signIn(): Promise<Tokens> {
  const { authorizeUrl, secret } = begin();
  return finishSignIn(flow, app, await agree(authorizeUrl), secret, caller());
}

function isAccepted({ access }: Tokens): boolean {
  return oauth.isSignedIn({ headers: { authorization: `Bearer ${access}` } });
}

const refused = (message: string) => ({
  fault: { kind: 'rejected', message: expect.stringContaining(message) },
});

describe('a sign-in', () => {
  test.each(['body', 'basic'] as const)(
    'gives tokens to an app that proves itself by %s',
    async (clientAuth) => {
      await start({ clientAuth }, { clientAuth });
      const tokens = await signIn();
      expect(isAccepted(tokens)).toBe(true);
      expect(tokens).toMatchObject({
        refresh: expect.any(String),
        scopes: ['read', 'write'],
        expiresAt: new Date('2026-11-21T13:00:00Z'),
      });
    },
  );

  test('returns with the state of the caller', async () => {
    expect(await agree(begin().authorizeUrl)).toMatchObject({ state: 'state-1' });
  });

  test('states which scopes the person allowed', async () => {
    oauth.denied.add('write');
    expect((await signIn()).scopes).toEqual(['read']);
  });

  test('separates scopes as the network wants', async () => {
    await start({ separator: ',' }, { separator: ',' });
    expect((await signIn()).scopes).toEqual(['read', 'write']);
  });

  test('has the further parameters of the network', async () => {
    await start({ extra: { access_type: 'offline' } }, { extra: { access_type: 'offline' } });
    expect(isAccepted(await signIn())).toBe(true);
  });

  test('uses the network’s own names of fields', async () => {
    await start({}, { names: { client_id: 'client_key' } });
    expect(new URL(begin().authorizeUrl).searchParams.get('client_key')).toBe(app.client_id);
    await refreshTokens(flow, app, 'x', caller()).catch(() => {});
    expect(new URLSearchParams(server.requests[0]?.body.toString()).get('client_key')).toBe(app.client_id);
  });

  test('goes without PKCE if the network refuses its parameters', async () => {
    await start({ needsPkce: false }, { pkce: false });
    expect([...new URL(begin().authorizeUrl).searchParams.keys()]).not.toContain('code_challenge');
    expect(isAccepted(await signIn())).toBe(true);
    const bodies = server.requests.map(({ body }) => body.toString());
    expect(bodies.join()).not.toContain('code_verifier');
  });

  test('that the person denied is refused with the network’s words', async () => {
    const params = { error: 'access_denied', error_description: 'The owner said no.' };
    await expect(finishSignIn(flow, app, params, begin().secret, caller())).rejects.toMatchObject(
      refused('The owner said no.'),
    );
  });

  test.each([
    ['the code of another sign-in', async () => agree(begin().authorizeUrl)],
    ['an invented code', async () => ({ code: 'x' })],
  ])('with %s must start again', async (_, read) => {
    const params = await read();
    await expect(finishSignIn(flow, app, params, begin().secret, caller())).rejects.toMatchObject(
      refused('Start again'),
    );
  });

  test('that took too long must start again', async () => {
    const { authorizeUrl, secret } = begin();
    const params = await agree(authorizeUrl);
    now = new Date(now.getTime() + 61_000);
    await expect(finishSignIn(flow, app, params, secret, caller())).rejects.toMatchObject(
      refused('Start again'),
    );
  });

  test('works once', async () => {
    const { authorizeUrl, secret } = begin();
    const params = await agree(authorizeUrl);
    await finishSignIn(flow, app, params, secret, caller());
    await expect(finishSignIn(flow, app, params, secret, caller())).rejects.toMatchObject(
      refused('Start again'),
    );
  });

  test('with a wrong secret of the app is the operator’s fault', async () => {
    const { authorizeUrl, secret } = begin();
    const params = await agree(authorizeUrl);
    const mistyped = { ...app, client_secret: 'x' };
    await expect(finishSignIn(flow, mistyped, params, secret, caller())).rejects.toMatchObject({
      fault: { kind: 'throttled', scope: 'app', networkCode: 'invalid_client' },
    });
  });

  test.each(['error_500', 'error_503_html', 'accept_then_garbage'] as const)(
    'is not refused because of %s',
    async (fault) => {
      const { authorizeUrl, secret } = begin();
      const params = await agree(authorizeUrl);
      server.faults.push(fault);
      await expect(finishSignIn(flow, app, params, secret, caller())).rejects.toMatchObject({
        fault: { kind: 'unavailable' },
      });
    },
  );
});

describe('a refresh', () => {
  test('gives a new access token, and a new refresh token where the network rotates it', async () => {
    const first = await signIn();
    now = new Date('2026-11-21T13:00:00Z');
    expect(isAccepted(first)).toBe(false);
    const second = await refreshTokens(flow, app, first.refresh ?? '', caller());
    expect(isAccepted(second)).toBe(true);
    expect(second.expiresAt).toEqual(new Date('2026-11-21T14:00:00Z'));
    await expect(refreshTokens(flow, app, first.refresh ?? '', caller())).rejects.toMatchObject({
      fault: { kind: 'reconnect' },
    });
    expect(isAccepted(await refreshTokens(flow, app, second.refresh ?? '', caller()))).toBe(true);
  });

  test('keeps the refresh token where the network gives no new one', async () => {
    await start({ refresh: 'kept' });
    const first = await signIn();
    const second = await refreshTokens(flow, app, first.refresh ?? '', caller());
    expect(second.refresh).toBe(first.refresh);
    expect(isAccepted(await refreshTokens(flow, app, second.refresh ?? '', caller()))).toBe(true);
  });

  test('after the person removed the app asks for a new sign-in', async () => {
    const { refresh = '' } = await signIn();
    oauth.endSignIns();
    await expect(refreshTokens(flow, app, refresh, caller())).rejects.toMatchObject({
      fault: { kind: 'reconnect', networkCode: 'invalid_grant' },
    });
  });

  test('with a wrong secret of the app never asks the person', async () => {
    const { refresh = '' } = await signIn();
    const mistyped = { ...app, client_secret: 'x' };
    await expect(refreshTokens(flow, mistyped, refresh, caller())).rejects.toMatchObject({
      fault: { kind: 'throttled', scope: 'app', retryAfter: 900 },
    });
    expect(isAccepted(await refreshTokens(flow, app, refresh, caller()))).toBe(true);
  });
});

test('a revoked token is no longer accepted', async () => {
  const tokens = await signIn();
  const own = { ...flow, revoke: `${server.url}/revoke` };
  await revokeToken(own, app, tokens.access, caller());
  expect(isAccepted(tokens)).toBe(false);
  server.faults.push('error_500');
  await expect(revokeToken(own, app, tokens.access, caller())).rejects.toMatchObject({
    fault: { kind: 'unavailable' },
  });
});

test('a token that is no text is not a token', async () => {
  const http = async () => ({ status: 200, headers: {}, text: '', json: { access_token: { a: 1 } } });
  await expect(refreshTokens(flow, app, 'x', { ...caller(), http })).rejects.toMatchObject({
    fault: { kind: 'unavailable' },
  });
});

describeFaults({
  table: tokenFaults('Carillon'),
  body: (error, error_description) => ({ ...(error !== undefined && { error }), error_description }),
  answers: {
    'a lost sign-in': [
      { status: 400, json: { error: 'invalid_grant', error_description: 'Revoked.' } },
      { kind: 'reconnect', message: 'Carillon no longer accepts this sign-in. Revoked.' },
    ],
    'a wrong secret': [
      { status: 401, json: { error: 'invalid_client' } },
      { kind: 'throttled', scope: 'app', retryAfter: 900 },
    ],
    'an app without rights': [
      { status: 400, json: { error: 'unauthorized_client' } },
      { kind: 'throttled', scope: 'app' },
    ],
    'a rate limit': [
      { status: 429, headers: { 'retry-after': '5' } },
      { kind: 'throttled', scope: 'channel', retryAfter: 5 },
    ],
    'an error of our own': [{ status: 400, json: { error: 'invalid_request' } }, { kind: 'unavailable' }],
    'a server error': [{ status: 500 }, { kind: 'unavailable', sent: true }],
  },
});
