/** https://developers.facebook.com/docs/threads/create-posts/location-tagging (2026-11-22) */
import { idField, textField } from '../core/json.ts';
import type { Option, OptionsAsk } from '../core/network.ts';
import { callGraph, dataOf } from '../families/meta/graph.ts';
import { graphOf, parseIds, type ThreadsSession } from './api.ts';
import { scopesOf } from './scopes.ts';

const most = 100;

/** The places that a person's words find. The search has no second page, and needs words. */
export async function options(session: ThreadsSession, { field, query }: OptionsAsk): Promise<Option[]> {
  const isAllowed = session.grant.scopes.includes(scopesOf.locations);
  if (field !== 'location' || query === undefined || !isAllowed) return [];
  const graph = graphOf(session);
  const response = await callGraph(graph, {
    method: 'GET',
    path: '/location_search',
    query: { q: query, fields: 'id,name,address,city,country' },
  });
  if (response.status !== 200) throw graph.faultOf(response, session.now());
  return dataOf(parseIds(response)).slice(0, most).flatMap(readPlace);
}

function readPlace(json: unknown): Option[] {
  const [value, title] = [idField(json, 'id'), textField(json, 'name')];
  if (value === undefined || title === undefined) return [];
  const group = ['address', 'city', 'country'].flatMap((name) => textField(json, name) ?? []).join(', ');
  return [{ value, title, ...(group !== '' && { group }) }];
}
