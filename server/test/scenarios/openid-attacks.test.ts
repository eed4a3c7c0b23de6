import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { app } from '../support/app.ts';
import { type Browser, openBrowser, signInAs } from '../support/browser.ts';
import { findFreePort } from '../support/free-port.ts';
import { createPassage } from '../support/openid-people.ts';
import { openProvider } from '../support/openid-provider.ts';

const port = await findFreePort();
const publicUrl = `http://127.0.0.1:${port}`;
const provider = await openProvider(publicUrl);
const other = await openProvider(publicUrl);
const service = await app({ port, publicUrl, openId: provider.settings });
afterAll(() => service.close());
afterAll(() => Promise.all([provider.close(), other.close()]));
const CALLBACK = '/api/v1/session/openid/callback';
const { passThrough, link, follow } = createPassage(service, provider);

let victim: Browser;
beforeAll(async () => {
  // The provider uses this machine's time.
  await service.clock.set(new Date().toISOString());
  victim = await signInAs(service, 'editor');
  await link(victim, 'victim');
  await link(await signInAs(service, 'viewer'), 'attacker');
});

const over = '/sign-in?error=openid_over';
const refused = '/sign-in?error=openid_refused';
const isSignedIn = async (browser: Browser) => (await browser.call('getSession', {})).status === 200;

/** A person during a sign-in: their address at the provider, and the return address. */
async function begin(login = 'victim', change: (url: URL) => void = () => undefined, at = provider) {
  const browser = openBrowser(service);
  const url = new URL((await browser.call('beginOpenId', { body: {} })).data.authorize_url);
  change(url);
  return { browser, url, back: await at.pass(url.href, login) };
}

const altered = (url: URL, changes: Record<string, string | null>) => {
  const copy = new URL(url);
  for (const [name, value] of Object.entries(changes))
    if (value === null) copy.searchParams.delete(name);
    else copy.searchParams.set(name, value);
  return copy;
};

