/** Connects accounts by Facebook’s or by Instagram’s sign-in page. */
import { NetworkFault, refuse } from '../core/fault.ts';
import { addressOf } from '../core/hosts.ts';
import { field, idField, type JsonObject, type JsonSchema } from '../core/json.ts';
import type {
  Account,
  AccountState,
  Caller,
  ConnectedAccount,
  FreshGrant,
  OAuthConnect,
} from '../core/network.ts';
import { withTier } from '../core/tiers.ts';
import type { MetaApp } from '../families/meta/app.ts';
import { beginAtFacebook, openPages, readDataAccessEnd } from '../families/meta/facebook-login.ts';
import { pathTo } from '../families/meta/graph.ts';
import { beginOwn, finishOwn, type OwnSignIn, readAccount, renewOwn } from '../families/meta/own-sign-in.ts';
import { metaFlow } from '../families/meta/sign-in.ts';
import { type Grant, graphOf, graphVia, type InstagramSession, instagramOrigin, scopesOf } from './api.ts';

const input = {
  type: 'object',
  additionalProperties: false,
  properties: {
    via: {
      type: 'string',
      title: 'Sign in at',
      'x-code': 'sign_in_at',
      description:
        'Facebook needs a Facebook Page that the account is linked to, and can also delete posts. Instagram needs only the professional account.',
      enum: ['facebook', 'instagram'],
      default: 'instagram',
    },
  },
} as const satisfies JsonSchema;

const picture = 'profile_picture_url';
const profile = `username,name,${picture}`;

export const oauth: OAuthConnect<Grant, MetaApp> = {
  input,

  async begin({ via: asked }, caller) {
    const via = asked === 'facebook' ? 'facebook' : 'instagram';
    const begin = via === 'facebook' ? beginAtFacebook(scopesOf.facebook, caller) : beginOwn(own, caller);
    return { ...begin, secret: { ...begin.secret, via } };
  },

  async finish(params, secret, caller) {
    if (secret.via === 'facebook') return connectPages(params, secret, caller);
    const { grant, ...connected } = await finishOwn(own, params, secret, caller);
    return [{ ...connected, grant: { via: 'instagram', ...grant } }];
  },
};

const own: OwnSignIn = {
  by: 'instagram',
  origin: instagramOrigin,
  prefix: 'ig',
  scopesOf: scopesOf.instagram,
  /** https://developers.facebook.com/docs/instagram-platform/instagram-api-with-instagram-login/business-login (2026-11-22) */
  flow: (caller, scopes) => ({
    name: 'Instagram',
    authorize: `${addressOf(caller, 'https://www.instagram.com')}/oauth/authorize`,
    token: `${addressOf(caller, 'https://api.instagram.com')}/oauth/access_token`,
    scopes,
    ...metaFlow,
    extra: { enable_fb_login: '0' },
  }),
  readScopes: (answer, asked) => readPermissions(field(answer, 'permissions'), asked),
  async readPerson(token, caller) {
    const me = await readMe(token, caller);
    // Meta does not say by which of the two ids it names the person.
    return { account: requireOwn(me), ids: [idField(me, 'id'), idField(me, 'user_id')] };
  },
};

/** A list, or one text with commas; without either, all that were asked for. */
function readPermissions(stated: unknown, asked: string[]): string[] {
  if (Array.isArray(stated)) return stated.filter((each) => typeof each === 'string');
  return typeof stated === 'string' ? stated.slice(0, 10_000).split(/[\s,]+/) : asked;
}

/** `user_id` is the id that the other way calls `id`. Here, `id` belongs to the app and the account together. */
async function readMe(token: string, caller: Caller<MetaApp>): Promise<unknown> {
  const graph = graphVia('instagram', token, caller);
  const json = await graph.ask('/me', { fields: `id,user_id,${profile}` });
  return field(json, 'data', 0) ?? json;
}

function requireOwn(me: unknown): Account {
  const account = readAccount(me, idField(me, 'user_id'), picture);
  if (account !== undefined) return account;
  throw refuse(
    'This account is not a professional account. Change that in the Instagram app, then start again.',
  );
}

/** The accounts of all Pages to which the person may publish. Each Page has a token of its own, which does not end. */
async function connectPages(
  params: Record<string, string>,
  secret: JsonObject,
  caller: Caller<MetaApp>,
): Promise<ConnectedAccount<Grant>[]> {
  const { graph, scopes, people, pages } = await openPages(params, secret, caller, {
    graphWith: (token) => graphVia('facebook', token, caller),
    scopesOf: scopesOf.facebook,
    fields: `instagram_business_account{id,${profile}}`,
  });
  const limits = { scopes: withTier(scopes, caller.app) };
  // The access to data belongs to the person, so it ends for all Pages at once.
  const reconnectBy = await readDataAccessEnd(graph, caller.app);
  const accounts: ConnectedAccount<Grant>[] = [];
  for (const { json, token } of pages) {
    const linked = field(json, 'instagram_business_account');
    const account = readAccount(linked, idField(linked, 'id'), picture);
    if (account === undefined) continue;
    const grant: Grant = { via: 'facebook', access: token, scopes };
    accounts.push({ account, people, grant, limits, expiresAt: null, refreshAt: null, reconnectBy });
  }
  if (accounts.length > 0) return accounts;
  throw refuse(
    'No Facebook Page that you may publish to is linked to a professional Instagram account. Link one in the settings of the Page, then start again and allow both.',
  );
}

export async function look(session: InstagramSession): Promise<AccountState> {
  const { grant, account: known, app } = session;
  const limits = { scopes: withTier(grant.scopes, app) };
  if (grant.via === 'instagram') return { account: requireOwn(await readMe(grant.access, session)), limits };
  const graph = graphOf(session);
  const json = await graph.ask(pathTo(known.id), { fields: `id,${profile}` });
  const reconnectBy = await readDataAccessEnd(graph, app);
  return { account: readAccount(json, idField(json, 'id'), picture) ?? known, limits, reconnectBy };
}

/** Only tokens of Instagram’s own sign-in can be renewed. Those of Pages end only when Facebook ends them. */
export async function refresh(session: InstagramSession): Promise<FreshGrant<Grant>> {
  if (session.grant.via === 'instagram') return renewOwn(own, session);
  const message = 'Facebook no longer accepts this sign-in. Connect the channel again.';
  throw new NetworkFault({ kind: 'reconnect', message });
}
