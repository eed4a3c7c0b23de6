/** Connects Pages by Facebook’s sign-in page. */

import { refuse } from '../core/fault.ts';
import { idField, type JsonSchema, textField } from '../core/json.ts';
import type { Account, AccountState, ConnectedAccount, OAuthConnect } from '../core/network.ts';
import { beginSignIn } from '../core/oauth2.ts';
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
import { type FacebookSession, type Grant, graphOf, graphWith, scopesOf } from './api.ts';

const input = {
  type: 'object',
  additionalProperties: false,
  properties: {},
} as const satisfies JsonSchema;

const profile = 'username,picture.type(large)';

export const oauth: OAuthConnect<Grant, MetaApp> = {
  input,

  async begin(_, caller) {
    const { needed, ...further } = scopesOf;
    const flow = facebookFlow(caller, listScopes(caller.app, needed, further));
    const { authorizeUrl, secret } = beginSignIn(flow, readKeys(caller.app, 'facebook'), caller);
    return { authorizeUrl, secret: { redirect_uri: secret.redirect_uri } };
  },

  /**
   * The accounts have no `login`: each Page has a token of its own, so there is no grant to share. A person who loses one
   * Page keeps the others, and no token opens a Page that was not chosen.
   */
  async finish(params, secret, caller) {
    const begun = { redirect_uri: String(secret.redirect_uri) };
    const graph = graphWith(await signInAtFacebook(params, begun, caller), caller);
    const scopes = await readGrantedScopes(graph);
    requireScopes(scopes);
    const people = await readPeople(graph, caller.app);
    const pages = await listPages(graph, profile);
    if (pages.length === 0)
      throw refuse(
        'There is no Facebook Page that you may publish to. Start again, and choose your Pages at Facebook.',
      );
    // The access to data belongs to the person, so it ends for all Pages at once.
    const reconnectBy = await readDataAccessEnd(graph, caller.app);
    const limits = { scopes: withTier(scopes, caller.app) };
    return pages.map(
      ({ id, name, token, json }): ConnectedAccount<Grant> => ({
        account: readAccount(json, { id, name }),
        grant: { access: token, scopes },
        people,
        ...{ limits, expiresAt: null, refreshAt: null, reconnectBy },
      }),
    );
  },
};

function requireScopes(scopes: readonly string[]): void {
  const missing = scopesOf.needed.find((scope) => !scopes.includes(scope));
  if (missing !== undefined)
    throw refuse(
      `Belfry may not do all that it needs (${missing}). Start again, and allow everything that is asked.`,
    );
}

/** A Page may have no user name. */
function readAccount(json: unknown, { id, name }: Pick<Account, 'id' | 'name'>): Account {
  const avatarUrl = textField(json, 'picture', 'data', 'url') ?? null;
  return { id, name, username: textField(json, 'username') ?? name, avatarUrl };
}

export async function look(session: FacebookSession): Promise<AccountState> {
  const { account: known, app } = session;
  const graph = graphOf(session);
  const query = { fields: `id,name,${profile}` };
  const json = await askGraph(graph, { method: 'GET', path: pathTo(known.id), query });
  const name = textField(json, 'name');
  const isOurs = idField(json, 'id') === known.id && name !== undefined;
  const account = isOurs ? readAccount(json, { id: known.id, name }) : known;
  const limits = { scopes: withTier(session.grant.scopes, app) };
  return { account, limits, reconnectBy: await readDataAccessEnd(graph, app) };
}
