/** https://developers.facebook.com/docs/instagram-platform/instagram-graph-api/reference/ig-user/content_publishing_limit (2026-11-22) */
import type { Quota } from '../core/network.ts';
import { pathTo } from '../families/meta/graph.ts';
import { describePosts, readQuotas, requireRoom } from '../families/meta/quota.ts';
import { graphOf, type InstagramSession } from './api.ts';

/** Pages of Meta say 25, 50 and 100. */
const posts = { name: 'posts', prefix: '', assumed: 50 };

export async function quota(session: InstagramSession): Promise<[Quota, ...Quota[]]> {
  const path = pathTo(session.account.id, 'content_publishing_limit');
  const { quotas, usage } = await readQuotas(graphOf(session), path, [posts]);
  const [first] = quotas as [Quota];
  if (usage === undefined) return [first];
  const name = 'percent of the calls of the app in an hour';
  return [first, { name, used: usage, most: 100, scope: 'app', resetsAt: null }];
}

export const describeQuota = (posts: Quota) => describePosts('Instagram', posts);

/** Throws `throttled` if the account may not publish so many posts now. Nothing is uploaded before. */
export async function requireQuota(session: InstagramSession, more: number): Promise<true> {
  const [first] = await quota(session);
  requireRoom(first, more, describeQuota);
  return true;
}
