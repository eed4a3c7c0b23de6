/** Protects approved posts when somebody changes one of their files in the library. */

import type { Caller } from '../../access/roles.ts';
import { canAccessChannel, publishesDirectly } from '../../access/roles.ts';
import { Problem } from '../../base/problem.ts';
import type { Tx } from '../../db/database.ts';
import type { ShowingRow } from './store.ts';
import { noteFileChange, voidApprovals } from './store.ts';

/** Throws 403 if the change would affect a post that the caller may not change itself. */
export function requireOwnReach(who: Caller, posts: readonly ShowingRow[]): void {
  if (!posts.every(({ channel_ids }) => channel_ids.every((id) => canAccessChannel(who, id)))) {
    const message = 'A post with this file goes to channels that you may not use. Ask somebody who may.';
    throw new Problem('forbidden', { message });
  }
  if (publishesDirectly(who)) return;
  const decided = posts.filter(({ status }) => status !== 'pending_approval');
  if (decided.some(({ author_id }) => author_id !== who.userId)) {
    const message = 'Somebody else wrote a scheduled post with this file. Ask somebody who may publish.';
    throw new Problem('forbidden', { message });
  }
  if (decided.every(({ is_approved }) => is_approved)) return;
  const message = 'A post with this file is scheduled without approval. Ask somebody who may publish.';
  throw new Problem('forbidden', { message });
}

/**
 * Sends approved posts with the changed file back for approval. `posts` are all posts that show it, locked. Throws 409
 * while one of them is being published: if Belfry repeats a send, it must send the same content.
 */
export async function voidByMedia(
  tx: Tx,
  who: Caller,
  mediaId: number,
  posts: readonly ShowingRow[],
): Promise<void> {
  const waiting = posts.filter(({ status }) => status === 'pending_approval');
  const approved = posts.filter((post) => post.status !== 'pending_approval' && post.is_approved);
  if (approved.some((post) => post.is_begun)) {
    const message =
      'An approved post with this file is being published. Wait until it is published or has failed.';
    throw new Problem('post_publishing', { message });
  }
  const because = { because: 'media_changed', media_id: mediaId } as const;
  await voidApprovals(tx, who.workspaceId, approved.map(idOf), who.userId, because);
  // A reviewer who has read the post with the former file gets a version conflict. The caller may not approve the post.
  await noteFileChange(tx, who, waiting.map(idOf));
}

function idOf({ id }: { id: number }): number {
  return id;
}
