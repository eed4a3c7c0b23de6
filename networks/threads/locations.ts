/** https://developers.facebook.com/docs/threads/create-posts/location-tagging (2026-11-22) */
import { NetworkFault } from '../core/fault.ts';
import { idField, listField, textField } from '../core/json.ts';
import type { Option, OptionsAsk } from '../core/network.ts';
import { mostOptions } from '../core/options.ts';
import { listScopes } from '../families/meta/app.ts';
import type { Graph } from '../families/meta/graph.ts';
import { pathTo } from '../families/meta/graph.ts';
import { graphOf, parseIds, type ThreadsSession } from './api.ts';
import { scopesOf } from './scopes.ts';

const fields = 'id,name,address,city,country';

/** The places that a person's words find, or the one whose id was typed. The search has no second page, and needs words. */
export async function options(session: ThreadsSession, { field, query }: OptionsAsk): Promise<Option[]> {
  if (field !== 'location' || query === undefined) return [];
  requireScope(session);
  const graph = graphOf(session);
  const known = /^[0-9]{1,30}$/.test(query) ? await readById(graph, query) : [];
  return known.length > 0 ? known : search(graph, query);
}

function requireScope({ grant, app }: ThreadsSession): void {
  const missingScope = scopesOf.locations;
  if (grant.scopes.includes(missingScope)) return;
  if (listScopes(app, scopesOf).includes(missingScope)) {
    const message = `This sign-in may not search for places (${missingScope}). Connect the channel again, and allow everything that is asked.`;
    throw new NetworkFault({ kind: 'rejected', message, missingScope });
  }
  const message = `The app of this installation may not search for places (${missingScope}). When Meta has granted it, the operator adds “locations” to the further permissions of the app. Then connect the channel again.`;
  throw new NetworkFault({ kind: 'rejected', message, missingScope, cause: 'operator' });
}

/** None if it is no place. https://developers.facebook.com/docs/threads/reference/locations (2026-11-29) */
async function readById(graph: Graph, id: string): Promise<Option[]> {
  const response = await graph.read(pathTo(id), { fields });
  return readPlace(parseIds(response)).filter(({ value }) => value === id);
}

async function search(graph: Graph, query: string): Promise<Option[]> {
  const response = await graph.read('/location_search', { q: query, fields });
  graph.requireGood(response);
  return listField(parseIds(response), 'data').slice(0, mostOptions).flatMap(readPlace);
}

function readPlace(json: unknown): Option[] {
  const [value, title] = [idField(json, 'id'), textField(json, 'name')];
  if (value === undefined || title === undefined) return [];
  const group = ['address', 'city', 'country'].flatMap((name) => textField(json, name) ?? []).join(', ');
  return [{ value, title, ...(group !== '' && { group }) }];
}
