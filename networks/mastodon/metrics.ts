/** Reads the numbers of statuses, and deletes statuses. */
import { textField } from '../core/json.ts';
import type { Measuring, Metrics } from '../core/metrics.ts';
import type { PublishedPart } from '../core/network.ts';
import { readNumbers, readNumbersIn } from '../core/numbers.ts';
import { callAsAccount, type Grant, type MastodonSession, traitsOf } from './api.ts';
import { faultOf } from './faults.ts';

/** The servers count no views. */
const names = { likes: 'favourites_count', shares: 'reblogs_count', comments: 'replies_count' };

export const measure: Measuring<Grant> = {
  /** Mastodon refuses to read more statuses in one call: `check_statuses_limit` in its code (2026-11-22). */
  batch: 20,
  async read(posts, session) {
    return (traitsOf(session).readsMany && (await readTogether(posts, session))) || readEach(posts, session);
  },
};

/** Undefined from a server before Mastodon 4.3: https://docs.joinmastodon.org/methods/statuses/#index (2026-11-22). */
async function readTogether(posts: readonly PublishedPart[], session: MastodonSession) {
  const query = new URLSearchParams(posts.map(({ id }): [string, string] => ['id[]', id]));
  const response = await callAsAccount(session, `/api/v1/statuses?${query}`);
  if (response.status === 404) return undefined;
  if (response.status !== 200 || !Array.isArray(response.json)) throw faultOf(response, session.now());
  return readNumbersIn(response.json, posts, names);
}

async function readEach(posts: readonly PublishedPart[], session: MastodonSession) {
  const found = new Map<string, Metrics>();
  for (const part of posts) {
    const response = await callAsAccount(session, pathOf(part));
    if (response.status === 404) continue;
    if (response.status !== 200 || textField(response.json, 'id') !== part.id)
      throw faultOf(response, session.now());
    found.set(part.id, readNumbers(response.json, names));
  }
  return found;
}

/** All servers answer with JSON, but not with the same. A page comes from something in between. */
export async function remove(part: PublishedPart, session: MastodonSession): Promise<void> {
  const response = await callAsAccount(session, pathOf(part), { method: 'DELETE' });
  const isDone = response.status === 200 && typeof response.json === 'object' && response.json !== null;
  if (!isDone && response.status !== 404) throw faultOf(response, session.now());
}

const pathOf = ({ id }: PublishedPart) => `/api/v1/statuses/${encodeURIComponent(id)}`;
