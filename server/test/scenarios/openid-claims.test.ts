import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openProvider as openOurSide } from '../../src/accounts/openid/provider.ts';
import type { OpenIdSettings } from '../../src/config/openid.ts';
import { app, type TestApp } from '../support/app.ts';
import { emailOf, openBrowser, signInAs, verifyAddress } from '../support/browser.ts';
import { forgersKeys, forgeToken } from '../support/forged.ts';
import { findFreePort } from '../support/free-port.ts';
import { tokenOf } from '../support/mailbox.ts';
import { createPassage } from '../support/openid-people.ts';
import { openProvider, type TestProvider } from '../support/openid-provider.ts';

const CALLBACK = '/api/v1/session/openid/callback';
const CANARY = '"><img src=x onerror=alert(1)>';
const open: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const close of open.toReversed()) await close();
});

async function openBoth(
  settings: Partial<OpenIdSettings> = {},
): Promise<{ service: TestApp; provider: TestProvider } & ReturnType<typeof createPassage>> {
  const port = await findFreePort();
  const publicUrl = `http://127.0.0.1:${port}`;
  const provider = await openProvider(publicUrl, { settings });
  open.push(() => provider.close());
  const service = await app({ port, publicUrl, openId: provider.settings });
  open.push(() => service.close());
  // The provider uses this machine's time.
  await service.clock.set(new Date().toISOString());
  return { service, provider, ...createPassage(service, provider) };
}

const refused = '/sign-in?error=openid_refused';
const unknown = '/sign-in?error=openid_unknown';
const unreachable = '/sign-in?error=openid_unreachable';

describe('a provider that is trusted to link users by e-mail', async () => {
  const { service, provider, passThrough } = await openBoth({ linkByEmail: true });

  test('signs in the user of a verified address, in any case of letters', async () => {
    const person = await signInAs(service, 'editor');
    const email = await emailOf(person);
    await verifyAddress(service.db, email);
    provider.people.set('ada', { email: email.toUpperCase(), email_verified: true });
    for (const _ of [1, 2]) {
      const browser = openBrowser(service);
      expect(await passThrough(browser, 'ada')).toBe('/');
      expect((await browser.call('getSession', {})).data.user.id).toBe(person.userId);
    }
    expect((await person.call('listIdentities', {})).data).toHaveLength(1);
  });

  test.each([[false], ['true'], [1], [null], [undefined], [{}]])(
    'signs in no user if it states of the address: verified %j',
    async (email_verified) => {
      const email = await emailOf(await signInAs(service, 'editor'));
      await verifyAddress(service.db, email);
      const login = `claims ${String(email_verified)}`;
      provider.people.set(login, { email, email_verified });
      expect(await passThrough(openBrowser(service), login)).toBe(unknown);
    },
  );

  test.each([
    ['a list'],
    [['owner1@people.example']],
    [{ a: 1 }],
    [' owner1@people.example '],
    ['owner1@people.example,x@y.z'],
  ])('signs in no user by an invalid address: %j', async (email) => {
    const login = `mail ${JSON.stringify(email)}`;
    provider.people.set(login, { email, email_verified: true });
    expect(await passThrough(openBrowser(service), login)).toBe(unknown);
  });
});

describe('a provider whose people may join', async () => {
  const { service, provider, passThrough } = await openBoth({ join: { workspaceId: 1, role: 'author' } });

  test('adds a new person with a verified address to the workspace, with the role', async () => {
    provider.people.set('new', { name: 'Grace', email: 'grace@id.example', email_verified: true });
    const browser = openBrowser(service);
    expect(await passThrough(browser, 'new', '/posts')).toBe('/posts');
    const { data } = await browser.call('getSession', {});
    expect(data.user).toMatchObject({ name: 'Grace', email: 'grace@id.example', has_password: false });
    expect(data.workspaces).toMatchObject([{ id: 1, role: 'author' }]);
  });

  test('adds no person without a verified address, nor by the address of an existing user', async () => {
    const email = await emailOf(await signInAs(service, 'owner'));
    await verifyAddress(service.db, email);
    provider.people.set('unverified', { email: 'u@id.example', email_verified: false });
    provider.people.set('somebody', { email, email_verified: true });
    for (const login of ['unverified', 'nothing said', 'somebody'])
      expect(await passThrough(openBrowser(service), login)).toBe(unknown);
  });
});