describe('the return from the provider', () => {
  test('signs in once', async () => {
    const { browser, back } = await begin();
    const cookies = new Map(browser.cookies);
    expect(await follow(browser, back)).toBe('/');
    expect(await isSignedIn(browser)).toBe(true);
    const again = openBrowser(service);
    for (const [name, value] of cookies) again.cookies.set(name, value);
    expect(await follow(again, back)).toBe(over);
    expect(await isSignedIn(again)).toBe(false);
  });

  test('signs in once, even if it comes eight times at the same moment', async () => {
    const { browser, back } = await begin();
    const headers = { cookie: browser.cookie() };
    const answers = await Promise.all(
      Array.from({ length: 8 }, () =>
        openBrowser(service).request('GET', back.pathname + back.search, { headers }),
      ),
    );
    const ends = answers.map((answer) => answer.headers.get('location'));
    expect(ends.filter((end) => end === `${publicUrl}/`)).toHaveLength(1);
  });

  test('is refused in another browser, and stays valid in its own', async () => {
    const { browser, back } = await begin();
    const thief = openBrowser(service);
    expect(await follow(thief, back)).toBe(over);
    await thief.call('beginOpenId', { body: {} });
    expect(await follow(thief, back)).toBe(over);
    expect(await isSignedIn(thief)).toBe(false);
    expect(await follow(browser, back)).toBe('/');
  });

  test('signs no person in to the account of an attacker who sends them a link', async () => {
    const { back } = await begin('attacker');
    const { browser } = await begin();
    expect(await follow(browser, back)).toBe(over);
    expect(await isSignedIn(browser)).toBe(false);
  });

  test.each([
    ['another state', { state: 'A'.repeat(43) }, over],
    ['no state', { state: null }, over],
    ['an empty state', { state: '' }, over],
    ['another issuer', { iss: 'https://evil.example/' }, refused],
    ['no issuer, of a provider that names itself', { iss: null }, refused],
    ['another code', { code: 'guessed' }, refused],
    ['no code', { code: null }, refused],
  ])('with %s is refused, and is used up', async (_, changes, end) => {
    const { browser, back } = await begin();
    expect(await follow(browser, altered(back, changes))).toBe(end);
    expect(await isSignedIn(browser)).toBe(false);
    expect(await follow(browser, back)).toBe(end === over ? '/' : over);
  });

  test('with a repeated parameter is refused', async () => {
    const { browser, back } = await begin();
    back.searchParams.append('state', back.searchParams.get('state') ?? '');
    expect(await follow(browser, back)).toBe(over);
    expect(await isSignedIn(browser)).toBe(false);
  });

  test('after ten minutes is refused', async () => {
    const { browser, back } = await begin();
    await service.clock.advance('10 minutes');
    expect(await follow(browser, back)).toBe(over);
    await service.clock.advance('-10 minutes');
  });

  test.each([
    ['another nonce', { nonce: 'another' }],
    ['no nonce', { nonce: null }],
    ['another person’s challenge', { code_challenge: 'A'.repeat(43) }],
    ['no challenge', { code_challenge: null, code_challenge_method: null }],
  ])('of a sign-in that was begun with %s is refused', async (_, changes) => {
    const { browser, back } = await begin('victim', (url) => {
      url.search = altered(url, changes).search;
    });
    expect(await follow(browser, back)).toBe(refused);
    expect(await isSignedIn(browser)).toBe(false);
  });

  test('with the code of another person’s sign-in is refused', async () => {
    const [stolen, own] = [await begin(), await begin('attacker')];
    const code = stolen.back.searchParams.get('code') ?? '';
    expect(await follow(own.browser, altered(own.back, { code }))).toBe(refused);
    expect(await isSignedIn(own.browser)).toBe(false);
  });

  test('from another provider is refused, and the first gets no code of it', async () => {
    const toOther = (url: URL) => {
      url.host = new URL(other.settings.issuer).host;
    };
    const { browser, back } = await begin('victim', toOther, other);
    provider.calls.splice(0);
    expect(await follow(browser, back)).toBe(refused);
    expect(provider.calls).toEqual([]);
    expect(await isSignedIn(browser)).toBe(false);
  });

  test.each(['?', '?state', `?${'x='.repeat(500)}`, '?state=%00&code=%ff', '?error=%3Cscript%3E'])(
    'that is invalid leads back to the sign-in: %.30s',
    async (query) => {
      const answer = await openBrowser(service).request('GET', CALLBACK + query);
      expect([answer.status, answer.headers.get('location')]).toEqual([302, publicUrl + over]);
    },
  );

  test('has a cookie for this exact host over TLS, if the public address is https', async () => {
    await using secure = await app({ publicUrl: 'https://belfry.example', openId: provider.settings });
    const url = `http://127.0.0.1:${secure.ctx.config.port}/api/v1/session/openid`;
    const answer = await fetch(url, { redirect: 'manual' });
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^__Host-belfry-openid=[\w-]{43}; Path=\/; .*HttpOnly; SameSite=Lax; Secure$/),
    ]);
    const location = new URL(answer.headers.get('location') ?? '');
    expect(location.searchParams.get('redirect_uri')).toBe(
      'https://belfry.example/api/v1/session/openid/callback',
    );
  });

  test('is logged without its parameters', async () => {
    const { browser, back } = await begin('attacker');
    const row = await service.db.row<{ stored: string }>(
      "select string_agg(f::text || encode(sealed, 'escape'), '') as stored from openid_flows f",
    );
    await follow(browser, back);
    const state = back.searchParams.get('state') ?? '';
    for (const text of [state, browser.cookies.get('belfry') ?? 'none'])
      expect(row?.stored).not.toContain(text);
  });
});

describe('after a sign-in', () => {
  test.each([
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '\t//evil.example',
    ' //evil.example',
    '/.//evil.example',
    '/a/..//evil.example',
    '/%2e//evil.example',
    '///evil.example',
    '@evil.example',
    '.evil.example',
    ':80@evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    '/ünsicher',
    '/a b',
    '/a\r\nset-cookie: belfry=fixed',
    '',
  ])('the browser stays on this site: %j', async (returnTo) => {
    const end = await passThrough(openBrowser(service), 'victim', returnTo);
    expect(end).toBe('/');
  });

  test.each(['/', '/posts', '/posts?a=1&b=%2F%2Fevil.example#c', '/a/b/../c'])(
    'the browser continues to %s',
    async (returnTo) => {
      const end = await passThrough(openBrowser(service), 'victim', returnTo);
      expect(end).toBe(returnTo.replace('/b/..', ''));
    },
  );

  test('a text that is too long is refused', async () => {
    const answer = await openBrowser(service).call('beginOpenId', {
      body: { return_to: `/${'a'.repeat(500)}` },
    });
    expect([answer.status, answer.error.code]).toEqual([422, 'invalid']);
  });
});
