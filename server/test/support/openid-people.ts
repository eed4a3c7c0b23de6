/** People who sign in with an OpenID provider in a browser. */
import { afterAll, expect } from 'vitest';
import type { OpenIdSettings } from '../../src/config/openid.ts';
import { type AppOptions, app, type TestApp } from './app.ts';
import { type Browser, openBrowser, PASSWORD, whoAmI } from './browser.ts';
import { findFreePort } from './free-port.ts';
import { tokenOf } from './mailbox.ts';
import { openProvider, type TestProvider } from './openid-provider.ts';

interface Options extends Omit<AppOptions, 'openId'> {
  openId?: Partial<OpenIdSettings>;
  /** The host name in the address of the service. */
  host?: string;
}

/** A service, its provider, and people who sign in. Both stop after the tests of the file. */
export async function openWithProvider({ openId = {}, host = '127.0.0.1', ...options }: Options = {}) {
  const port = await findFreePort();
  const publicUrl = `http://${host}:${port}`;
  const provider = await openProvider(publicUrl, { settings: openId });
  const service = await app({ port, publicUrl, openId: provider.settings, ...options });
  afterAll(async () => {
    await service.close();
    await provider.close();
  });
  // The provider uses the clock of this machine.
  await service.clock.set(new Date().toISOString());
  const passage = createPassage(service, provider);
  let count = 0;
  const newLogin = () => `login${++count}`;
  return {
    service,
    provider,
    publicUrl,
    newLogin,
    ...passage,
    /** A user who accepted an invitation with the provider, and has no password. */
    async comeIn(name = 'Grace') {
      const login = newLogin();
      provider.people.set(login, { name });
      const browser = openBrowser(service);
      const invitation = await invite(service, `${login}@people.example`);
      expect(await passage.accept(browser, login, invitation)).toBe('/posts');
      return { browser, login, self: (await whoAmI(browser)).data };
    },
  };
}

/** Returns the token of the invitation. */
export async function invite(service: TestApp, email: string): Promise<string> {
  const { data } = await service.call('createInvitation', { body: { email, role: 'editor' } });
  return tokenOf(data.link);
}

export function createPassage(service: Pick<TestApp, 'origin'>, provider: Pick<TestProvider, 'pass'>) {
  /** The address to which the browser is redirected, without our own origin. */
  const follow = async (browser: Browser, back: URL) => {
    const answer = await browser.request('GET', back.pathname + back.search);
    expect(answer.status).toBe(302);
    return (answer.headers.get('location') ?? '').replace(service.origin, '');
  };
  return {
    follow,
    /** Signs in with the provider's button. Returns the last page. */
    async passThrough(browser: Browser, login: string, returnTo?: string) {
      const query = returnTo === undefined ? '' : `?return_to=${encodeURIComponent(returnTo)}`;
      const sent = await browser.request('GET', `/api/v1/session/openid${query}`);
      return follow(browser, await provider.pass(sent.headers.get('location') ?? '', login));
    },
    /** Adds the provider to the signed-in user. */
    async link(person: Browser, login: string, body: object = { password: PASSWORD }) {
      const begun = await person.call('beginIdentity', { body: { return_to: '/account', ...body } });
      return follow(person, await provider.pass(begun.data.authorize_url, login));
    },
    async accept(browser: Browser, login: string, invitation: string) {
      const begun = await browser.call('beginOpenId', { body: { invitation, return_to: '/posts' } });
      return follow(browser, await provider.pass(begun.data.authorize_url, login));
    },
  };
}
