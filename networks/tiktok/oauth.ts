/** Connects an account by TikTok's sign-in page: https://developers.tiktok.com/doc/login-kit-web (2026-11-22). */
import type { Signed } from '../core/api.ts';
import { requireApp } from '../core/apps.ts';
import { refuse } from '../core/fault.ts';
import { addressOf } from '../core/hosts.ts';
import type { HttpResponse } from '../core/http.ts';
import { field, idField, textField } from '../core/json.ts';
import { type AccountLimits, limitOf } from '../core/limits.ts';
import type { Account, AccountState, AppRegistration, Caller, FreshGrant } from '../core/network.ts';
import type { Tokens } from '../core/oauth2.ts';
import { openSignIn, requireAllowed } from '../core/sign-in.ts';
import { type App, appKeys, ask, baseOf, type Grant, isAudited, type TiktokSession } from './api.ts';
import { audited } from './checks.ts';
import { tryCreator } from './creator.ts';
import { tiktokRules } from './rules.ts';

const neededScopes = ['user.info.basic', 'user.info.profile'];
const scopes = [...neededScopes, 'video.publish', 'video.upload', 'video.list'];

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

const { oauth, renew } = openSignIn<Grant, App>({
  flow: (caller) => ({
    name: 'TikTok',
    authorize: `${addressOf(caller, 'https://www.tiktok.com')}/v2/auth/authorize/`,
    token: `${baseOf(caller)}/v2/oauth/token/`,
    scopes,
    separator: ',',
    // TikTok wants it of apps on phones and desktops only, in a form that differs from the standard.
    pkce: false,
    clientAuth: 'body',
    names: { client_id: 'client_key' },
  }),
  keys(caller) {
    const { client_key, client_secret } = requireApp(caller, 'an app at TikTok');
    return { client_id: client_key, client_secret };
  },
  http: (http) => async (request) => nameRefusal(await http(request)),
  async connect(tokens, caller) {
    // One way of publishing suffices.
    const way = tokens.scopes?.includes('video.upload') ? 'video.upload' : 'video.publish';
    const allowed = requireAllowed('TikTok', tokens, scopes, [...neededScopes, way]);
    const grant = { access: allowed.access, refresh: allowed.refresh, scopes: [...allowed.scopes] };
    const account = await readAccount({ ...caller, grant });
    return [{ account, grant, limits: await readLimits({ ...caller, grant }), ...endsOf(tokens, caller) }];
  },
});

export { oauth };

/** Not confirmed: no page states the status of a refusal. The standard has 400. */
function nameRefusal(response: HttpResponse): HttpResponse {
  const isRefusal = response.status === 200 && textField(response.json, 'error') !== undefined;
  return isRefusal ? { ...response, status: 400 } : response;
}

/** A refresh token may be valid once. */
export async function refresh(session: TiktokSession): Promise<FreshGrant<Grant>> {
  const tokens = await renew(session.grant.refresh, session);
  const { access, refresh, scopes: allowed = session.grant.scopes } = tokens;
  return { grant: { access, refresh, scopes: allowed }, ...endsOf(tokens, session) };
}

/** TikTok changed the lifetimes of its tokens in 2026-11, so that only its answers count. */
function endsOf({ expiresAt, answer }: Tokens, caller: Caller<App>): Omit<FreshGrant, 'grant'> {
  const seconds = field(answer, 'refresh_expires_in');
  if (typeof seconds !== 'number' || seconds <= 0) return { expiresAt };
  return { expiresAt, reconnectBy: new Date(caller.now().getTime() + seconds * 1000) };
}

export async function look(session: TiktokSession): Promise<AccountState> {
  return { account: await readAccount(session), limits: await readLimits(session) };
}

function readAccount(caller: Signed<App>): Promise<Account> {
  const path = '/v2/user/info/?fields=open_id,avatar_url,display_name,username';
  return ask(caller, { path }, (json) => {
    const user = field(json, 'data', 'user');
    const id = idField(user, 'open_id');
    const username = textField(user, 'username');
    if (id === undefined || username === undefined) throw refuse('TikTok did not say whose account this is.');
    const name = textField(user, 'display_name') ?? username;
    return { id, name, username, avatarUrl: textField(user, 'avatar_url') ?? null };
  });
}

async function readLimits(caller: Caller<App> & { grant: Grant }): Promise<AccountLimits> {
  const { scopes } = caller.grant;
  const own = { scopes: isAudited(caller) ? [...scopes, audited] : scopes };
  const { creator } = scopes.includes('video.publish') ? await tryCreator(caller) : {};
  if (creator?.maxSeconds === undefined) return own;
  // An account may have longer videos than the API takes.
  const most = limitOf(tiktokRules, {}, 'video.seconds') ?? Infinity;
  return { ...own, 'video.seconds': Math.min(creator.maxSeconds, most) };
}
