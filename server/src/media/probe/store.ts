/** The SQL that finds planned files whose facts were not read, and stores these. */
import { postMoves } from '@belfry/contract/lifecycle.ts';
import type { Db } from '../../db/database.ts';
import { listed } from '../../db/listed.ts';
import type { MotionFacts } from '../library/store.ts';

/** A planned file that moves, whose facts were not all read yet. */
export interface Uninspected {
  id: number;
  workspace_id: number;
  storage_key: string;
}

/** The oldest first. */
export async function listUninspected(db: Db, limit: number) {
  return db.rows<Uninspected>(
    `select m.id, m.workspace_id, m.storage_key from media m
     where (m.kind = 'video' and m.inspected_at is null or m.animated and m.frames is null) and exists (
       select from (select post_id from post_media where media_id = m.id
         union all select post_id from post_files where media_id = m.id) a
       join posts p on p.id = a.post_id
       where p.status in (${listed(...postMoves.start.from, ...postMoves.approve.from)}))
     order by m.id limit $1`,
    [limit],
  );
}

/** Does nothing if another process was faster. */
export async function noteFacts(
  db: Db,
  { workspace_id, id }: Uninspected,
  { durationMs, videoCodec, audioCodec, frameRate, frames }: MotionFacts,
): Promise<void> {
  await db.rows(
    `update media set duration_ms = $3, video_codec = $4, audio_codec = $5, frame_rate = $6, frames = $7,
       inspected_at = clock_now()
     where workspace_id = $1 and id = $2 and (inspected_at is null or frames is null)`,
    [workspace_id, id, durationMs, videoCodec, audioCodec, frameRate, frames ?? 0],
  );
}
