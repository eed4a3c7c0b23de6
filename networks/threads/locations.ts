/** https://developers.facebook.com/docs/threads/create-posts/location-tagging (2026-11-22) */
import { idField, listField, textField } from '../core/json.ts';
import type { Option, OptionsAsk } from '../core/network.ts';

import { graphOf, parseIds, type ThreadsSession } from './api.ts';
import { scopesOf } from './scopes.ts';

const most = 100;

/** The places that a person's words find. The search has no second page, and needs words. */
export async function options(session: ThreadsSession, { field, query }: OptionsAsk): Promise<Option[]> {
  const isAllowed = session.grant.scopes.includes(scopesOf.locations);
  if (field !== 'location' || query === undefined || !isAllowed) return [];
  const graph = graphOf(session);
  const wanted = { q: query, fields: 'id,name,address,city,country' };
  const response = await graph.read('/location_search', wanted);
  graph.requireGood(response);
  return listField(parseIds(response), 'data').slice(0, most).flatMap(readPlace);
}

function readPlace(json: unknown): Option[] {
  const [value, title] = [idField(json, 'id'), textField(json, 'name')];
  if (value === undefined || title === undefined) return [];
  const group = ['address', 'city', 'country'].flatMap((name) => textField(json, name) ?? []).join(', ');
  return [{ value, title, ...(group !== '' && { group }) }];
}
