/** Tells whether a restored post would publish what it was to publish when it was deleted. */
import type { Tx } from '../../db/database.ts';
import { filesOfPosts, noFiles } from '../../media/index.ts';
import { digestPost } from '../reviews/digest.ts';
import type { PostRow } from '../rows.ts';
import { listTargets } from '../store.ts';

/** Of what the post would publish. Null if nothing is planned. */
export async function digestOf(
  tx: Tx,
  post: Pick<PostRow, 'id' | 'workspace_id' | 'status' | 'content' | 'planned_at'>,
): Promise<string | null> {
  if (!isPlanned(post)) return null;
  const targets = await listTargets(tx, post.workspace_id, [post.id]);
  const files = (await filesOfPosts(tx, post.workspace_id, [post.id])).get(post.id) ?? noFiles;
  return digestPost(post, targets, files);
}

export function isPlanned({ status }: Pick<PostRow, 'status'>): boolean {
  return status === 'scheduled' || status === 'pending_approval';
}
