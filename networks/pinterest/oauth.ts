/**
 * Connects an account by Pinterest's sign-in page:
 * https://developers.pinterest.com/docs/getting-started/set-up-authentication-and-authorization/ (2026-11-22).
 */
import type { Signed } from '../core/api.ts';
import { addressOf } from '../core/hosts.ts';
import type { Http, HttpResponse } from '../core/http.ts';
import { digitsField, field, textField } from '../core/json.ts';
import type { Account, AccountState, AppRegistration, Caller, FreshGrant } from '../core/network.ts';
import type { Tokens } from '../core/oauth2.ts';
import { openSignIn, requireAllowed } from '../core/sign-in.ts';
import { withTier } from '../core/tiers.ts';
import { type App, appKeys, ask, baseOf, type Grant, type PinterestSession, requireApp } from './api.ts';
import { tiers } from './rules.ts';

const scopes = ['boards:read', 'boards:write', 'pins:read', 'pins:write', 'user_accounts:read'];

/** Seconds. Each refresh token is valid for 60 days, unless the answer says otherwise, and gives a new one. */
const refreshLife = 60 * 86_400;

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

const { oauth, renew } = openSignIn<Grant, App>({
  flow: (caller) => ({
    name: 'Pinterest',
    authorize: `${addressOf(caller, 'https://www.pinterest.com')}/oauth/`,
    token: `${baseOf(caller)}/oauth/token`,
    scopes,
    separator: ',',
    clientAuth: 'basic',
  }),
  keys: requireApp,
  http: adapt,
  async connect(tokens, caller) {
    const { access, refresh, scopes: allowed } = requireAllowed('Pinterest', tokens, scopes);
    const grant = { access, refresh };
    const account = await readAccount({ ...caller, grant });
    const limits = { scopes: withTier(allowed, caller.app) };
    return [{ account, grant, limits, ...datesOf(tokens, caller) }];
  },
});

export { oauth };

export async function refresh(session: PinterestSession): Promise<FreshGrant<Grant>> {
  const tokens = await renew(session.grant.refresh, session);
  const { access, refresh } = tokens;
  return { grant: { access, refresh }, ...datesOf(tokens, session) };
}

/** Apps from before 2025-09-25 must ask for refresh tokens that can be renewed for ever. Newer ones get no others. */
function adapt(http: Http): Http {
  return async (request) => {
    const body = String(request.body);
    const isRefresh = body.includes('grant_type=refresh_token');
    return nameError(await http({ ...request, body: isRefresh ? body : `${body}&continuous_refresh=true` }));
  };
}

/**
 * Pinterest has numbers in place of the standard's codes. 283 is a grant that is not valid
 * (https://github.com/pinterest/pinterest-python-sdk/issues/114, 2023-08-24), or an app that is not
 * (https://github.com/pinterest/pinterest-api-demo/issues/16, 2020-08-05). Not confirmed: 2 is a wrong secret.
 */
function nameError(response: HttpResponse): HttpResponse {
  const code = field(response.json, 'code');
  const error_description = textField(response.json, 'message');
  const words = [textField(response.json, 'data'), error_description].join(' ').slice(0, 1000);
  const isApp = code === 2 || (code === 283 && /application id/i.test(words));
  const error = isApp ? 'invalid_client' : code === 283 ? 'invalid_grant' : undefined;
  return error === undefined ? response : { ...response, json: { error, error_description } };
}

/** Refreshed at half of the shorter life, which is that of the access token. */
function datesOf({ expiresAt, answer }: Tokens, caller: Caller<App>) {
  const stated = field(answer, 'refresh_token_expires_in');
  const now = caller.now().getTime();
  const refreshEnds = now + (typeof stated === 'number' && stated > 0 ? stated : refreshLife) * 1000;
  const ends = Math.min(expiresAt?.getTime() ?? Number.POSITIVE_INFINITY, refreshEnds);
  return { expiresAt, refreshAt: new Date((now + ends) / 2), reconnectBy: new Date(refreshEnds) };
}

export async function look(session: PinterestSession): Promise<AccountState> {
  return { account: await readAccount(session), limits: { scopes: withTier(scopes, session.app) } };
}

/** Asks whether the sign-in is valid, and says whether others will see the pins. */
export async function check(session: PinterestSession): Promise<string[]> {
  await readAccount(session);
  return requireApp(session).tier === 'trial' ? [tiers.trial] : [];
}

function readAccount(caller: Signed<App>): Promise<Account> {
  return ask(caller, { path: '/user_account' }, (json) => {
    const id = digitsField(json, 'id');
    const username = textField(json, 'username');
    if (id === undefined || username === undefined) return undefined;
    const name = textField(json, 'business_name') ?? username;
    return { id, name, username, avatarUrl: textField(json, 'profile_image') ?? null };
  });
}
