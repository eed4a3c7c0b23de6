/** The token endpoints of Instagram’s own sign-in, with their two forms of errors. */

import { refuse } from '../families/meta/fake-graph.ts';
import type { FakeSignIn } from '../families/meta/fake-sign-in.ts';
import type { FakeRequest, FakeResponse } from '../testing/fake-server.ts';

/** Undefined if the request is another one. */
export function answerInstagramTokens(
  name: string,
  request: FakeRequest,
  signIn: FakeSignIn,
): FakeResponse | undefined {
  const { query } = request;
  if (name === 'GET /www.instagram.com/oauth/authorize') return signIn.oauth.authorize(query);
  if (name === 'POST /api.instagram.com/oauth/access_token') return exchange(request, signIn);
  if (name === 'GET /graph.instagram.com/refresh_access_token') {
    const renewed =
      query.get('grant_type') === 'ig_refresh_token' && signIn.renew(query.get('access_token') ?? '');
    return renewed ? signIn.describe(renewed) : refuse(400, '190', 'Error validating access token.');
  }
  if (name !== 'GET /graph.instagram.com/access_token') return undefined;
  const isApp = [...signIn.oauth.apps.values()].some(({ secret }) => secret === query.get('client_secret'));
  if (query.get('grant_type') !== 'ig_exchange_token' || !isApp)
    return refuse(400, '1', 'Error validating client secret.');
  const long = signIn.lengthen(query.get('access_token') ?? '');
  return long ? signIn.describe(long) : refuse(400, '190', 'Error validating access token.');
}

function exchange(request: FakeRequest, signIn: FakeSignIn): FakeResponse {
  const exchanged = signIn.exchangeCode(request);
  if ('token' in exchanged) {
    const { token, scopes } = exchanged;
    // The id is a number that JSON.parse cannot read exactly.
    const text = JSON.stringify({ access_token: token, permissions: scopes, user_id: 0 });
    const body = text.replace('"user_id":0', '"user_id":17841405793187218');
    return { status: 200, headers: { 'content-type': 'application/json' }, body };
  }
  const error_message =
    exchanged.error === 'invalid_client' ? 'Invalid platform app' : 'This authorization code has been used';
  return { status: 400, body: { error_type: 'OAuthException', code: 400, error_message } };
}
