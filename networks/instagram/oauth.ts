/** Connects accounts by Facebook’s or by Instagram’s sign-in page. */

import { NetworkFault, refuse } from '../core/fault.ts';
import { addressOf } from '../core/hosts.ts';
import { field, idField, type JsonSchema, textField } from '../core/json.ts';
import type {
  Account,
  AccountState,
  Caller,
  ConnectedAccount,
  FreshGrant,
  OAuthConnect,
} from '../core/network.ts';
import { beginSignIn, type OAuth2 } from '../core/oauth2.ts';
import { withTier } from '../core/tiers.ts';
import { listScopes, type MetaApp, readKeys } from '../families/meta/app.ts';
import {
  facebookFlow,
  listPages,
  readDataAccessEnd,
  readGrantedScopes,
  readPeople,
  signInAtFacebook,
} from '../families/meta/facebook-login.ts';
import { askGraph, pathTo } from '../families/meta/graph.ts';
import { datesOf, exchangeCode, requestLongLived, type TokenAnswer } from '../families/meta/sign-in.ts';
import { namePeople } from '../families/meta/withdrawal.ts';
import {
  type Grant,
  graphOf,
  graphVia,
  type InstagramSession,
  instagramOrigin,
  scopesOf,
  type Via,
} from './api.ts';

const input = {
  type: 'object',
  additionalProperties: false,
  properties: {
    via: {
      type: 'string',
      title: 'Sign in at',
      'x-code': 'sign_in_at',
      description:
        'facebook: needs a Facebook Page that the account is linked to, and can also delete posts; instagram: needs only the professional account.',
      enum: ['facebook', 'instagram'],
      default: 'instagram',
    },
  },
} as const satisfies JsonSchema;

const profile = 'username,name,profile_picture_url';

type InstagramCaller = Caller<MetaApp>;

export const oauth: OAuthConnect<Grant, MetaApp> = {
  input,

  async begin(given, caller) {
    const via: Via = given.via === 'facebook' ? 'facebook' : 'instagram';
    const { needed, ...further } = scopesOf[via];
    const scopes = listScopes(caller.app, needed, further);
    const flow = via === 'facebook' ? facebookFlow(caller, scopes) : instagramFlow(caller, scopes);
    const { authorizeUrl, secret } = beginSignIn(flow, readKeys(caller.app, via), caller);
    return { authorizeUrl, secret: { redirect_uri: secret.redirect_uri, via } };
  },

  async finish(params, secret, caller) {
    const begun = { redirect_uri: String(secret.redirect_uri) };
    return secret.via === 'facebook'
      ? connectPages(await signInAtFacebook(params, begun, caller), caller)
      : [await connectOne(params, begun, caller)];
  },
};

/** https://developers.facebook.com/docs/instagram-platform/instagram-api-with-instagram-login/business-login (2026-11-22) */
function instagramFlow(caller: InstagramCaller, scopes: readonly string[]): OAuth2 {
  return {
    name: 'Instagram',
    authorize: `${addressOf(caller, 'https://www.instagram.com')}/oauth/authorize`,
    token: `${addressOf(caller, 'https://api.instagram.com')}/oauth/access_token`,
    scopes,
    separator: ',',
    pkce: false,
    clientAuth: 'body',
    extra: { enable_fb_login: '0' },
  };
}

/** The accounts of all Pages to which the person may publish. Each Page has a token of its own, which does not end. */
async function connectPages(token: string, caller: InstagramCaller): Promise<ConnectedAccount<Grant>[]> {
  const graph = graphVia('facebook', token, caller);
  const scopes = await readGrantedScopes(graph);
  requireScopes('facebook', scopes);
  const people = await readPeople(graph, caller.app);
  const pages = await listPages(graph, `instagram_business_account{id,${profile}}`);
  const accounts: ConnectedAccount<Grant>[] = [];
  for (const page of pages) {
    const account = readAccount(field(page.json, 'instagram_business_account'), 'id');
    if (account === undefined) continue;
    const grant: Grant = { via: 'facebook', access: page.token, scopes };
    const reconnectBy = await readDataAccessEnd(graphVia('facebook', page.token, caller), caller.app);
    const dates = { expiresAt: null, refreshAt: null, reconnectBy };
    accounts.push({ account, people, grant, limits: { scopes: withTier(scopes, caller.app) }, ...dates });
  }
  if (accounts.length > 0) return accounts;
  throw refuse(
    'No Facebook Page that you may publish to is linked to a professional Instagram account. Link one in the settings of the Page, then start again and allow both.',
  );
}

