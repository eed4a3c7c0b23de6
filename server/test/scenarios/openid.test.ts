import { describe, expect, test } from 'vitest';
import { app } from '../support/app.ts';
import { emailOf, openBrowser, signIn, signInAs, whoAmI } from '../support/browser.ts';
import { kindsOf } from '../support/events.ts';
import { openWithProvider } from '../support/openid-people.ts';

const { service, provider, publicUrl, passThrough, link, newLogin, comeIn } = await openWithProvider();
const { settings, people } = provider;

const refusal = ({ status, error }: { status: number; error: { code: string } }) => [status, error.code];

/** A signed-in user who has linked the provider. */
async function identify() {
  const person = await signInAs(service, 'editor');
  const login = newLogin();
  people.set(login, { email: `${login}@id.example`, email_verified: true });
  expect(await link(person, login)).toBe('/account');
  return { person, login };
}

describe('an OpenID provider', () => {
  test('is offered if one is configured', async () => {
    await using without = await app();
    const offered = async (at: typeof service) => (await openBrowser(at).call('listWaysIn', {})).data.openid;
    expect([await offered(service), await offered(without)]).toEqual([{ name: 'Example' }, null]);
    const begun = await openBrowser(without).call('beginOpenId', { body: {} });
    expect(refusal(begun)).toEqual([409, 'openid_missing']);
    const sent = await openBrowser(without).request('GET', '/api/v1/session/openid');
    expect([sent.status, sent.headers.get('location')]).toEqual([
      302,
      `${without.origin}/sign-in?error=openid_missing`,
    ]);
  });

  test('signs in a user who has linked it, and continues to the requested page', async () => {
    const { person, login } = await identify();
    const browser = openBrowser(service);
    expect(await passThrough(browser, login, '/posts?week=3#now')).toBe('/posts?week=3#now');
    expect((await whoAmI(browser)).data.user.id).toBe(person.userId);
    expect([...browser.cookies.keys()]).toEqual(['belfry']);
    expect(await kindsOf(service.db, person.userId)).toEqual([
      'session.begun',
      'identity.added',
      'session.begun',
    ]);
  });

  test('gets state, nonce and PKCE', async () => {
    const [one, two] = [openBrowser(service), openBrowser(service)];
    const urls = [];
    for (const browser of [one, two]) {
      const { data } = await browser.call('beginOpenId', { body: {} });
      urls.push(new URL(data.authorize_url));
    }
    const [params, others] = urls.map(({ searchParams }) => Object.fromEntries(searchParams));
    expect(params).toMatchObject({
      response_type: 'code',
      scope: 'openid email profile',
      redirect_uri: `${publicUrl}/api/v1/session/openid/callback`,
      code_challenge_method: 'S256',
    });
    for (const name of ['state', 'nonce', 'code_challenge']) {
      expect(params?.[name]).toMatch(/^[\w-]{43}$/);
      expect(params?.[name]).not.toBe(others?.[name]);
    }
  });

  test('is remembered by the browser for ten minutes, in a cookie that scripts cannot read', async () => {
    const answer = await openBrowser(service).request('GET', '/api/v1/session/openid');
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^belfry-openid=[\w-]{43}; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax$/),
    ]);
    expect([answer.headers.get('cache-control'), answer.headers.get('referrer-policy')]).toEqual([
      'no-store',
      'no-referrer',
    ]);
  });

  test('replaces both factors', async () => {
    const { person, login } = await identify();
    await service.db.rows(
      `insert into second_factors (user_id, sealed, confirmed_at) values ($1, '', clock_now())`,
      [person.userId],
    );
    expect(await passThrough(openBrowser(service), login)).toBe('/');
  });

  test('signs in no stranger, whether a user has the address or not', async () => {
    const known = await emailOf(await signInAs(service, 'owner'));
    for (const email of [known, 'nobody@people.example', undefined]) {
      const login = newLogin();
      people.set(login, { email, email_verified: true });
      const browser = openBrowser(service);
      expect(await passThrough(browser, login, '/posts')).toBe('/sign-in?error=openid_unknown');
      expect((await whoAmI(browser)).status).toBe(401);
    }
  });

  test('that the person declines leads back to the sign-in', async () => {
    const browser = openBrowser(service);
    const { data } = await browser.call('beginOpenId', { body: {} });
    const state = new URL(data.authorize_url).searchParams.get('state') ?? '';
    const query = new URLSearchParams({ state, error: 'access_denied', iss: settings.issuer });
    const answer = await browser.request('GET', `/api/v1/session/openid/callback?${query}`);
    expect(answer.headers.get('location')).toBe(`${publicUrl}/sign-in?error=openid_refused`);
  });
});

