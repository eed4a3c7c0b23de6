/** The token endpoints of a fake sign-in at Facebook. */
import type { FakeRequest, FakeResponse } from '../../testing/fake-server.ts';
import { refuse } from './fake-graph.ts';
import type { FakeSignIn } from './fake-sign-in.ts';

/** Undefined if the request is another one. */
export function answerPageTokens(
  name: string,
  request: FakeRequest,
  signIn: FakeSignIn,
): FakeResponse | undefined {
  if (name === 'GET /www.facebook.com/v25.0/dialog/oauth') return signIn.oauth.authorize(request.query);
  if (name !== 'POST /graph.facebook.com/v25.0/oauth/access_token') return undefined;
  const form = new URLSearchParams(request.body.toString());
  if (form.get('grant_type') === 'fb_exchange_token') {
    if (signIn.oauth.authenticate(request) === undefined)
      return refuse(400, '1', 'Error validating client secret.');
    const long = signIn.lengthen(form.get('fb_exchange_token') ?? '');
    return long ? signIn.describe(long) : refuse(400, '190', 'Error validating access token.');
  }
  const exchanged = signIn.exchangeCode(request);
  if ('token' in exchanged) return signIn.describe({ token: exchanged.token, seconds: 5000 });
  return exchanged.error === 'invalid_client'
    ? refuse(400, '1', 'Error validating client secret.')
    : refuse(400, '100/36009', 'This authorization code has been used.');
}
