/** Signing in at LinkedIn, which members and Pages share: one app, one set of scopes. */

import { requireApp as requireAppAt } from '../../core/apps.ts';
import { NetworkFault, refuse } from '../../core/fault.ts';
import { addressOf } from '../../core/hosts.ts';
import { idField, textField } from '../../core/json.ts';
import type { Account, ConnectedAccount, FreshGrant, OAuthConnect } from '../../core/network.ts';
import { beginSignIn, finishSignIn, type OAuth2, refreshTokens, type Tokens } from '../../core/oauth2.ts';
import { withTier } from '../../core/tiers.ts';
import { callApi, type Grant, type LinkedinCaller, type LinkedinSession } from './api.ts';
import { type App, scopesFor } from './app.ts';
import { faultOf } from './faults.ts';
import { readAuthorUrn } from './urn.ts';

const DAY = 86_400_000;

/** Days for which a refresh token is valid. A refresh does not prolong it. */
const refreshDays = 365;

type FoundAccount = Pick<ConnectedAccount<Grant>, 'account' | 'login'>;

/** `find` returns the accounts that the sign-in opens. `needs`: scopes without which none of them can be used. */
export function signInFor(
  needs: readonly string[],
  find: (grant: Grant, caller: LinkedinCaller) => Promise<FoundAccount[]>,
): OAuthConnect<Grant, App> {
  return {
    input: { type: 'object', properties: {}, additionalProperties: false },

    async begin(_input, caller) {
      const app = requireApp(caller);
      const missing = needs.filter((scope) => !scopesFor(app).includes(scope));
      if (missing.length > 0) throw refuse(lacking(missing));
      return beginSignIn(flowOf(caller), app, caller);
    },

    async finish(params, secret, caller) {
      const begun = { redirect_uri: String(secret.redirect_uri), verifier: String(secret.verifier) };
      const tokens = await finishSignIn(flowOf(caller), requireApp(caller), params, begun, caller);
      const grant = grantOf(tokens, scopesFor(requireApp(caller)));
      const missing = needs.filter((scope) => !grant.scopes.includes(scope));
      if (missing.length > 0) throw refuse(lacking(missing));
      const found = await find(grant, caller);
      return found.map((each) => ({
        ...each,
        grant,
        limits: { scopes: withTier(grant.scopes, caller.app) },
        ...timesOf(tokens, caller),
        reconnectBy: tokens.refresh === undefined ? tokens.expiresAt : daysAfter(caller.now(), refreshDays),
      }));
    },
  };
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

function lacking(scopes: readonly string[]): string {
  return `The app of this installation lacks LinkedIn’s permission ${scopes.join(', ')}. Its operator must request the product that has it.`;
}

function grantOf({ access, refresh, scopes }: Tokens, asked: string[]): Grant {
  return { access, ...(refresh !== undefined && { refresh }), scopes: scopes ?? asked };
}

/** A token with a refresh token is exchanged at half its life; others are used to their end. */
function timesOf(
  { refresh, expiresAt }: Tokens,
  { now }: LinkedinCaller,
): Pick<FreshGrant, 'expiresAt' | 'refreshAt'> {
  if (refresh === undefined || expiresAt === null) return { expiresAt, refreshAt: null };
  return { expiresAt, refreshAt: new Date((now().getTime() + expiresAt.getTime()) / 2) };
}

function daysAfter(moment: Date, days: number): Date {
  return new Date(moment.getTime() + days * DAY);
}

/** `reconnectBy` stays: LinkedIn counts the life of a refresh token from the sign-in. */
export async function refresh(session: LinkedinSession): Promise<FreshGrant<Grant>> {
  const { grant } = session;
  if (grant.refresh === undefined) {
    const message = 'The sign-in at LinkedIn has ended. LinkedIn does not let this installation prolong it.';
    throw new NetworkFault({ kind: 'reconnect', message });
  }
  const tokens = await refreshTokens(flowOf(session), requireApp(session), grant.refresh, session);
  return { grant: grantOf(tokens, grant.scopes), ...timesOf(tokens, session) };
}

/**
 * The person who signed in. OpenID has its own page; an app with the Community Management API may not have OpenID:
 * https://github.com/gitroomhq/postiz-app/pull/1658 (2026-06-30).
 */
export async function readPerson({ access, scopes }: Grant, caller: LinkedinCaller): Promise<Account> {
  const isOpenId = scopes.includes('openid');
  const path = isOpenId ? '/v2/userinfo' : '/v2/me';
  const response = await callApi(caller, access, { method: 'GET', path });
  const { json } = response;
  const id = readAuthorUrn(`urn:li:person:${idField(json, isOpenId ? 'sub' : 'id') ?? ''}`);
  if (response.status !== 200 || id === undefined) throw faultOf(response, caller.now());
  const names = [textField(json, 'localizedFirstName'), textField(json, 'localizedLastName')];
  const name = textField(json, 'name') ?? (names.filter(Boolean).join(' ') || id);
  const username = textField(json, 'vanityName') ?? name;
  return { id, name, username, avatarUrl: textField(json, 'picture') ?? null };
}
