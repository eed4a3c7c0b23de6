/** Signing in at LinkedIn, which members and Pages share: one app, one set of scopes. */

import { requireApp as requireAppAt } from '../../core/apps.ts';
import { NetworkFault, refuse } from '../../core/fault.ts';
import { addressOf } from '../../core/hosts.ts';
import { field, idField, textField } from '../../core/json.ts';
import type { AccountLimits } from '../../core/limits.ts';
import type { Account, ConnectedAccount, FreshGrant } from '../../core/network.ts';
import type { OAuth2, Tokens } from '../../core/oauth2.ts';
import { openSignIn } from '../../core/sign-in.ts';
import { statedNumber } from '../../core/stated.ts';
import { withTier } from '../../core/tiers.ts';
import { ask, type Grant, type LinkedinCaller, type LinkedinSession, type Signed } from './api.ts';
import { type App, scopesFor } from './app.ts';
import { readAuthorUrn } from './urn.ts';

/** Seconds for which a refresh token is valid. A refresh does not prolong it. */
const life = 365 * 86_400;

/** `find` returns the accounts that the sign-in opens. `needs`: scopes without which none of them can be used. */
export function signInFor(
  needs: readonly string[],
  find: (caller: Signed) => Promise<Pick<ConnectedAccount<Grant>, 'account' | 'login'>[]>,
) {
  const { oauth, renew } = openSignIn<Grant, App>({
    flow: flowOf,
    keys: requireApp,
    async connect(tokens, caller) {
      const grant = grantOf(tokens, scopesFor(requireApp(caller)));
      requireScopes(needs, grant.scopes);
      const signed = { ...caller, grant };
      const found = await find(signed);
      return found.map((each) => ({
        ...each,
        grant,
        limits: limitsOf(signed),
        ...timesOf(tokens, caller),
        reconnectBy:
          tokens.refresh === undefined
            ? tokens.expiresAt
            : (endOf(tokens, caller) ?? new Date(caller.now().getTime() + life * 1000)),
      }));
    },
  });

  const begin: typeof oauth.begin = async (input, caller) => {
    requireScopes(needs, scopesFor(requireApp(caller)));
    return oauth.begin(input, caller);
  };

  /** If LinkedIn does not say how long the refresh token is still valid, `reconnectBy` stays as it is. */
  async function refresh(session: LinkedinSession): Promise<FreshGrant<Grant>> {
    const { grant } = session;
    if (grant.refresh === undefined) {
      const message =
        'The sign-in at LinkedIn has ended. LinkedIn does not let this installation prolong it.';
      throw new NetworkFault({ kind: 'reconnect', message });
    }
    const tokens = await renew(grant.refresh, session);
    const reconnectBy = endOf(tokens, session);
    return {
      grant: grantOf(tokens, grant.scopes),
      ...timesOf(tokens, session),
      ...(reconnectBy && { reconnectBy }),
    };
  }

  return { oauth: { ...oauth, begin }, refresh };
}

/** LinkedIn knows no PKCE: https://learn.microsoft.com/en-us/linkedin/shared/authentication (2026-09-19). */
function flowOf(caller: LinkedinCaller): OAuth2 {
  const base = `${addressOf(caller, 'https://www.linkedin.com')}/oauth/v2`;
  return {
    name: 'LinkedIn',
    authorize: `${base}/authorization`,
    token: `${base}/accessToken`,
    scopes: scopesFor(requireApp(caller)),
    pkce: false,
    clientAuth: 'body',
  };
}

const requireApp = (caller: LinkedinCaller): App => requireAppAt(caller, 'an app at LinkedIn');

function requireScopes(needs: readonly string[], scopes: readonly string[]): void {
  const missing = needs.filter((scope) => !scopes.includes(scope));
  if (missing.length === 0) return;
  throw refuse(
    `The app of this installation lacks LinkedIn’s permission ${missing.join(', ')}. Its operator must request the product that has it.`,
  );
}

/** What LinkedIn allows this sign-in. */
export function limitsOf({ grant, app }: Signed): AccountLimits {
  return { scopes: withTier(grant.scopes, app) };
}

function grantOf({ access, refresh, scopes }: Tokens, asked: string[]): Grant {
  return { access, ...(refresh !== undefined && { refresh }), scopes: scopes ?? asked };
}

/**
 * When the refresh token ends: LinkedIn states the seconds that are left. Undefined: it does not.
 * https://learn.microsoft.com/en-us/linkedin/shared/authentication/programmatic-refresh-tokens (2026-11-28)
 */
function endOf({ answer }: Tokens, { now }: LinkedinCaller): Date | undefined {
  const seconds = statedNumber(field(answer, 'refresh_token_expires_in'), 1, life);
  return seconds === undefined ? undefined : new Date(now().getTime() + seconds * 1000);
}

/** A token with a refresh token is exchanged at half its life; others are used to their end. */
function timesOf({ refresh, expiresAt }: Tokens, { now }: LinkedinCaller) {
  if (refresh === undefined || expiresAt === null) return { expiresAt, refreshAt: null };
  return { expiresAt, refreshAt: new Date((now().getTime() + expiresAt.getTime()) / 2) };
}

/**
 * The person who signed in. OpenID has its own page; an app with the Community Management API may not have OpenID:
 * https://github.com/gitroomhq/postiz-app/pull/1658 (2026-06-30).
 */
export function readPerson(caller: Signed): Promise<Account> {
  const isOpenId = caller.grant.scopes.includes('openid');
  return ask(caller, { path: isOpenId ? '/v2/userinfo' : '/v2/me' }, (json) => {
    const id = readAuthorUrn(`urn:li:person:${idField(json, isOpenId ? 'sub' : 'id') ?? ''}`);
    if (id === undefined) return undefined;
    const names = [textField(json, 'localizedFirstName'), textField(json, 'localizedLastName')];
    const name = textField(json, 'name') ?? (names.filter(Boolean).join(' ') || id);
    const username = textField(json, 'vanityName') ?? name;
    return { id, name, username, avatarUrl: textField(json, 'picture') ?? null };
  });
}
