/** What a change of the library means for posts that show it. */
import type { Db } from '../db/database.ts';
import { Problem } from '../problem.ts';
import type { Caller } from '../workspaces/roles.ts';
import { lockReviewedWith, raiseVersions, voidApprovals } from './store.ts';

/**
 * A changed file is not what was approved: posts with it wait for approval again.
 * Throws 409 while one is being published: a repetition of what was sent must be what was sent.
 */
export async function voidByMedia(tx: Db, who: Caller, mediaId: number): Promise<void> {
  const posts = await lockReviewedWith(tx, who.workspaceId, mediaId);
  const waiting = posts.filter(({ status }) => status === 'pending_approval');
  const approved = posts.filter(({ status }) => status !== 'pending_approval');
  if (approved.some((post) => post.is_begun)) {
    const message =
      'An approved post with this file is being published; wait until it is published or failed.';
    throw new Problem('post_publishing', { message });
  }
  const because = { because: 'media_changed', media_id: mediaId };
  await voidApprovals(tx, who.workspaceId, approved.map(idOf), who.userId, because);
  // A reviewer who has read them has not read this: `If-Match` tells.
  await raiseVersions(tx, who.workspaceId, waiting.map(idOf));
}

function idOf({ id }: { id: number }): number {
  return id;
}
