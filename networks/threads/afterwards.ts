/** Calls about an account and its posts that publish nothing. */
import { refuse } from '../core/fault.ts';
import { field } from '../core/json.ts';
import type { Published, PublishedPart } from '../core/network.ts';
import { statedAddress } from '../core/stated.ts';
import { isUnnamed, readPermalink } from '../families/meta/containers.ts';
import { callGraph, isGone, pathTo } from '../families/meta/graph.ts';
import { graphOf, type ThreadsSession } from './api.ts';
import { quota, requireQuota } from './quota.ts';
import { scopesOf } from './scopes.ts';

/** Also tells whether the sign-in is still valid, because Threads is asked. */
export async function check(session: ThreadsSession): Promise<string[]> {
  const [posts] = await quota(session);
  if (posts === undefined || posts.used < posts.most) return [];
  return [
    `This account has published ${posts.used} of the ${posts.most} posts that Threads allows in 24 hours.`,
  ];
}

/** https://developers.facebook.com/docs/threads/posts/delete-posts (2026-11-22) */
export async function remove(part: PublishedPart, session: ThreadsSession): Promise<void> {
  if (isUnnamed(part))
    throw refuse('Threads did not tell the id of this post. Delete it in the Threads app.');
  if (!session.grant.scopes.includes(scopesOf.removal))
    throw refuse('The sign-in does not allow deleting. Delete the post in the Threads app.');
  await requireQuota(session, { deletions: 1 });
  const graph = graphOf(session);
  const response = await callGraph(graph, { method: 'DELETE', path: pathTo(part.id) });
  if (response.status !== 200 && !isLost(response.json)) throw graph.faultOf(response, session.now());
}

/** Threads says “does not exist” in two ways. */
export function isLost(json: unknown): boolean {
  return isGone(json) || field(json, 'error', 'code') === 24;
}

/** The page of a post that Threads did not tell when it was published. */
export async function revisit(part: PublishedPart, session: ThreadsSession): Promise<Published | null> {
  if (isUnnamed(part)) return null;
  const url = statedAddress(await readPermalink(graphOf(session), part.id));
  return url === null ? null : { id: part.id, url };
}
