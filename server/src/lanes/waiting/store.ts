/** All SQL of targets that wait in lanes, as people see them. */
import type { Db } from '../../db/database.ts';

/** How many targets wait in each of these lanes, by channel. Counts at most `most` of each. */
export async function countWaitingByLane(
  db: Db,
  workspaceId: number,
  ids: readonly number[],
  most: number,
): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map();
  const rows = await db.rows<{ id: number; waiting: number }>(
    `select c.id, (select count(*) from (
         select from targets t where t.channel_id = c.id and t.wake_at is not null limit $3) as counted) as waiting
     from channels c where c.workspace_id = $1 and c.id = any($2)`,
    [workspaceId, ids, most],
  );
  return new Map(rows.map(({ id, waiting }) => [id, waiting]));
}
