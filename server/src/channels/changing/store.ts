import type { Tx } from '../../db/database.ts';
import { CHANNEL, type ChannelRow } from '../store.ts';

/** The workspace's channel `id` or, with null, all its channels. Locks them in the order of lanes. */
export async function lockChannels(tx: Tx, workspaceId: number, id: number | null) {
  return tx.rows<ChannelRow>(
    `select ${CHANNEL} from channels c
     where c.workspace_id = $1 and ($2::bigint is null or c.id = $2) and c.deleted_at is null
     order by c.id for no key update`,
    [workspaceId, id],
  );
}

export async function saveSettings(
  tx: Tx,
  row: Pick<ChannelRow, 'workspace_id' | 'id' | 'posting_times' | 'posting_times_by_day' | 'display_name'>,
): Promise<void> {
  await tx.rows(
    `update channels set posting_times = $3, posting_times_by_day = $4, display_name = $5
     where workspace_id = $1 and id = $2`,
    [
      row.workspace_id,
      row.id,
      row.posting_times,
      row.posting_times_by_day && JSON.stringify(row.posting_times_by_day),
      row.display_name,
    ],
  );
}

/** Moves the channel to this place in lists. The others keep their order. The caller has locked all of them. */
export async function placeChannel(
  tx: Tx,
  { workspace_id, id }: Pick<ChannelRow, 'workspace_id' | 'id'>,
  position: number,
): Promise<void> {
  await tx.rows(
    `with others as (
       select o.id, row_number() over (order by o.position nulls last, o.id) as place
       from channels o where o.workspace_id = $1 and o.deleted_at is null and o.id <> $2),
     placed as (
       select id, place + (place >= $3)::int as place from others
       union all select $2, least($3, (select count(*) + 1 from others)))
     update channels c set position = placed.place from placed
     where c.workspace_id = $1 and c.id = placed.id and c.position is distinct from placed.place`,
    [workspace_id, id, position],
  );
}
