/** The SQL of conversions ahead of time: the targets that need them, and the transcodings at work. */
import type { AccountLimits } from '@belfry/networks/core/limits.ts';
import type { Db } from '../../db/database.ts';
import { dueWithin } from '../../lanes/index.ts';
import type { RenditionName } from '../library/store.ts';
import type { FilesTarget } from '../library/target-files.ts';

/** A target that is due soon. */
export interface TargetDueSoon extends FilesTarget {
  workspace_id: number;
  post_id: number;
  platform: string;
  limits: AccountLimits;
  text: string;
}

const TARGETS = `select soon.workspace_id, soon.post_id, soon.platform, soon.limits,
    coalesce(t.content, p.content) as text, t.settings, to_json(t.media_ids) as media_ids, t.image_fit
  from (${dueWithin('$1')}) soon
  join targets t on t.id = soon.target_id join posts p on p.id = soon.post_id`;

/** The targets that are due within this many seconds and may show files, those of the earliest lanes first. */
export async function targetsDueWithin(db: Db, seconds: number, limit: number) {
  return db.rows<TargetDueSoon>(
    `${TARGETS} where exists (select from post_media a where a.post_id = soon.post_id
       union all select from post_files f where f.post_id = soon.post_id)
     order by soon.lane_due limit $2`,
    [seconds, limit],
  );
}

/** As {@link targetsDueWithin}, of posts with videos. */
export async function videosDueWithin(db: Db, seconds: number, limit: number) {
  return db.rows<TargetDueSoon>(
    `${TARGETS} where exists (
       select from (select a.media_id from post_media a where a.post_id = soon.post_id
         union all select f.media_id from post_files f where f.post_id = soon.post_id) shown
       join media m on m.id = shown.media_id where m.kind = 'video')
     order by soon.lane_due limit $2`,
    [seconds, limit],
  );
}

/** In seconds. */
const LEASE = 60;

/**
 * Takes a transcoding for the process that names itself by `lease`. Returns how often it was begun, this time included.
 * Undefined: another process is at work, the next try is later, or the video was deleted.
 */
export async function claimTranscoding(
  db: Db,
  { workspaceId, mediaId, purpose }: RenditionName,
  lease: string,
): Promise<number | undefined> {
  const row = await db.row<{ tries: number }>(
    `insert into transcodings as t (media_id, workspace_id, purpose, lease, ends_at)
     select id, workspace_id, $3, $4, clock_now() + make_interval(secs => ${LEASE}) from media
     where workspace_id = $1 and id = $2 for key share
     on conflict (media_id, purpose) do update
       set lease = excluded.lease, ends_at = excluded.ends_at, tries = t.tries + 1
       where t.ends_at <= clock_now()
     returning t.tries`,
    [workspaceId, mediaId, purpose, lease],
  );
  return row?.tries;
}

export async function prolongTranscoding(db: Db, lease: string): Promise<void> {
  await db.rows(
    `update transcodings set ends_at = clock_now() + make_interval(secs => ${LEASE}) where lease = $1`,
    [lease],
  );
}

/** `wait`: seconds until the next try. `counts`: this try was one. */
export async function putOffTranscoding(
  db: Db,
  lease: string,
  { wait, counts }: { wait: number; counts: boolean },
): Promise<void> {
  await db.rows(
    `update transcodings set ends_at = clock_now() + make_interval(secs => $2),
       tries = case when $3 then tries else tries - 1 end
     where lease = $1`,
    [lease, wait, counts],
  );
}

export async function deleteTranscoding(db: Db, lease: string): Promise<void> {
  await db.rows('delete from transcodings where lease = $1', [lease]);
}
