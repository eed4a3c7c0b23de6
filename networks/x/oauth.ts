/** Connects an account by X's sign-in page: https://docs.x.com/fundamentals/authentication/oauth-2-0 (2026-11-22). */
import type { Signed } from '../core/api.ts';
import { requireApp } from '../core/apps.ts';
import { refuse } from '../core/fault.ts';
import { addressOf } from '../core/hosts.ts';
import type { HttpResponse } from '../core/http.ts';
import { digitsField, textField } from '../core/json.ts';
import type { AccountLimits } from '../core/limits.ts';
import type { AccountState, AppRegistration, Caller, FreshGrant } from '../core/network.ts';
import { openSignIn, requireAllowed } from '../core/sign-in.ts';
import { type App, appKeys, ask, type Grant, origin, type XSession } from './api.ts';

const scopes = ['tweet.read', 'tweet.write', 'users.read', 'media.write', 'offline.access'];

export const app: AppRegistration = {
  keys: appKeys,
  guide: [
    'Open https://console.x.com, accept the terms and create an app in a project.',
    'Buy credits: a post costs $0.015, one with a link $0.20. Set a spending limit.',
    'Under User authentication settings, choose the permission “Read and write” and the type “Web App, Automated App or Bot”.',
    'Enter {redirect} as the callback address, exactly as it stands here, and the address of your installation as the website.',
    'Copy the client ID and the client secret of OAuth 2.0 into Belfry, not the API key.',
  ].join('\n'),
};

const {
  oauth,
  renew,
  revoke: end,
} = openSignIn<Grant, App>({
  flow(caller) {
    const api = addressOf(caller, origin);
    return {
      name: 'X',
      authorize: `${addressOf(caller, 'https://x.com')}/i/oauth2/authorize`,
      token: `${api}/2/oauth2/token`,
      revoke: `${api}/2/oauth2/revoke`,
      scopes,
      clientAuth: 'basic',
    };
  },
  keys: (caller) => requireApp(caller, 'an app at X'),
  http: (http) => async (request) => nameSpent(await http(request)),
  async connect(tokens, caller) {
    const { access, refresh, expiresAt } = requireAllowed('X', tokens, scopes);
    const grant = { access, refresh };
    return [{ ...(await readAccount({ ...caller, grant })), grant, expiresAt }];
  },
});

export { oauth };

/** X calls a refresh token that is no longer valid an `invalid_request`; the standard has a code of its own for that. */
function nameSpent(response: HttpResponse): HttpResponse {
  const { json } = response;
  const isSpent =
    textField(json, 'error') === 'invalid_request' &&
    /\btoken was invalid/i.test(textField(json, 'error_description') ?? '');
  return isSpent ? { ...response, json: { error: 'invalid_grant' } } : response;
}

/** A refresh token is valid once. */
export async function refresh(session: XSession): Promise<FreshGrant<Grant>> {
  const { access, refresh, expiresAt } = await renew(session.grant.refresh, session);
  return { grant: { access, refresh }, expiresAt };
}

/** Ends this sign-in only: each sign-in has a refresh token of its own. */
export const revoke = (session: XSession) => end(session.grant.refresh, session);

export const look = (session: XSession): Promise<AccountState> => readAccount(session);

/**
 * Asks whether the sign-in is valid. X charges for an account once a UTC day, and Belfry looks at it daily anyway:
 * https://docs.x.com/x-api/getting-started/pricing (2026-11-24)
 */
export async function check(session: XSession): Promise<string[]> {
  await readAccount(session);
  return [];
}

function readAccount(caller: Signed<App>) {
  const query = { 'user.fields': 'name,username,profile_image_url,subscription_type' };
  return ask(caller, { path: '/2/users/me', query }, (json) => {
    const id = digitsField(json, 'data', 'id');
    const username = textField(json, 'data', 'username');
    if (id === undefined || username === undefined) throw refuse('X did not say whose account this is.');
    const avatarUrl = textField(json, 'data', 'profile_image_url') ?? null;
    const name = textField(json, 'data', 'name') ?? username;
    const subscription = textField(json, 'data', 'subscription_type') ?? 'None';
    return { account: { id, name, username, avatarUrl }, limits: limitsOf(subscription, caller) };
  });
}

/**
 * What X allows an account with a subscription: https://docs.x.com/x-api/media/quickstart/best-practices (the side on
 * 2026-11-22, the others on 2026-11-28).
 */
const subscriberLimits = {
  'video.side': 1920,
  'video.bytes': 16 * 1024 ** 3,
  'video.seconds': 125 * 60,
} as const;

/**
 * https://docs.x.com/changelog (2024-08-20). Not confirmed: one client reports that the API has refused more than 280 since
 * 2026-04-20. So an operator must allow it.
 */
const longText = { 'text.max': 25_000 } as const;

function limitsOf(subscription: string, { app }: Caller<App>): AccountLimits {
  if (!['Basic', 'Premium', 'PremiumPlus'].includes(subscription)) return {};
  return { ...subscriberLimits, ...(app?.long_posts === true && longText) };
}
