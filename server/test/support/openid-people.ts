/** People at a browser who go through an OpenID provider. */
import { expect } from 'vitest';
import type { TestApp } from './app.ts';
import type { Browser } from './browser.ts';
import { PASSWORD } from './browser.ts';
import type { TestProvider } from './openid-provider.ts';

export function createPassage(service: Pick<TestApp, 'origin'>, provider: Pick<TestProvider, 'pass'>) {
  /** Where the browser goes on to, without our own origin. */
  const follow = async (browser: Browser, back: URL) => {
    const answer = await browser.request('GET', back.pathname + back.search);
    expect(answer.status).toBe(302);
    return (answer.headers.get('location') ?? '').replace(service.origin, '');
  };
  return {
    follow,
    /** From the button to the page on which the browser ends. */
    async passThrough(browser: Browser, login: string, returnTo?: string) {
      const query = returnTo === undefined ? '' : `?return_to=${encodeURIComponent(returnTo)}`;
      const sent = await browser.request('GET', `/api/v1/session/openid${query}`);
      return follow(browser, await provider.pass(sent.headers.get('location') ?? '', login));
    },
    /** Adds the provider to the account of whoever is signed in. */
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
