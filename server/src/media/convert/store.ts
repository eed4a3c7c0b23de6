/** The SQL that finds the targets whose images are converted ahead of time. */
import type { AccountLimits } from '@belfry/networks/core/limits.ts';
import type { Db } from '../../db/database.ts';
import { dueWithin } from '../../lanes/index.ts';
import type { FilesTarget } from '../library/target-files.ts';

/** A target that is due soon. */
export interface TargetDueSoon extends FilesTarget {
  workspace_id: number;
  post_id: number;
  platform: string;
  limits: AccountLimits;
  text: string;
}

/** The targets that are due within this many seconds and may show files, those of the earliest lanes first. */
export async function targetsDueWithin(db: Db, seconds: number, limit: number): Promise<TargetDueSoon[]> {
  return db.rows(
    `select soon.workspace_id, soon.post_id, soon.platform, soon.limits, coalesce(t.content, p.content) as text,
       t.settings, to_json(t.media_ids) as media_ids, t.image_fit
     from (${dueWithin('$1')}) soon
     join targets t on t.id = soon.target_id join posts p on p.id = soon.post_id
     where exists (select from post_media a where a.post_id = soon.post_id
       union all select from post_files f where f.post_id = soon.post_id)
     order by soon.lane_due limit $2`,
    [seconds, limit],
  );
}
