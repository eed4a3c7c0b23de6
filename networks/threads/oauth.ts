/** https://developers.facebook.com/docs/threads/get-started/get-access-tokens-and-permissions (2026-11-22) */
import { addressOf } from '../core/hosts.ts';
import { idField } from '../core/json.ts';
import type { Account, AccountState, Caller, FreshGrant, OAuthConnect } from '../core/network.ts';
import { withTier } from '../core/tiers.ts';
import type { MetaApp } from '../families/meta/app.ts';

import { beginOwn, finishOwn, type OwnSignIn, readAccount, renewOwn } from '../families/meta/own-sign-in.ts';
import { metaFlow } from '../families/meta/sign-in.ts';
import { type Grant, graphWith, parseIds, type ThreadsSession, threadsOrigin } from './api.ts';
import { scopesOf } from './scopes.ts';

const own: OwnSignIn = {
  by: 'threads',
  origin: threadsOrigin,
  prefix: 'th',
  scopesOf,
  flow: (caller, scopes) => ({
    name: 'Threads',
    authorize: `${addressOf(caller, 'https://threads.net')}/oauth/authorize`,
    token: `${addressOf(caller, threadsOrigin)}/oauth/access_token`,
    scopes,
    ...metaFlow,
  }),
  // No answer names the scopes, and the sign-in page does not let a person choose among them.
  readScopes: (_, asked) => asked,
  async readPerson(token, caller) {
    const account = await readProfile(token, caller);
    return { account, ids: [account.id] };
  },
};

export const oauth: OAuthConnect<Grant, MetaApp> = {
  input: { type: 'object', additionalProperties: false, properties: {} },
  begin: async (_, caller) => beginOwn(own, caller),
  finish: async (params, secret, caller) => [await finishOwn(own, params, secret, caller)],
};

/** The id of the token’s answer is a number beyond 2^53; that of the profile is the same as a text. */
async function readProfile(token: string, caller: Caller<MetaApp>): Promise<Account> {
  const graph = graphWith(token, caller);
  const picture = 'threads_profile_picture_url';
  const response = await graph.read('/me', { fields: `id,username,name,${picture}` });
  const json = parseIds(response);
  const account = readAccount(json, idField(json, 'id'), picture);
  if (response.status !== 200 || account === undefined) throw graph.faultOf(response);
  return account;
}

export async function look(session: ThreadsSession): Promise<AccountState> {
  const { grant, app } = session;
  const account = await readProfile(grant.access, session);
  return { account, limits: { scopes: withTier(grant.scopes, app) } };
}

/** https://developers.facebook.com/docs/threads/get-started/long-lived-tokens (2026-11-22) */
export const refresh = (session: ThreadsSession): Promise<FreshGrant<Grant>> => renewOwn(own, session);
