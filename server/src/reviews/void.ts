/** What a change of the library means for posts that show it. */
import type { Db } from '../db/database.ts';
import { Problem } from '../problem.ts';
import type { Caller } from '../workspaces/roles.ts';
import { publishesDirectly, reaches } from '../workspaces/roles.ts';
import type { ShowingRow } from './store.ts';
import { noteFileChange, voidApprovals } from './store.ts';

/** Throws 403 where the change would reach what the caller could not change by the post itself. */
export function requireOwnReach(who: Caller, posts: readonly ShowingRow[]): void {
  if (!posts.every(({ channel_ids }) => channel_ids.every((id) => reaches(who, id)))) {
    const message = 'A post with this file goes to channels that you do not work on; ask somebody who does.';
    throw new Problem('forbidden', { message });
  }
  if (publishesDirectly(who)) return;
  const decided = posts.filter(({ status }) => status !== 'pending_approval');
  if (decided.some(({ author_id }) => author_id !== who.userId)) {
    const message = 'Somebody else wrote a scheduled post with this file; ask somebody who may publish.';
    throw new Problem('forbidden', { message });
  }
  if (decided.every(({ is_approved }) => is_approved)) return;
  const message = 'A post with this file is scheduled without approval; ask somebody who may publish.';
  throw new Problem('forbidden', { message });
}

/**
 * A changed file is not what was approved: posts with it wait for approval again. `posts` are all that show it, locked.
 * Throws 409 while one is being published: a repetition of what was sent must be what was sent.
 */
export async function voidByMedia(
  tx: Db,
  who: Caller,
  mediaId: number,
  posts: readonly ShowingRow[],
): Promise<void> {
  const waiting = posts.filter(({ status }) => status === 'pending_approval');
  const approved = posts.filter((post) => post.status !== 'pending_approval' && post.is_approved);
  if (approved.some((post) => post.is_begun)) {
    const message =
      'An approved post with this file is being published; wait until it is published or failed.';
    throw new Problem('post_publishing', { message });
  }
  const because = { because: 'media_changed', media_id: mediaId };
  await voidApprovals(tx, who.workspaceId, approved.map(idOf), who.userId, because);
  // A reviewer who has read them has not read this: `If-Match` tells. Nor does the caller approve them.
  await noteFileChange(tx, who, waiting.map(idOf));
}

function idOf({ id }: { id: number }): number {
  return id;
}
