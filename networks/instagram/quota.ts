/** https://developers.facebook.com/docs/instagram-platform/instagram-graph-api/reference/ig-user/content_publishing_limit (2026-11-22) */
import { NetworkFault } from '../core/fault.ts';
import type { Quota } from '../core/network.ts';
import { type Graph, pathTo } from '../families/meta/graph.ts';
import { readQuota } from '../families/meta/quota.ts';
import { graphOf, type InstagramSession } from './api.ts';

/** Pages of Meta say 25, 50 and 100. */
const assumed = 50;
/** Seconds. The network counts the last 24 hours, and does not say when the oldest post leaves them. */
const wait = 3600;

export function quota(session: InstagramSession): Promise<[Quota, ...Quota[]]> {
  return readPosts(graphOf(session), session.account.id);
}

function readPosts(graph: Graph, account: string): Promise<[Quota, ...Quota[]]> {
  return readQuota(graph, pathTo(account, 'content_publishing_limit'), assumed);
}

/** Throws `throttled` if the account may not publish so many posts now. Nothing is uploaded before. */
export async function requireQuota(graph: Graph, account: string, posts: number): Promise<true> {
  const [{ used, most }] = await readPosts(graph, account);
  if (used + posts <= most) return true;
  const message = `This account has published ${used} of the ${most} posts that Instagram allows in 24 hours.`;
  throw new NetworkFault({ kind: 'throttled', message, retryAfter: wait, scope: 'channel' });
}
