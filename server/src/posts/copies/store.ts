/** All SQL of working copies. */
import type { WorkingPost } from '@belfry/contract/working-copies.ts';
import type { Db, Tx } from '../../db/database.ts';
import type { StoredPost, Viewer } from '../rows.ts';

export interface CopyRow {
  user_id: number;
  user_name: string;
  base_version: number;
  updated_at: string;
  /** Null: the copy of another person. */
  post: StoredPost<WorkingPost> | null;
}

/** Latest first, of at most 100 people besides the viewer. */
export async function listCopies(db: Db, { workspaceId, userId }: Viewer, postId: number) {
  return db.rows<CopyRow>(
    `select c.user_id, u.name as user_name, c.base_version, c.updated_at, case when c.user_id = $2 then c.post end as post
     from working_copies c join users u on u.id = c.user_id
     where c.workspace_id = $1 and c.post_id = $3 order by c.user_id = $2 desc, c.updated_at desc limit 101`,
    [workspaceId, userId, postId],
  );
}

export interface CopyWrite {
  postId: number;
  baseVersion: number;
  /** The time of the copy that is replaced, null for none. Undefined: any. */
  continues: string | null | undefined;
  post: WorkingPost;
  mediaIds: readonly number[];
}

/** The time of the change. Undefined if the post is gone, or the copy is another one. The files must be locked. */
export async function writeCopy(
  tx: Tx,
  { workspaceId, userId }: Viewer,
  { postId, baseVersion, continues, post, mediaIds }: CopyWrite,
): Promise<string | undefined> {
  const row = await tx.row<{ updated_at: string }>(
    `insert into working_copies (post_id, user_id, workspace_id, base_version, post, media_ids)
     select id, $3, workspace_id, $4, $5, $6 from posts where workspace_id = $1 and id = $2 for key share
     on conflict (post_id, user_id) do update set base_version = excluded.base_version, post = excluded.post,
       media_ids = excluded.media_ids, updated_at = clock_now()
       where $7 or working_copies.updated_at = $8
     returning updated_at`,
    [
      ...[workspaceId, postId, userId, baseVersion, JSON.stringify(post), mediaIds],
      ...[continues === undefined, continues ?? null],
    ],
  );
  return row?.updated_at;
}

export async function deleteCopy(db: Db, { workspaceId, userId }: Viewer, postId: number): Promise<void> {
  await db.rows('delete from working_copies where workspace_id = $1 and user_id = $2 and post_id = $3', [
    workspaceId,
    userId,
    postId,
  ]);
}

/** Deletes those that nobody has changed for 30 days. */
export async function deleteOldCopies(db: Db): Promise<void> {
  await db.rows("delete from working_copies where updated_at < clock_now() - interval '30 days'");
}
