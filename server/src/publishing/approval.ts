/** What a worker publishes, compared with what was approved and with what was prepared. */
import { type Entry, isCommit } from '@belfry/engine/entry.ts';
import type { Db } from '../db/database.ts';
import type { Claim } from '../lanes/index.ts';
import type { PostFiles } from '../media/index.ts';
import { digestPost, findPost, listTargets } from '../posts/index.ts';

/** The digest of the post as it is now, with the very rows of files that are published afterwards. */
export async function digestNow(
  db: Db,
  claim: Pick<Claim, 'workspace_id' | 'post_id'>,
  files: PostFiles,
): Promise<string | undefined> {
  const viewer = { workspaceId: claim.workspace_id, userId: 0, channelIds: null };
  const post = await findPost(db, viewer, claim.post_id);
  const targets = await listTargets(db, claim.workspace_id, [claim.post_id]);
  return post && digestPost(post, targets, files);
}

/**
 * False when the post was approved and has changed since. True once a commit was begun: it is too late to stop, so the
 * worker finishes that target.
 */
export async function isAsApproved(
  db: Db,
  claim: Pick<Claim, 'approved_digest' | 'workspace_id' | 'post_id'>,
  files: PostFiles,
  loadEntries: () => Promise<Entry[]>,
): Promise<boolean> {
  if (claim.approved_digest === null) return true;
  if ((await digestNow(db, claim, files)) === claim.approved_digest) return true;
  const entries = await loadEntries();
  return entries.some(isCommit);
}
