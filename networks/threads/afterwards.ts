/** Calls about an account and its posts that publish nothing. */
import { refuse } from '../core/fault.ts';
import { field } from '../core/json.ts';
import type { AccountLimits } from '../core/limits.ts';
import type { Metrics } from '../core/metrics.ts';
import type { Published, PublishedPart } from '../core/network.ts';
import { isUnnamed, revisitPosted } from '../families/meta/container-posts.ts';
import { deletePost, isDenied, isGone } from '../families/meta/gone.ts';
import { pathTo } from '../families/meta/graph.ts';
import { askFor, measureEach, readInsights } from '../families/meta/insights.ts';
import { describePosts } from '../families/meta/quota.ts';
import { type Grant, graphOf, type ThreadsSession } from './api.ts';
import { quota, requireQuota } from './quota.ts';
import { scopesOf } from './scopes.ts';

/** Also tells whether the sign-in is still valid, because Threads is asked. */
export async function check(session: ThreadsSession): Promise<string[]> {
  const [posts] = await quota(session);
  return posts === undefined || posts.used < posts.most ? [] : [describePosts('Threads', posts)];
}

export function refusesRemoval(part: PublishedPart, { scopes }: AccountLimits): string | undefined {
  if (isUnnamed(part)) return 'Threads did not tell the id of this post. Delete it in the Threads app.';
  if (scopes === undefined || scopes.includes(scopesOf.removal)) return undefined;
  return 'The sign-in does not allow deleting. Delete the post in the Threads app.';
}

/** https://developers.facebook.com/docs/threads/posts/delete-posts (2026-11-22) */
export async function remove(part: PublishedPart, session: ThreadsSession): Promise<void> {
  const reason = refusesRemoval(part, session.grant);
  if (reason !== undefined) throw refuse(reason);
  await requireQuota(session, { deletions: 1 });
  await deletePost(graphOf(session), sought(part.id, session));
}

function sought(id: string, { account }: ThreadsSession) {
  return { id, account: account.id, edge: 'threads', isDenied: isUnknown };
}

/** Threads says “does not exist” in two ways. */
function isUnknown(json: unknown): boolean {
  return isDenied(json) || field(json, 'error', 'code') === 24;
}

export function revisit(part: PublishedPart, session: ThreadsSession): Promise<Published | null> {
  return revisitPosted(graphOf(session), part);
}

/** The names at Threads, by ours. */
const names = {
  views: ['views'],
  likes: ['likes'],
  comments: ['replies'],
  shares: ['reposts', 'quotes', 'shares'],
};

/** https://developers.facebook.com/docs/threads/insights (2026-11-22) */
export const measure = measureEach<Grant>(() => scopesOf.insights, readMetrics);

async function readMetrics(id: string, session: ThreadsSession): Promise<Metrics | undefined> {
  const graph = graphOf(session);
  const answer = await graph.read(pathTo(id, 'insights'), askFor(names));
  if (isUnknown(answer.json) && (await isGone(graph, sought(id, session)))) return undefined;
  return readInsights(graph.requireGood(answer), names);
}
