import type { MediaUse } from '@belfry/contract/media-uses.ts';
import type { Db } from '../../db/database.ts';
import { VISIBLE as BINNED, FORMER, FRESH } from '../bin/store.ts';
import { SHOWN_AT, VISIBLE, type Viewer, valuesOf } from '../rows.ts';

/** Characters that are read, so that a long text with few words costs little. */
const READ = 400;
const SHOWN = 80;

const openingOf = (content: string) =>
  `left(trim(regexp_replace(left(coalesce(${content}, ''), ${READ}), '\\s+', ' ', 'g')), ${SHOWN})`;

/** The posts that use the file and that the person may see, latest first. */
export async function findUses(db: Db, who: Viewer, mediaId: number, limit: number) {
  return db.rows<MediaUse>(
    `with own as (
       select post_id from post_media where workspace_id = $1 and media_id = $4
       union select post_id from post_files where workspace_id = $1 and media_id = $4)
     select p.id, case when p.id in (select post_id from own) then 'post' else 'working_copy' end as place, p.status,
       ${SHOWN_AT} as at, ${openingOf('p.content')} as text,
       (select coalesce(json_agg(t.channel_id order by t.position), '[]') from targets t
        where t.workspace_id = $1 and t.post_id = p.id) as channel_ids
     from posts p
     where ${VISIBLE} and p.id in (
       select post_id from own
       union select post_id from working_copies where workspace_id = $1 and media_ids @> array[$4::bigint])
     union all
     select b.post_id, 'bin', ${FORMER('status')},
       coalesce(${FORMER('published_at')}, ${FORMER('planned_at')})::timestamptz, ${openingOf(FORMER('content'))},
       to_json(b.channel_ids)
     from bin b where ${BINNED} and ${FRESH} and $4 = any(b.media_ids)
     order by at desc nulls last, id desc limit $5`,
    [...valuesOf(who), mediaId, limit],
  );
}
