/** Reads the numbers of statuses, and deletes statuses. */
import { field, textField } from '../core/json.ts';
import type { Measuring, Metrics } from '../core/metrics.ts';
import type { PublishedPart } from '../core/network.ts';
import { statedNumber } from '../core/stated.ts';
import { callAsAccount, type Grant, type MastodonSession, readGrant } from './api.ts';
import { faultOf } from './faults.ts';
import { traits } from './software.ts';

/** The servers' names, by ours. They count no views. */
const names = { likes: 'favourites_count', shares: 'reblogs_count', comments: 'replies_count' } as const;

/** Mastodon refuses to read more than 20 statuses in one call: `check_statuses_limit` in its code (2026-11-22). */
const batch = 20;

export const measure: Measuring<Grant> = {
  batch,
  async read(posts, session) {
    const { software } = readGrant(session);
    return (traits[software].readsMany && (await readTogether(posts, session))) || readEach(posts, session);
  },
};

/** Undefined from a server before Mastodon 4.3: https://docs.joinmastodon.org/methods/statuses/#index (2026-11-22). */
async function readTogether(
  posts: readonly PublishedPart[],
  session: MastodonSession,
): Promise<Map<string, Metrics> | undefined> {
  const query = new URLSearchParams(posts.map(({ id }): [string, string] => ['id[]', id]));
  const response = await callAsAccount(session, { method: 'GET', path: `/api/v1/statuses?${query}` });
  if (response.status === 404) return undefined;
  if (response.status !== 200 || !Array.isArray(response.json)) throw faultOf(response, session.now());
  const wanted = new Set(posts.map(({ id }) => id));
  const found = response.json.flatMap((status): [string, Metrics][] => {
    const id = textField(status, 'id');
    return id !== undefined && wanted.has(id) ? [[id, readMetrics(status)]] : [];
  });
  return new Map(found);
}

async function readEach(
  posts: readonly PublishedPart[],
  session: MastodonSession,
): Promise<Map<string, Metrics>> {
  const found = new Map<string, Metrics>();
  for (const part of posts) {
    const response = await callAsAccount(session, { method: 'GET', path: pathOf(part) });
    if (response.status === 404) continue;
    if (response.status !== 200 || textField(response.json, 'id') !== part.id)
      throw faultOf(response, session.now());
    found.set(part.id, readMetrics(response.json));
  }
  return found;
}

function readMetrics(status: unknown): Metrics {
  const numbers = Object.entries(names).flatMap(([name, theirs]) => {
    const value = statedNumber(field(status, theirs), 0, Number.MAX_SAFE_INTEGER);
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(numbers);
}

/** All servers answer with JSON, but not with the same. A page comes from something in between. */
export async function remove(part: PublishedPart, session: MastodonSession): Promise<void> {
  const response = await callAsAccount(session, { method: 'DELETE', path: pathOf(part) });
  const isDone = response.status === 200 && typeof response.json === 'object' && response.json !== null;
  if (!isDone && response.status !== 404) throw faultOf(response, session.now());
}

function pathOf({ id }: PublishedPart): string {
  return `/api/v1/statuses/${encodeURIComponent(id)}`;
}
