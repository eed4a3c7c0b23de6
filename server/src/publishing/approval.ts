/** The worker's own check of an approval: it publishes a post only exactly as it was approved. */
import { type Entry, isCommit } from '@belfry/engine/entry.ts';
import type { Db } from '../db/database.ts';
import type { Claim } from '../lanes/index.ts';
import type { PostFiles } from '../media/index.ts';
import { digestPost, findPost, listTargets } from '../posts/index.ts';

/**
 * False when the post was approved and has changed since. `files` must have the very rows that are published afterwards.
 * True once a commit was begun: it is too late to stop, so the worker finishes that target.
 */
export async function isAsApproved(
  db: Db,
  claim: Pick<Claim, 'approved_digest' | 'workspace_id' | 'post_id'>,
  files: PostFiles,
  loadEntries: () => Promise<Entry[]>,
): Promise<boolean> {
  if (claim.approved_digest === null) return true;
  const viewer = { workspaceId: claim.workspace_id, userId: 0, channelIds: null };
  const post = await findPost(db, viewer, claim.post_id);
  const targets = await listTargets(db, claim.workspace_id, [claim.post_id]);
  if (post !== undefined && digestPost(post, targets, files) === claim.approved_digest) return true;
  const entries = await loadEntries();
  return entries.some(isCommit);
}
