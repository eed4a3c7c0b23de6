/** Calls about an account and its posts that publish nothing. */
import { refuse } from '../core/fault.ts';
import type { Published, PublishedPart } from '../core/network.ts';
import { statedAddress } from '../core/stated.ts';
import { isUnnamed, readPermalink } from '../families/meta/containers.ts';
import { callGraph, isGone, pathTo } from '../families/meta/graph.ts';
import { graphOf, type InstagramSession, scopesOf } from './api.ts';
import { quota } from './quota.ts';

/** Also tells whether the sign-in is still valid, because Instagram is asked. */
export async function check(session: InstagramSession): Promise<string[]> {
  const [{ used, most }] = await quota(session);
  if (used < most) return [];
  return [`This account has published ${used} of the ${most} posts that Instagram allows in 24 hours.`];
}

/** Since 2025-12-03, and only where people sign in by Facebook. */
export async function remove(part: PublishedPart, session: InstagramSession): Promise<void> {
  const { via, scopes } = session.grant;
  if (isUnnamed(part))
    throw refuse('Instagram did not tell the id of this post. Delete it in the Instagram app.');
  if (via === 'instagram')
    throw refuse(
      'Instagram deletes posts only for accounts that are connected by Facebook. Delete it in the Instagram app.',
    );
  if (!scopes.includes(scopesOf.facebook.removal))
    throw refuse('The sign-in does not allow deleting. Delete the post in the Instagram app.');
  const graph = graphOf(session);
  const response = await callGraph(graph, { method: 'DELETE', path: pathTo(part.id) });
  if (response.status !== 200 && !isGone(response.json)) throw graph.faultOf(response, session.now());
}

/** The page of a post that Instagram did not tell when it was published. */
export async function revisit(part: PublishedPart, session: InstagramSession): Promise<Published | null> {
  if (isUnnamed(part)) return null;
  const url = statedAddress(await readPermalink(graphOf(session), part.id));
  return url === null ? null : { id: part.id, url };
}
