/** All SQL of targets that wait in lanes, as people see them. */
import type { Db } from '../../db/database.ts';

/** Channels of the workspace that a person must connect again, and that hold a due target. Null: of all channels. */
export async function countHolding(
  db: Db,
  workspaceId: number,
  channelIds: readonly number[] | null,
): Promise<number> {
  const row = await db.row<{ count: number }>(
    `select count(*) as count from channels c
     where c.workspace_id = $1 and ($2::bigint[] is null or c.id = any($2)) and c.needs_reconnect
       and c.deleted_at is null and exists (
         select from targets t where t.channel_id = c.id and t.wake_at is not null and t.due_at <= clock_now())`,
    [workspaceId, channelIds],
  );
  return row?.count ?? 0;
}

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
