/** All SQL of media. */
import type { Db } from '../db/database.ts';

export interface MediaRow {
  id: number;
  name: string;
  mime_type: string;
  kind: 'image' | 'video';
  size: number;
  width: number | null;
  height: number | null;
  duration: number | null;
  alt_text: string | null;
  storage_key: string;
  created_at: string;
}

const MEDIA = `m.id, m.name, m.mime_type, m.kind, m.size, m.width, m.height, m.duration, m.alt_text,
  m.storage_key, m.created_at`;

/** Those of the ids that exist, in the order given. */
export async function readMedia(db: Db, workspaceId: number, ids: readonly number[]): Promise<MediaRow[]> {
  if (ids.length === 0) return [];
  return db.rows<MediaRow>(
    `select ${MEDIA} from media m where m.workspace_id = $1 and m.id = any($2::bigint[])
     order by array_position($2::bigint[], m.id)`,
    [workspaceId, ids],
  );
}

/** Media by post, each in its order. */
export async function mediaOfPosts(
  db: Db,
  workspaceId: number,
  postIds: readonly number[],
): Promise<Map<number, MediaRow[]>> {
  const rows = await db.rows<MediaRow & { post_id: number }>(
    `select pm.post_id, ${MEDIA} from post_media pm join media m on m.id = pm.media_id
     where pm.workspace_id = $1 and pm.post_id = any($2) order by pm.post_id, pm.position`,
    [workspaceId, postIds],
  );
  return Map.groupBy(rows, (row) => row.post_id);
}