async function connectOne(
  params: Record<string, string>,
  begun: { redirect_uri: string },
  caller: InstagramCaller,
): Promise<ConnectedAccount<Grant>> {
  const keys = readKeys(caller.app, 'instagram');
  const outer = { ...caller, app: undefined };
  const short = await exchangeCode(instagramFlow(caller, []), keys, params, begun, outer);
  const scopes = readPermissions(short, caller.app);
  requireScopes('instagram', scopes);
  const { client_secret } = keys;
  const fields = { grant_type: 'ig_exchange_token', client_secret, access_token: short.access };
  const url = `${addressOf(caller, instagramOrigin)}/access_token`;
  const long = await requestLongLived('Instagram', url, fields, outer);
  const grant: Grant = { via: 'instagram', access: long.access, scopes };
  const me = await readMe(grant, caller);
  // Meta does not say by which of the two ids it names the person.
  const people = namePeople(keys.client_id, idField(me, 'id'), idField(me, 'user_id'));
  return {
    account: requireOwn(me),
    people,
    grant,
    limits: { scopes: withTier(scopes, caller.app) },
    ...datesOf(long, caller.now()),
  };
}

/** A list, or one text with commas; without either, all that were asked for. */
function readPermissions({ json }: TokenAnswer, app: MetaApp | undefined): string[] {
  const stated = field(json, 'permissions');
  if (Array.isArray(stated)) return stated.filter((each) => typeof each === 'string');
  if (typeof stated === 'string') return stated.slice(0, 10_000).split(/[\s,]+/);
  const { needed, ...further } = scopesOf.instagram;
  return listScopes(app, needed, further);
}

function requireScopes(via: Via, scopes: readonly string[]): void {
  const missing = scopesOf[via].needed.find((scope) => !scopes.includes(scope));
  if (missing !== undefined)
    throw refuse(
      `Belfry may not do all that it needs (${missing}). Start again, and allow everything that is asked.`,
    );
}

/** `user_id` is the id that the other way calls `id`. Here, `id` belongs to the app and the account together. */
async function readMe(grant: Grant, caller: InstagramCaller): Promise<unknown> {
  const graph = graphVia('instagram', grant.access, caller);
  const query = { fields: `id,user_id,${profile}` };
  const json = await askGraph(graph, { method: 'GET', path: '/me', query });
  return field(json, 'data', 0) ?? json;
}

function requireOwn(me: unknown): Account {
  const account = readAccount(me, 'user_id');
  if (account !== undefined) return account;
  throw refuse(
    'This account is not a professional account. Change that in the Instagram app, then start again.',
  );
}

function readAccount(json: unknown, name: 'id' | 'user_id'): Account | undefined {
  const id = idField(json, name);
  if (id === undefined) return undefined;
  const username = textField(json, 'username') ?? id;
  const avatarUrl = textField(json, 'profile_picture_url') ?? null;
  return { id, username, name: textField(json, 'name') ?? username, avatarUrl };
}

export async function look(session: InstagramSession): Promise<AccountState> {
  const { grant, account: known, app } = session;
  const limits = { scopes: withTier(grant.scopes, app) };
  if (grant.via === 'instagram') return { account: requireOwn(await readMe(grant, session)), limits };
  const graph = graphOf(session);
  const query = { fields: `id,${profile}` };
  const json = await askGraph(graph, { method: 'GET', path: pathTo(known.id), query });
  const reconnectBy = await readDataAccessEnd(graph, app);
  return { account: readAccount(json, 'id') ?? known, limits, reconnectBy };
}

/** Only tokens of Instagram’s own sign-in can be renewed. Those of Pages end only when Facebook ends them. */
export async function refresh(session: InstagramSession): Promise<FreshGrant<Grant>> {
  const { grant } = session;
  if (grant.via === 'facebook') throw signInAgain();
  const fields = { grant_type: 'ig_refresh_token', access_token: grant.access };
  const url = `${addressOf(session, instagramOrigin)}/refresh_access_token`;
  const answer = await requestLongLived('Instagram', url, fields, { ...session, app: undefined });
  return { grant: { ...grant, access: answer.access }, ...datesOf(answer, session.now()) };
}

function signInAgain(): NetworkFault {
  const message = 'Facebook no longer accepts this sign-in. Connect the channel again.';
  return new NetworkFault({ kind: 'reconnect', message });
}
