/** All SQL of a post's timeline. */
import type { JsonObject } from '@belfry/networks/core/json.ts';
import type { Db } from '../../db/database.ts';

interface EventRow {
  id: number;
  kind: string;
  at: string;
  target_id: number | null;
  channel_id: number | null;
  user_id: number | null;
  user_name: string | null;
  data: JsonObject;
}

export async function listEvents(db: Db, workspaceId: number, postId: number): Promise<EventRow[]> {
  return db.rows<EventRow>(
    `select e.id, e.kind, e.at, e.target_id, e.channel_id, e.user_id, u.name as user_name, e.data
     from events e left join users u on u.id = e.user_id
     where e.workspace_id = $1 and e.post_id = $2 order by e.id limit 1000`,
    [workspaceId, postId],
  );
}