describe('the claims of a provider', async () => {
  const { service, provider, accept } = await openBoth();
  const nameFrom = async (name: unknown, login: string) => {
    provider.people.set(login, { name, email: name });
    const body = { email: `guest.${login}@people.example`, role: 'editor' as const };
    const token = tokenOf((await service.call('createInvitation', { body })).data.link);
    const browser = openBrowser(service);
    expect(await accept(browser, login, token)).toBe('/posts');
    const [identity] = (await browser.call('listIdentities', {})).data;
    return [(await browser.call('getSession', {})).data.user.name, identity?.email];
  };

  const cases: [unknown, string, string][] = [
    [CANARY, 'a', CANARY],
    ['x'.repeat(10_000), 'b', 'x'.repeat(100)],
    ['😀'.repeat(200), 'c', '😀'.repeat(100)],
    ['Ada\u0000\r\nBcc: x@y.z\u202e\u2028', 'd', 'Ada Bcc: x@y.z'],
    ['\ud800', 'e', 'e'],
    ['   ', 'f', 'f'],
    [{ toString: 'x' }, 'g', 'g'],
    [7, 'h', 'h'],
    [['Ada'], 'i', 'i'],
  ];
  test.each(cases)('are treated as untrusted text: %.40j', async (given, login, name) => {
    expect(await nameFrom(given, login)).toEqual([name, null]);
  });
});

describe('a dishonest provider', async () => {
  const { service, provider, follow } = await openBoth();
  const { issuer, clientId } = provider.settings;
  beforeAll(async () => {
    provider.lies.set('/jwks', forgersKeys);
    const person = await signInAs(service, 'owner');
    await service.db.rows('insert into identities (user_id, issuer, subject) values ($1, $2, $3)', [
      person.userId,
      issuer,
      'ada',
    ]);
  });

  async function signInWith(lie: (good: Record<string, unknown>) => string | number | object) {
    const browser = openBrowser(service);
    const url = new URL((await browser.call('beginOpenId', { body: {} })).data.authorize_url);
    const [nonce, state = ''] = ['nonce', 'state'].map((name) => url.searchParams.get(name) ?? '');
    const now = Math.floor(Date.now() / 1000);
    const token = lie({ iss: issuer, aud: clientId, sub: 'ada', nonce, iat: now, exp: now + 300 });
    const tokens = { access_token: 'a secret token', token_type: 'Bearer', id_token: token };
    provider.lies.set('/token', typeof token === 'string' ? tokens : token);
    provider.lies.set('/me', { sub: 'ada' });
    const query = new URLSearchParams({ state, code: 'a secret code', iss: issuer });
    return follow(browser, new URL(`${service.origin}${CALLBACK}?${query}`));
  }

  test('is believed when everything is valid', async () => {
    expect(await signInWith((good) => forgeToken(good))).toBe('/');
  });

  test.each<[string, object]>([
    ['another issuer', { iss: 'https://evil.example/' }],
    ['another audience', { aud: 'somebody else' }],
    ['several audiences', { aud: [clientId, 'somebody else'], azp: 'somebody else' }],
    ['an expiry in the past', { exp: Math.floor(Date.now() / 1000) - 60 }],
    ['no expiry', { exp: undefined }],
    ['another nonce', { nonce: 'another' }],
    ['no nonce', { nonce: undefined }],
    ['no subject', { sub: undefined }],
    ['a number as subject', { sub: 7 }],
    ['an empty subject', { sub: '' }],
    ['a subject of 300 characters', { sub: 'a'.repeat(300) }],
    ['a subject with a line break', { sub: 'ada\n' }],
  ])('is not believed with %s', async (_, wrong) => {
    expect(await signInWith((good) => forgeToken({ ...good, ...wrong }))).toBe(refused);
  });

  test('is not believed without a signature, or with that of another key', async () => {
    expect(await signInWith((good) => forgeToken(good, { alg: 'none' }))).toBe(refused);
    expect(await signInWith((good) => `${forgeToken(good).slice(0, -40)}${'A'.repeat(40)}`)).toBe(refused);
    expect(await signInWith(() => 'no.token.at-all')).toBe(refused);
  });

  test.each<[string, object | number, string]>([
    ['no ID token', { access_token: 'a', token_type: 'Bearer' }, refused],
    ['a list', [], refused],
    ['an error', 400, refused],
    ['an error with its own code', 502, unreachable],
    ['a redirect', 302, refused],
  ])('is not believed when it answers %s', async (_, answer, end) => {
    expect(await signInWith(() => answer)).toBe(end);
  });
});

