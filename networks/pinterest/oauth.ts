/**
 * Connects an account by Pinterest's sign-in page:
 * https://developers.pinterest.com/docs/getting-started/set-up-authentication-and-authorization/ (2026-11-22).
 */

import { refuse } from '../core/fault.ts';
import { addressOf } from '../core/hosts.ts';
import type { Http, HttpResponse } from '../core/http.ts';
import { field, textField } from '../core/json.ts';
import type {
  Account,
  AccountState,
  AppRegistration,
  Caller,
  ConnectedAccount,
  FreshGrant,
  OAuthConnect,
} from '../core/network.ts';
import { beginSignIn, finishSignIn, type OAuth2, refreshTokens, type Tokens } from '../core/oauth2.ts';
import { withTier } from '../core/tiers.ts';
import {
  type App,
  appKeys,
  baseOf,
  type Grant,
  idIn,
  type PinterestSession,
  readApi,
  requireApp,
} from './api.ts';
import { faultOf } from './faults.ts';
import { tiers } from './tiers.ts';

const scopes = ['boards:read', 'boards:write', 'pins:read', 'pins:write', 'user_accounts:read'];

/** Milliseconds. Each refresh token is valid for 60 days, and gives a new one. */
const refreshLife = 60 * 86_400_000;

export const app: AppRegistration = {
  keys: appKeys,
  guide: [
    'Sign in at https://developers.pinterest.com with a business account, and connect an app under “My apps”. Pinterest reviews it for Trial access.',
    'In the app, enter the redirect address {redirect}, exactly as it stands here.',
    'Copy the app ID and the app secret into Belfry, and choose Trial access.',
    'With Trial access, pins are made in the sandbox, and only their own account sees them.',
    'For public pins, ask for Standard access with a video of a sign-in and of a pin that Belfry makes. Then choose Standard access in Belfry, and connect the accounts again.',
  ].join('\n'),
};

export const oauth: OAuthConnect<Grant, App> = {
  input: { type: 'object', properties: {}, additionalProperties: false },

  async begin(_input, caller) {
    return beginSignIn(flowOf(caller), requireApp(caller), caller);
  },

  async finish(params, secret, caller): Promise<ConnectedAccount<Grant>[]> {
    const begun = { redirect_uri: String(secret.redirect_uri), verifier: String(secret.verifier) };
    const asking = { ...caller, http: askForLasting(caller.http) };
    const tokens = await finishSignIn(flowOf(caller), requireApp(caller), params, begun, asking);
    const { access, refresh, scopes: allowed = scopes } = tokens;
    if (refresh === undefined || scopes.some((scope) => !allowed.includes(scope)))
      throw refuse(
        'Pinterest did not allow all that Belfry needs. Start again, and allow what Pinterest asks.',
      );
    const grant = { access, refresh };
    const account = await readAccount({ ...caller, grant, account: nobody, limits: {} });
    const limits = { scopes: withTier(allowed, caller.app) };
    return [{ account, grant, limits, ...datesOf(tokens, caller) }];
  },
};

const nobody: Account = { id: '', name: '', username: '', avatarUrl: null };

function flowOf(caller: Caller<App>): OAuth2 {
  return {
    name: 'Pinterest',
    authorize: `${addressOf(caller, 'https://www.pinterest.com')}/oauth/`,
    token: `${baseOf(caller)}/oauth/token`,
    scopes,
    separator: ',',
    clientAuth: 'basic',
  };
}

/** Apps from before 2025-09-25 must ask for refresh tokens that can be renewed for ever. Newer ones get no others. */
function askForLasting(http: Http): Http {
  return (request) =>
    http(
      typeof request.body === 'string' && request.body !== ''
        ? { ...request, body: `${request.body}&continuous_refresh=true` }
        : request,
    );
}

export async function refresh(session: PinterestSession): Promise<FreshGrant<Grant>> {
  const asking = {
    ...session,
    http: async (request: Parameters<Http>[0]) => nameError(await session.http(request)),
  };
  const tokens = await refreshTokens(flowOf(session), requireApp(session), session.grant.refresh, asking);
  const { access, refresh = session.grant.refresh } = tokens;
  return { grant: { access, refresh }, ...datesOf(tokens, session) };
}

/**
 * Pinterest has numbers in place of the standard's codes. 283 is a grant that is not valid
 * (https://github.com/pinterest/pinterest-python-sdk/issues/114, 2023-08-24). Not confirmed: 2 is a wrong secret.
 */
function nameError(response: HttpResponse): HttpResponse {
  const code = field(response.json, 'code');
  const error = code === 283 ? 'invalid_grant' : code === 2 ? 'invalid_client' : undefined;
  return error === undefined ? response : { ...response, json: { error } };
}

/** Refreshed at half of the shorter life, which is that of the access token. */
function datesOf({ expiresAt }: Tokens, caller: Caller<App>) {
  const now = caller.now().getTime();
  const ends = Math.min(expiresAt?.getTime() ?? Number.POSITIVE_INFINITY, now + refreshLife);
  return { expiresAt, refreshAt: new Date((now + ends) / 2), reconnectBy: new Date(now + refreshLife) };
}

export async function look(session: PinterestSession): Promise<AccountState> {
  return { account: await readAccount(session), limits: { scopes: withTier(scopes, session.app) } };
}

/** Asks whether the sign-in is valid, and says whether others will see the pins. */
export async function check(session: PinterestSession): Promise<string[]> {
  await readAccount(session);
  return requireApp(session).tier === 'trial' ? [tiers.trial] : [];
}

async function readAccount(session: PinterestSession): Promise<Account> {
  const response = await readApi(session, '/user_account');
  const { status, json } = response;
  const id = idIn(json, 'id');
  const username = textField(json, 'username');
  if (status !== 200 || id === undefined || username === undefined) throw faultOf(response, session.now());
  const name = textField(json, 'business_name') ?? username;
  return { id, name, username, avatarUrl: textField(json, 'profile_image') ?? null };
}
