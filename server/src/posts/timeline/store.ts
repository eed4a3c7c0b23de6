/** All SQL of a post's timeline. */
import type { Db } from '../../db/database.ts';
import type { EventRow } from '../../events/index.ts';

type TimelineRow = Omit<EventRow, 'workspace_id' | 'post_id' | 'seq' | 'hash'>;

export async function listEvents(db: Db, workspaceId: number, postId: number) {
  return db.rows<TimelineRow>(
    `select e.id, e.kind, e.at, e.target_id, e.channel_id, e.user_id, u.name as user_name, e.data
     from events e left join users u on u.id = e.user_id
     where e.workspace_id = $1 and e.post_id = $2 order by e.id limit 1000`,
    [workspaceId, postId],
  );
}