describe('an unreachable provider', () => {
  test('is reported with 503, without details', async () => {
    const port = await findFreePort();
    const settings = {
      clientId: 'a',
      clientSecret: 'b',
      name: 'Example',
      linkByEmail: false,
      join: undefined,
    };
    await using service = await app({ openId: { ...settings, issuer: `http://127.0.0.1:${port}/` } });
    const browser = openBrowser(service);
    const answer = await browser.call('beginOpenId', { body: {} });
    expect([answer.status, answer.error.code, answer.error.message]).toEqual([
      503,
      'openid_unreachable',
      'The OpenID provider cannot be reached. Try again in a moment, or sign in another way.',
    ]);
    const sent = await browser.request('GET', '/api/v1/session/openid');
    expect(sent.headers.get('location')).toBe(service.origin + unreachable);
  });

  test.each<[string, object]>([
    ['another issuer', { issuer: 'https://evil.example/' }],
    ['no addresses', { authorization_endpoint: undefined }],
    ['an authorization address that is not a web page', { authorization_endpoint: 'javascript:alert(1)' }],
  ])('is one whose description has %s', async (_, wrong) => {
    const { service, provider } = await openBoth();
    const { issuer } = provider.settings;
    const path = '/.well-known/openid-configuration';
    provider.lies.set(path, {
      issuer,
      authorization_endpoint: `${issuer}auth`,
      token_endpoint: `${issuer}token`,
      jwks_uri: `${issuer}jwks`,
      ...wrong,
    });
    const browser = openBrowser(service);
    expect((await browser.call('beginOpenId', { body: {} })).status).toBe(503);
    provider.lies.delete(path);
    expect((await browser.call('beginOpenId', { body: {} })).status).toBe(201);
  });

  test('is one that makes Belfry call a private address', async () => {
    const { service, provider } = await openBoth();
    const { issuer } = provider.settings;
    const inside = await findFreePort();
    provider.lies.set('/.well-known/openid-configuration', {
      issuer,
      authorization_endpoint: `${issuer}auth`,
      token_endpoint: `http://127.0.0.1:${inside}/token`,
      jwks_uri: `${issuer}jwks`,
    });
    const browser = openBrowser(service);
    const url = new URL((await browser.call('beginOpenId', { body: {} })).data.authorize_url);
    const query = new URLSearchParams({ state: url.searchParams.get('state') ?? '', code: 'c', iss: issuer });
    const answer = await browser.request('GET', `${CALLBACK}?${query}`);
    expect(answer.headers.get('location')).toBe(service.origin + unreachable);
  });
});

describe('the log', () => {
  test('states that a sign-in failed, and none of its parameters', async () => {
    const { service, provider } = await openBoth();
    const lines: string[] = [];
    const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
    const ours = openOurSide({ ...service.ctx, log }, provider.settings);
    const checks = {
      state: 'a secret state',
      nonce: 'a secret nonce',
      verifier: 'a-secret-verifier'.repeat(3),
    };
    await ours.authorizeUrl(service.origin + CALLBACK, checks);
    const url = new URL(service.origin + CALLBACK);
    const { issuer: iss } = provider.settings;
    url.search = new URLSearchParams({ state: checks.state, code: 'a secret code', iss }).toString();
    await expect(ours.redeem(url, checks)).rejects.toThrow('sign-in at the OpenID provider failed');
    provider.lies.set('/token', { error: 'invalid_grant', error_description: 'a secret text' });
    await expect(ours.redeem(url, checks)).rejects.toThrow('sign-in at the OpenID provider failed');
    expect(lines.join('')).toContain('a sign-in with OpenID Connect failed');
    expect(lines.join('')).not.toMatch(/secret/);
  });
});
