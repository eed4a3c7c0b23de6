/** Reads the numbers of posts, and deletes posts. */
import { field } from '../core/json.ts';
import type { Measuring, Metrics } from '../core/metrics.ts';
import type { PublishedPart } from '../core/network.ts';
import { readNumbersIn } from '../core/numbers.ts';
import { type App, type Grant, listOwnPosts, listPosts, send, type XSession } from './api.ts';
import { faultOf } from './faults.ts';

const fields = 'public_metrics';

const names = {
  impressions: 'impression_count',
  likes: 'like_count',
  comments: 'reply_count',
  shares: ['retweet_count', 'quote_count'],
  saves: 'bookmark_count',
};

/**
 * The account's own list costs $0.001 a post if the account owns the app; posts asked for by id cost $0.005 each:
 * https://docs.x.com/x-api/getting-started/pricing (2026-11-28). X charges for each post that it returns, and not for a
 * refusal: https://docs.x.com/x-api/fundamentals/post-cap (2026-11-28). So the part of the list that is read holds one post
 * only. What the list does not show is asked for by id.
 */
export const measure: Measuring<Grant, App> = {
  batch: 1,
  costs: true,
  async read(posts, session) {
    const found = new Map<string, Metrics>();
    const take = (listed: readonly unknown[]) => {
      for (const [id, each] of readNumbersIn(listed, posts, names, { within: fields })) found.set(id, each);
    };
    for (const { id } of posts) {
      const range = { since_id: String(BigInt(id) - 1n), until_id: String(BigInt(id) + 1n) };
      for await (const page of listOwnPosts(session, fields, range, 1)) take(page.posts);
    }
    const missing = posts.map(({ id }) => id).filter((id) => !found.has(id));
    if (missing.length > 0) take(await listPosts(session, fields, missing));
    return found;
  },
};

export async function remove({ id }: PublishedPart, session: XSession): Promise<void> {
  const response = await send(session, { method: 'DELETE', path: `/2/tweets/${encodeURIComponent(id)}` });
  const isGone = response.status === 404 || field(response.json, 'data', 'deleted') === true;
  if (!isGone) throw faultOf(response, session.now());
}
