import type { ChannelSet } from '@belfry/contract/channel-sets.ts';
import type { Db, Tx } from '../../db/database.ts';

/** A removed channel keeps its place, since it returns when its account is connected again. */
const SET = `s.id, s.name, s.created_at, array(
    select c.id from unnest(s.channel_ids) with ordinality as i(id, place)
    join channels c on c.workspace_id = s.workspace_id and c.id = i.id and c.deleted_at is null
    order by i.place) as channel_ids`;

type SetRow = ChannelSet;

export async function listSets(db: Db, workspaceId: number) {
  return db.rows<SetRow>(
    `select ${SET} from channel_sets s where s.workspace_id = $1 order by lower(s.name), s.id`,
    [workspaceId],
  );
}

export async function countSets(tx: Tx, workspaceId: number): Promise<number> {
  const row = await tx.row<{ count: number }>(
    'select count(*) as count from channel_sets where workspace_id = $1',
    [workspaceId],
  );
  return row?.count ?? 0;
}

export async function lockSet(tx: Tx, workspaceId: number, id: number) {
  return tx.row<SetRow>(
    `select ${SET} from channel_sets s where s.workspace_id = $1 and s.id = $2 for no key update`,
    [workspaceId, id],
  );
}

export async function insertSet(
  tx: Tx,
  workspaceId: number,
  { name, channel_ids }: { name: string; channel_ids: readonly number[] },
): Promise<SetRow> {
  const row = await tx.row<SetRow>(
    `insert into channel_sets as s (workspace_id, name, channel_ids) values ($1, $2, $3) returning ${SET}`,
    [workspaceId, name, channel_ids],
  );
  if (row === undefined) throw new Error('the channel set was not stored');
  return row;
}

/** Null: the channels stay, also removed ones. */
export async function updateSet(
  tx: Tx,
  workspaceId: number,
  id: number,
  { name, channel_ids }: { name: string; channel_ids: readonly number[] | null },
): Promise<void> {
  await tx.rows(
    `update channel_sets set name = $3, channel_ids = coalesce($4::bigint[], channel_ids)
     where workspace_id = $1 and id = $2`,
    [workspaceId, id, name, channel_ids],
  );
}

export async function deleteSet(tx: Tx, workspaceId: number, id: number) {
  return tx.row<{ name: string }>(
    'delete from channel_sets where workspace_id = $1 and id = $2 returning name',
    [workspaceId, id],
  );
}
