/** Connects an account by TikTok's sign-in page: https://developers.tiktok.com/doc/login-kit-web (2026-11-22). */

import { requireApp } from '../core/apps.ts';
import { refuse } from '../core/fault.ts';
import { addressOf } from '../core/hosts.ts';
import type { HttpRequest, HttpResponse } from '../core/http.ts';
import { field, idField, textField } from '../core/json.ts';
import { type AccountLimits, limitOf } from '../core/limits.ts';
import type {
  Account,
  AccountState,
  AppRegistration,
  Caller,
  ConnectedAccount,
  FreshGrant,
  OAuthConnect,
} from '../core/network.ts';
import {
  beginSignIn,
  finishSignIn,
  type OAuth2,
  type OAuth2App,
  refreshTokens,
  type Tokens,
} from '../core/oauth2.ts';
import { type App, apiOf, appKeys, type Grant, readApi, requireOk, type TiktokSession } from './api.ts';
import { audited } from './checks.ts';
import { tryCreator } from './creator.ts';
import { tiktokRules } from './rules.ts';

const neededScopes = ['user.info.basic', 'user.info.profile'];
const publishScopes = ['video.publish', 'video.upload'];
const scopes = [...neededScopes, ...publishScopes, 'video.list'];

export const app: AppRegistration = {
  keys: appKeys,
  guide: [
    'Open https://developers.tiktok.com, create an app, and add the products Login Kit and Content Posting API.',
    'In Content Posting API, switch on Direct Post.',
    `Add the scopes ${scopes.join(', ')}.`,
    'In Login Kit for Web, enter {redirect} as the redirect address, exactly as it stands here. It must begin with https.',
    'For photos, verify the domain of your installation under URL properties.',
    'Submit the app for review. For posts that others can see, also apply for the audit of Direct Post; after that, switch on “Audited”.',
    'Copy the client key and the client secret into Belfry.',
  ].join('\n'),
};

export const oauth: OAuthConnect<Grant, App> = {
  input: { type: 'object', properties: {}, additionalProperties: false },

  async begin(_input, caller) {
    return beginSignIn(flowOf(caller), readKeys(caller), caller);
  },

  async finish(params, secret, caller): Promise<ConnectedAccount<Grant>[]> {
    const begun = { redirect_uri: String(secret.redirect_uri), verifier: String(secret.verifier) };
    const { tokens, ...ends } = await exchange(caller, (own) =>
      finishSignIn(flowOf(caller), readKeys(caller), params, begun, own),
    );
    const { access, refresh, scopes: allowed = scopes } = tokens;
    const isEnough =
      neededScopes.every((scope) => allowed.includes(scope)) &&
      publishScopes.some((scope) => allowed.includes(scope));
    if (refresh === undefined || !isEnough)
      throw refuse('TikTok did not allow all that Belfry needs. Start again, and allow what TikTok asks.');
    const grant = { access, refresh, scopes: allowed };
    const account = await readAccount(access, caller);
    const session = { ...caller, account, grant, limits: {} };
    return [{ account, grant, limits: await readLimits(session), ...ends }];
  },
};

function flowOf(caller: Caller<App>): OAuth2 {
  return {
    name: 'TikTok',
    authorize: `${addressOf(caller, 'https://www.tiktok.com')}/v2/auth/authorize/`,
    token: `${apiOf(caller)}/v2/oauth/token/`,
    scopes,
    separator: ',',
    // TikTok wants it of apps on phones and desktops only, in a form that differs from the standard.
    pkce: false,
    clientAuth: 'body',
    names: { client_id: 'client_key' },
  };
}

function readKeys(caller: Pick<Caller<App>, 'app'>): OAuth2App {
  const { client_key, client_secret } = requireApp(caller, 'an app at TikTok');
  return { client_id: client_key, client_secret };
}

type Ends = Pick<FreshGrant, 'expiresAt' | 'reconnectBy'>;

/** TikTok changed the lifetimes of its tokens in 2026-11, so that only its answers count. */
async function exchange(
  caller: Caller<App>,
  ask: (caller: Caller<App>) => Promise<Tokens>,
): Promise<Ends & { tokens: Tokens }> {
  let seconds: unknown;
  const http = async (request: HttpRequest) => {
    const response = await caller.http(request);
    seconds = field(response.json, 'refresh_expires_in');
    return nameRefusal(response);
  };
  const tokens = await ask({ ...caller, http });
  const isStated = typeof seconds === 'number' && seconds > 0;
  const reconnectBy = isStated
    ? { reconnectBy: new Date(caller.now().getTime() + Number(seconds) * 1000) }
    : {};
  return { tokens, expiresAt: tokens.expiresAt, ...reconnectBy };
}

/** Not confirmed: no page states the status of a refusal. The standard has 400. */
function nameRefusal(response: HttpResponse): HttpResponse {
  const isRefusal = response.status === 200 && textField(response.json, 'error') !== undefined;
  return isRefusal ? { ...response, status: 400 } : response;
}

/** A refresh token may be valid once. */
export async function refresh(session: TiktokSession): Promise<FreshGrant<Grant>> {
  const { tokens, ...ends } = await exchange(session, (own) =>
    refreshTokens(flowOf(session), readKeys(session), session.grant.refresh, own),
  );
  const { access, refresh = session.grant.refresh, scopes: allowed = session.grant.scopes } = tokens;
  return { grant: { access, refresh, scopes: allowed }, ...ends };
}

export async function look(session: TiktokSession): Promise<AccountState> {
  const account = await readAccount(session.grant.access, session);
  return { account, limits: await readLimits(session) };
}

async function readAccount(token: string, caller: Caller<App>): Promise<Account> {
  const path = '/v2/user/info/?fields=open_id,avatar_url,display_name,username';
  const { json } = await requireOk(readApi(caller, token, path), caller);
  const user = field(json, 'data', 'user');
  const id = idField(user, 'open_id');
  const username = textField(user, 'username');
  if (id === undefined || username === undefined) throw refuse('TikTok did not say whose account this is.');
  const name = textField(user, 'display_name') ?? username;
  return { id, name, username, avatarUrl: textField(user, 'avatar_url') ?? null };
}

async function readLimits(session: TiktokSession): Promise<AccountLimits> {
  const allowed = session.grant.scopes;
  const own = [...allowed, ...(session.app?.audited === true ? [audited] : [])];
  if (!allowed.includes('video.publish')) return { scopes: own };
  const { creator } = await tryCreator(session);
  const seconds = creator?.maxSeconds;
  if (seconds === undefined) return { scopes: own };
  // An account may have longer videos than the API takes.
  return {
    scopes: own,
    'video.seconds': Math.min(seconds, limitOf(tiktokRules, {}, 'video.seconds') ?? seconds),
  };
}
