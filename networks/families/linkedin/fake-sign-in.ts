/** A person who signs in at the fake, and agrees. */
import { loopbackHttp } from '../../../server/test/support/loopback-http.ts';
import type { ConnectedAccount, OAuthCaller, OAuthConnect } from '../../core/network.ts';
import type { Grant } from './api.ts';
import type { App } from './app.ts';
import { type LinkedinFake, redirectUri } from './fake-linkedin.ts';

export function makeCaller(fake: LinkedinFake, changes: Partial<OAuthCaller<App>> = {}): OAuthCaller<App> {
  return {
    http: loopbackHttp,
    endpoint: fake.server.url,
    app: fake.app as App,
    now: () => new Date('2026-11-21T12:00:00Z'),
    redirectUri,
    state: 'state-1',
    apps: { get: async () => undefined, put: async () => {} },
    ...changes,
  };
}

export async function signIn(
  oauth: OAuthConnect<Grant, App>,
  fake: LinkedinFake,
  changes: Partial<OAuthCaller<App>> = {},
): Promise<ConnectedAccount<Grant>[]> {
  const caller = makeCaller(fake, changes);
  const { authorizeUrl, secret } = await oauth.begin({}, caller);
  const { headers } = await loopbackHttp({ method: 'GET', url: authorizeUrl });
  const params = Object.fromEntries(new URL(headers.location ?? '').searchParams);
  return oauth.finish(params, secret, caller);
}