describe('an identity', () => {
  test('is listed, with the address that the provider states', async () => {
    const { person, login } = await identify();
    const { data } = await person.call('listIdentities', {});
    expect(data).toEqual([
      {
        id: expect.any(Number),
        issuer: settings.issuer,
        email: `${login}@id.example`,
        created_at: expect.any(String),
        last_used_at: null,
      },
    ]);
    await passThrough(openBrowser(service), login);
    expect((await person.call('listIdentities', {})).data[0]?.last_used_at).not.toBeNull();
  });

  test('is linked only with a password, and gives the session a new cookie', async () => {
    const person = await signInAs(service, 'editor');
    for (const body of [{}, { password: 'guessed' }])
      expect(refusal(await person.call('beginIdentity', { body }))).toEqual([422, 'invalid']);
    const former = person.cookie();
    expect(await link(person, newLogin())).toBe('/account');
    expect([(await whoAmI(person)).status, (await whoAmI(person, { cookie: former })).status]).toEqual([
      200, 401,
    ]);
  });

  test('can be linked twice by the same person, and by no other', async () => {
    const [{ person, login }, other] = [await identify(), await signInAs(service, 'editor')];
    expect(await link(person, login)).toBe('/account');
    expect(await link(other, login)).toBe('/account?error=identity_taken');
    expect((await person.call('listIdentities', {})).data).toHaveLength(1);
    expect((await other.call('listIdentities', {})).data).toEqual([]);
  });

  test('is linked in the session that began it, not in another', async () => {
    const [person, other] = [await signInAs(service, 'editor'), await signInAs(service, 'editor')];
    const begun = await person.call('beginIdentity', { body: { password: 'correct horse battery' } });
    const back = await provider.pass(begun.data.authorize_url, newLogin());
    for (const [name, value] of other.cookies) person.cookies.set(name, value);
    const answer = await person.request('GET', back.pathname + back.search);
    expect(answer.headers.get('location')).toBe(`${publicUrl}/?error=openid_over`);
    expect((await other.call('listIdentities', {})).data).toEqual([]);
  });

  test('that was removed no longer signs in', async () => {
    const { person, login } = await identify();
    const [{ id = 0 } = {}] = (await person.call('listIdentities', {})).data;
    const other = await signInAs(service, 'owner');
    expect(refusal(await other.call('deleteIdentity', { params: { id } }))).toEqual([404, 'not_found']);
    expect((await person.call('deleteIdentity', { params: { id } })).status).toBe(204);
    expect(await passThrough(openBrowser(service), login)).toBe('/sign-in?error=openid_unknown');
    expect(await kindsOf(service.db, person.userId)).toContain('identity.removed');
  });
});

describe('a person without a password', () => {
  test('can set a first one after a fresh sign-in', async () => {
    const { browser, login, self } = await comeIn();
    const body = { password: 'a first one, long enough' };
    await service.clock.advance('11 minutes');
    expect(refusal(await browser.call('changePassword', { body }))).toEqual([403, 'proof_required']);
    expect(refusal(await browser.call('beginTwoFactor', { body: {} }))).toEqual([403, 'proof_required']);
    expect(refusal(await browser.call('beginIdentity', { body: {} }))).toEqual([403, 'proof_required']);
    await passThrough(browser, login);
    expect((await browser.call('beginTwoFactor', { body: {} })).status).toBe(201);
    expect((await browser.call('changePassword', { body })).status).toBe(204);
    const again = await signIn(service, await emailOf(browser), body.password);
    expect(again.userId).toBe(self.user.id);
  });

  test('keeps the last way to sign in', async () => {
    const { browser } = await comeIn();
    const [{ id = 0 } = {}] = (await browser.call('listIdentities', {})).data;
    const remove = () => browser.call('deleteIdentity', { params: { id } });
    expect(refusal(await remove())).toEqual([409, 'last_way_in']);
    await browser.call('changePassword', { body: { password: 'a first one, long enough' } });
    expect((await remove()).status).toBe(204);
  });

  test('cannot sign in by an empty password', async () => {
    const { browser } = await comeIn();
    const body = { email: await emailOf(browser), password: ' ' };
    const answer = await openBrowser(service).call('signIn', { body });
    expect(refusal(answer)).toEqual([401, 'sign_in_refused']);
  });
});
