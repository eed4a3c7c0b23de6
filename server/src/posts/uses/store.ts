import type { MediaUse } from '@belfry/contract/media-uses.ts';
import type { Db } from '../../db/database.ts';
import { SHOWN_AT, VISIBLE, type Viewer, valuesOf } from '../rows.ts';

/** Characters that are read, so that a long text with few words costs little. */
const READ = 400;
const SHOWN = 80;

/** The posts that use the file and that the person may see, latest first. */
export async function findUses(db: Db, who: Viewer, mediaId: number, limit: number): Promise<MediaUse[]> {
  return db.rows<MediaUse>(
    `select p.id, p.status, ${SHOWN_AT} as at,
       left(trim(regexp_replace(left(coalesce(p.content, ''), ${READ}), '\\s+', ' ', 'g')), ${SHOWN}) as text,
       (select coalesce(json_agg(t.channel_id order by t.position), '[]') from targets t
        where t.workspace_id = $1 and t.post_id = p.id) as channel_ids
     from posts p
     where ${VISIBLE} and p.id in (
       select post_id from post_media where workspace_id = $1 and media_id = $4
       union select post_id from post_files where workspace_id = $1 and media_id = $4)
     order by ${SHOWN_AT} desc nulls last, p.id desc limit $5`,
    [...valuesOf(who), mediaId, limit],
  );
}
