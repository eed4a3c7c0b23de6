/** Reads the numbers of posts, and deletes posts. */
import { field } from '../core/json.ts';
import type { Measuring, Metrics } from '../core/metrics.ts';
import type { PublishedPart } from '../core/network.ts';
import { readNumbersIn } from '../core/numbers.ts';
import { type App, type Grant, listOwnPosts, listPosts, send, type XSession } from './api.ts';
import { faultOf } from './faults.ts';

const maxPages = 10;
const fields = 'public_metrics';

const names = {
  impressions: 'impression_count',
  likes: 'like_count',
  comments: 'reply_count',
  shares: ['retweet_count', 'quote_count'],
  saves: 'bookmark_count',
};

/**
 * Milliseconds between two posts that are read together. X allows 100 posts in 15 minutes, so it lists at most five more
 * for each of ours.
 */
const nearMs = 45_000;

/**
 * The account's own list costs $0.001 a post if the account owns the app; posts asked for by id cost $0.005 each:
 * https://docs.x.com/x-api/getting-started/pricing (2026-11-28). X charges for posts and not for calls, so each part of the
 * list that is read holds one post, or those of a thread. What the list does not show is asked for by id.
 */
export const measure: Measuring<Grant, App> = {
  batch: 20,
  costs: true,
  async read(posts, session) {
    const found = new Map<string, Metrics>();
    const take = (listed: readonly unknown[]) => {
      for (const [id, each] of readNumbersIn(listed, posts, names, { within: fields })) found.set(id, each);
    };
    for (const { oldest, newest } of listSpans(posts)) {
      const range = { since_id: String(oldest - 1n), until_id: String(newest + 1n) };
      for await (const page of listOwnPosts(session, fields, range, maxPages)) take(page.posts);
    }
    const missing = posts.map(({ id }) => id).filter((id) => !found.has(id));
    if (missing.length > 0) take(await listPosts(session, fields, missing));
    return found;
  },
};

/** The ids at both ends of each part of the list that holds posts near each other. */
function listSpans(posts: readonly PublishedPart[]): { oldest: bigint; newest: bigint }[] {
  const ids = posts.map(({ id }) => BigInt(id)).sort((one, other) => (one < other ? -1 : 1));
  const spans: { oldest: bigint; newest: bigint }[] = [];
  for (const id of ids) {
    const last = spans.at(-1);
    if (last !== undefined && timeIn(id) - timeIn(last.newest) <= nearMs) last.newest = id;
    else spans.push({ oldest: id, newest: id });
  }
  return spans;
}

/** Milliseconds: https://docs.x.com/fundamentals/x-ids (2026-11-28) */
function timeIn(id: bigint): number {
  return Number(id >> 22n);
}

export async function remove({ id }: PublishedPart, session: XSession): Promise<void> {
  const response = await send(session, { method: 'DELETE', path: `/2/tweets/${encodeURIComponent(id)}` });
  const isGone = response.status === 404 || field(response.json, 'data', 'deleted') === true;
  if (!isGone) throw faultOf(response, session.now());
}
