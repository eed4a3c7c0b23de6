/** Connects accounts by a network's OAuth 2.0 sign-in page with the operator's app, and renews their tokens. */
import { refuse } from './fault.ts';
import type { Http } from './http.ts';
import type { JsonObject } from './json.ts';
import type { Caller, ConnectedAccount, OAuthConnect } from './network.ts';
import {
  beginSignIn,
  finishSignIn,
  type OAuth2,
  type OAuth2App,
  refreshTokens,
  revokeToken,
  type Tokens,
} from './oauth2.ts';

/** What differs between networks. */
export interface SignIn<Grant, App> {
  flow(caller: Caller<App>): OAuth2;
  /** The app's id and secret. Throws `rejected` if the operator has not registered an app. */
  keys(caller: Caller<App>): OAuth2App;
  /** Around calls of the token endpoint, if requests or answers differ from the standard. */
  http?(http: Http): Http;
  /** The accounts that the tokens open. */
  connect(tokens: Tokens, caller: Caller<App>): Promise<ConnectedAccount<Grant>[]>;
}

interface Opened<Grant, App> {
  oauth: OAuthConnect<Grant, App>;
  /** Exchanges a refresh token. The new grant needs `refresh` of the result, which may be the same. */
  renew(refresh: string, caller: Caller<App>): Promise<Tokens & { refresh: string }>;
  /** Ends a token at a network whose flow has `revoke`. */
  revoke(token: string, caller: Caller<App>): Promise<void>;
}

export function openSignIn<Grant, App = JsonObject>(signIn: SignIn<Grant, App>): Opened<Grant, App> {
  const { flow, keys, http = (each) => each, connect } = signIn;
  const asking = (caller: Caller<App>): Caller => ({ ...caller, app: undefined, http: http(caller.http) });
  return {
    oauth: {
      input: { type: 'object', properties: {}, additionalProperties: false },
      begin: async (_input, caller) => beginSignIn(flow(caller), keys(caller), caller),
      async finish(params, secret, caller) {
        const begun = { redirect_uri: String(secret.redirect_uri), verifier: String(secret.verifier) };
        return connect(await finishSignIn(flow(caller), keys(caller), params, begun, asking(caller)), caller);
      },
    },
    async renew(refresh, caller) {
      const tokens = await refreshTokens(flow(caller), keys(caller), refresh, asking(caller));
      return { ...tokens, refresh: tokens.refresh ?? refresh };
    },
    async revoke(token, caller) {
      const { revoke, ...rest } = flow(caller);
      if (revoke !== undefined) await revokeToken({ ...rest, revoke }, keys(caller), token, asking(caller));
    },
  };
}

/** The tokens, if the person allowed all `needed` scopes and the network gave a lasting sign-in. `asked`: if it names none. */
export function requireAllowed(
  name: string,
  { refresh, scopes, ...tokens }: Tokens,
  asked: readonly string[],
  needed: readonly string[] = asked,
): Tokens & { refresh: string; scopes: readonly string[] } {
  const allowed = scopes ?? [...asked];
  if (refresh === undefined || needed.some((scope) => !allowed.includes(scope)))
    throw refuse(`${name} did not allow all that Belfry needs. Start again, and allow what ${name} asks.`);
  return { ...tokens, refresh, scopes: allowed };
}
