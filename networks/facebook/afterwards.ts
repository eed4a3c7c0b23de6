/** Calls about a Page and its posts that publish nothing. */
import { field } from '../core/json.ts';
import type { Published, PublishedPart } from '../core/network.ts';
import { statedAddress } from '../core/stated.ts';
import { askGraph, callGraph, isGone, pathTo } from '../families/meta/graph.ts';
import { type FacebookSession, graphOf, readPage } from './api.ts';

/** Also tells whether the sign-in is still valid, because Facebook is asked. */
export async function check(session: FacebookSession): Promise<string[]> {
  const query = { fields: 'id,is_published' };
  const path = pathTo(session.account.id);
  const json = await askGraph(graphOf(session), { method: 'GET', path, query });
  if (field(json, 'is_published') !== false) return [];
  return ['This Page is not published at Facebook, so only the people who manage it see its posts.'];
}

export async function remove({ id }: PublishedPart, session: FacebookSession): Promise<void> {
  const graph = graphOf(session);
  const response = await callGraph(graph, { method: 'DELETE', path: pathTo(id) });
  if (response.status !== 200 && !isGone(response.json)) throw graph.faultOf(response, session.now());
}

/** The page of a post that Facebook did not tell when it was published. */
export async function revisit({ id }: PublishedPart, session: FacebookSession): Promise<Published | null> {
  const query = { fields: 'permalink_url' };
  const { status, json } = await callGraph(graphOf(session), { method: 'GET', path: pathTo(id), query });
  const url = status === 200 ? statedAddress(readPage(json)) : null;
  return url === null ? null : { id, url };
}
