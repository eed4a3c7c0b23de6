/** Reads the numbers of posts, and deletes posts. */
import { field } from '../core/json.ts';
import type { Measuring, Metrics } from '../core/metrics.ts';
import type { PublishedPart } from '../core/network.ts';
import { readNumbersIn } from '../core/numbers.ts';
import { type App, type Grant, listOwnPosts, pageSize, send, type XSession } from './api.ts';
import { faultOf } from './faults.ts';

const maxPages = 10;

const names = {
  impressions: 'impression_count',
  likes: 'like_count',
  comments: 'reply_count',
  shares: ['retweet_count', 'quote_count'],
  saves: 'bookmark_count',
};

/**
 * The account's own list costs $0.001 a post if the account owns the app; posts asked for by id cost $0.005 each:
 * https://docs.x.com/x-api/getting-started/pricing (2026-11-22). The list also has the posts between them, so a thread or
 * posts of one week are read together.
 */
export const measure: Measuring<Grant, App> = {
  batch: pageSize,
  costs: true,
  async read(posts, session) {
    const found = new Map<string, Metrics>();
    const ids = [...new Set(posts.map(({ id }) => BigInt(id)))].sort((one, other) => (one < other ? -1 : 1));
    const [oldest, newest] = [ids[0], ids.at(-1)];
    if (oldest === undefined || newest === undefined) return found;
    const range = { since_id: String(oldest - 1n), until_id: String(newest + 1n) };
    for await (const page of listOwnPosts(session, 'public_metrics', range, maxPages)) {
      const numbers = readNumbersIn(page.posts, posts, names, { within: 'public_metrics' });
      for (const [id, each] of numbers) found.set(id, each);
      if (found.size === ids.length) break;
    }
    return found;
  },
};

export async function remove({ id }: PublishedPart, session: XSession): Promise<void> {
  const response = await send(session, { method: 'DELETE', path: `/2/tweets/${encodeURIComponent(id)}` });
  const isGone = response.status === 404 || field(response.json, 'data', 'deleted') === true;
  if (!isGone) throw faultOf(response, session.now());
}
