/** Who may change which posts. */
import { type Caller, canAccessChannel, publishesDirectly } from '../access/roles.ts';
import { orNotFound, Problem } from '../base/problem.ts';
import type { Db, Tx } from '../db/database.ts';
import type { PostRow } from './rows.ts';
import * as store from './store.ts';
import { requireVersion } from './version.ts';

/**
 * Throws 403 for a scheduled post of another author, unless the caller may publish: only callers who may decide to
 * publish may reverse that decision.
 */
export function requireOwnOrOpen(who: Caller, post: Pick<PostRow, 'status' | 'author_id'>): void {
  const isOpen = post.status === 'draft' || post.status === 'pending_approval';
  if (isOpen || post.author_id === who.userId || publishesDirectly(who)) return;
  const message =
    'Somebody else wrote this post, and it was scheduled already. Ask somebody who may publish.';
  throw new Problem('forbidden', { message });
}

/** Throws if the caller may not change all of the post, or has read another version of it. */
export async function lockForChange(
  tx: Tx,
  who: Caller,
  id: number,
  ifMatch: string | undefined,
): Promise<PostRow> {
  const post = orNotFound(await store.lockPost(tx, who, id));
  await requireAllChannels(tx, who, id);
  requireVersion(post, ifMatch);
  return post;
}

/** A caller who is limited to some channels sees posts that also go to others, but must not change those there. */
export async function requireAllChannels(db: Db, who: Caller, postId: number): Promise<void> {
  if (who.channelIds === null) return;
  const targets = await store.listTargets(db, who.workspaceId, [postId]);
  if (targets.every((target) => canAccessChannel(who, target.channel_id))) return;
  refuseForeignChannels();
}

/** Throws 403. */
export function refuseForeignChannels(): never {
  const message = 'This post also goes to channels that you may not use. Ask somebody who may.';
  throw new Problem('forbidden', { message });
}
