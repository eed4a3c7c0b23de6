/** Connects Pages by Facebook’s sign-in page. */
import { refuse } from '../core/fault.ts';
import { idField, textField } from '../core/json.ts';
import type { Account, AccountState, OAuthConnect } from '../core/network.ts';
import { withTier } from '../core/tiers.ts';
import type { MetaApp } from '../families/meta/app.ts';
import { beginAtFacebook, openPages, readDataAccessEnd } from '../families/meta/facebook-login.ts';
import { pathTo } from '../families/meta/graph.ts';
import { type FacebookSession, type Grant, graphOf, graphWith, scopesOf } from './api.ts';

const profile = 'username,picture.type(large)';

export const oauth: OAuthConnect<Grant, MetaApp> = {
  input: { type: 'object', additionalProperties: false, properties: {} },

  begin: async (_, caller) => beginAtFacebook(scopesOf, caller),

  /**
   * The accounts have no `login`: each Page has a token of its own, so there is no grant to share. A person who loses one
   * Page keeps the others, and no token opens a Page that was not chosen.
   */
  async finish(params, secret, caller) {
    const { graph, scopes, people, pages } = await openPages(params, secret, caller, {
      graphWith: (token) => graphWith(token, caller),
      scopesOf,
      fields: profile,
    });
    if (pages.length === 0)
      throw refuse(
        'There is no Facebook Page that you may publish to. Start again, and choose your Pages at Facebook.',
      );
    const limits = { scopes: withTier(scopes, caller.app) };
    // The access to data belongs to the person, so it ends for all Pages at once.
    const reconnectBy = await readDataAccessEnd(graph, caller.app);
    return pages.map(({ id, name, token, json }) => ({
      account: readAccount(json, { id, name }),
      grant: { access: token, scopes },
      people,
      ...{ limits, expiresAt: null, refreshAt: null, reconnectBy },
    }));
  },
};

/** A Page may have no user name. */
function readAccount(json: unknown, { id, name }: Pick<Account, 'id' | 'name'>): Account {
  const avatarUrl = textField(json, 'picture', 'data', 'url') ?? null;
  return { id, name, username: textField(json, 'username') ?? name, avatarUrl };
}

export async function look(session: FacebookSession): Promise<AccountState> {
  const { account: known, app } = session;
  const graph = graphOf(session);
  const json = await graph.ask(pathTo(known.id), { fields: `id,name,${profile}` });
  const name = textField(json, 'name');
  const isOurs = idField(json, 'id') === known.id && name !== undefined;
  const account = isOurs ? readAccount(json, { id: known.id, name }) : known;
  const limits = { scopes: withTier(session.grant.scopes, app) };
  return { account, limits, reconnectBy: await readDataAccessEnd(graph, app) };
}
