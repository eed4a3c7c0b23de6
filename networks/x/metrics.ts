/** Reads the numbers of posts, and deletes posts. */
import { digitsField, field, listField, textField } from '../core/json.ts';
import type { Measuring, Metrics } from '../core/metrics.ts';
import type { PublishedPart } from '../core/network.ts';
import { type App, callApi, type Grant, readApi, requireOk, type XSession } from './api.ts';
import { faultOf } from './faults.ts';

const pageSize = 100;
const maxPages = 10;

/**
 * The account's own list costs $0.001 a post if the account owns the app; posts asked for by id cost $0.005 each:
 * https://docs.x.com/x-api/getting-started/pricing (2026-11-22). The list also has the posts between them, so a thread or
 * posts of one week are read together.
 */
export const measure: Measuring<Grant, App> = {
  batch: pageSize,
  costs: true,
  async read(posts, session) {
    const wanted = new Set(posts.map(({ id }) => id));
    const found = new Map<string, Metrics>();
    const ids = posts.map(({ id }) => BigInt(id)).sort((one, other) => (one < other ? -1 : 1));
    const [oldest = 0n, newest = 0n] = [ids[0], ids.at(-1)];
    const range = { since_id: String(oldest - 1n), until_id: String(newest + 1n) };
    let page: Record<string, string> = {};
    for (let count = 0; count < maxPages && found.size < wanted.size; count += 1) {
      const query = { ...range, ...page, max_results: String(pageSize), 'tweet.fields': 'public_metrics' };
      const { json } = await requireOk(
        readApi(session, `/2/users/${session.account.id}/tweets`, query),
        session,
      );
      for (const post of listField(json, 'data').slice(0, pageSize)) {
        const id = digitsField(post, 'id');
        if (id !== undefined && wanted.has(id)) found.set(id, readMetrics(field(post, 'public_metrics')));
      }
      const token = textField(json, 'meta', 'next_token');
      if (token === undefined) return found;
      page = { pagination_token: token };
    }
    return found;
  },
};

function readMetrics(stated: unknown): Metrics {
  const count = (name: string) => {
    const value = field(stated, name);
    return typeof value === 'number' && value >= 0 ? value : undefined;
  };
  const [reposts, quotes] = [count('retweet_count'), count('quote_count')];
  const numbers = {
    impressions: count('impression_count'),
    likes: count('like_count'),
    comments: count('reply_count'),
    shares: reposts === undefined && quotes === undefined ? undefined : (reposts ?? 0) + (quotes ?? 0),
    saves: count('bookmark_count'),
  };
  return Object.fromEntries(Object.entries(numbers).filter(([, value]) => value !== undefined));
}

export async function remove({ id }: PublishedPart, session: XSession): Promise<void> {
  const path = `/2/tweets/${encodeURIComponent(id)}`;
  const response = await callApi(session, session.grant.access, 'DELETE', path);
  const isGone = response.status === 404 || field(response.json, 'data', 'deleted') === true;
  if (!isGone) throw faultOf(response, session.now());
}
