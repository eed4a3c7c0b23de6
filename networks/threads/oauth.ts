/** https://developers.facebook.com/docs/threads/get-started/get-access-tokens-and-permissions (2026-11-22) */

import { addressOf } from '../core/hosts.ts';
import { idField, type JsonSchema, textField } from '../core/json.ts';
import type { Account, AccountState, Caller, FreshGrant, OAuthConnect } from '../core/network.ts';
import { beginSignIn, type OAuth2 } from '../core/oauth2.ts';
import { withTier } from '../core/tiers.ts';
import { listScopes, type MetaApp, readKeys } from '../families/meta/app.ts';
import { callGraph } from '../families/meta/graph.ts';
import { datesOf, exchangeCode, requestLongLived } from '../families/meta/sign-in.ts';
import { namePeople } from '../families/meta/withdrawal.ts';
import { type Grant, graphWith, parseIds, type ThreadsSession, threadsOrigin } from './api.ts';
import { scopesOf } from './scopes.ts';

type ThreadsCaller = Caller<MetaApp>;

const input = { type: 'object', additionalProperties: false, properties: {} } as const satisfies JsonSchema;

export const oauth: OAuthConnect<Grant, MetaApp> = {
  input,

  async begin(_input, caller) {
    const { authorizeUrl, secret } = beginSignIn(flowOf(caller), readKeys(caller.app, 'threads'), caller);
    return { authorizeUrl, secret: { redirect_uri: secret.redirect_uri } };
  },

  async finish(params, secret, caller) {
    const begun = { redirect_uri: String(secret.redirect_uri) };
    const keys = readKeys(caller.app, 'threads');
    const outer = { ...caller, app: undefined };
    const short = await exchangeCode(flowOf(caller), keys, params, begun, outer);
    const fields = {
      grant_type: 'th_exchange_token',
      client_secret: keys.client_secret,
      access_token: short.access,
    };
    const url = `${addressOf(caller, threadsOrigin)}/access_token`;
    const long = await requestLongLived('Threads', url, fields, outer);
    // No answer names the scopes, and the sign-in page does not let a person choose among them.
    const scopes = scopesFor(caller);
    const account = await readProfile(long.access, caller);
    const grant = { access: long.access, scopes };
    const people = namePeople(keys.client_id, account.id);
    const limits = { scopes: withTier(scopes, caller.app) };
    return [{ account, grant, people, limits, ...datesOf(long, caller.now()) }];
  },
};

function scopesFor({ app }: ThreadsCaller): string[] {
  const { needed, ...further } = scopesOf;
  return listScopes(app, needed, further);
}

function flowOf(caller: ThreadsCaller): OAuth2 {
  return {
    name: 'Threads',
    authorize: `${addressOf(caller, 'https://threads.net')}/oauth/authorize`,
    token: `${addressOf(caller, threadsOrigin)}/oauth/access_token`,
    scopes: scopesFor(caller),
    separator: ',',
    pkce: false,
    clientAuth: 'body',
  };
}

/** The id of the token’s answer is a number beyond 2^53; that of the profile is the same as a text. */
async function readProfile(token: string, caller: ThreadsCaller): Promise<Account> {
  const graph = graphWith(token, caller);
  const query = { fields: 'id,username,name,threads_profile_picture_url' };
  const response = await callGraph(graph, { method: 'GET', path: '/me', query });
  const json = parseIds(response);
  const id = idField(json, 'id');
  if (response.status !== 200 || id === undefined) throw graph.faultOf(response, caller.now());
  const username = textField(json, 'username') ?? id;
  const avatarUrl = textField(json, 'threads_profile_picture_url') ?? null;
  return { id, username, name: textField(json, 'name') ?? username, avatarUrl };
}

export async function look(session: ThreadsSession): Promise<AccountState> {
  const { grant, app } = session;
  return {
    account: await readProfile(grant.access, session),
    limits: { scopes: withTier(grant.scopes, app) },
  };
}

/** https://developers.facebook.com/docs/threads/get-started/long-lived-tokens (2026-11-22) */
export async function refresh(session: ThreadsSession): Promise<FreshGrant<Grant>> {
  const { grant } = session;
  const fields = { grant_type: 'th_refresh_token', access_token: grant.access };
  const url = `${addressOf(session, threadsOrigin)}/refresh_access_token`;
  const answer = await requestLongLived('Threads', url, fields, { ...session, app: undefined });
  return { grant: { ...grant, access: answer.access }, ...datesOf(answer, session.now()) };
}
