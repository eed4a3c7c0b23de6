/** All SQL of grants that the person who gave them has taken back at the network. */
import type { Db, Tx } from '../../../db/database.ts';
import { type Lane, scheduleChecks } from '../../../lanes/index.ts';

export interface HeldGrant {
  id: number;
  workspace_id: number;
}

/** The person's grants at these networks, in all workspaces. */
export async function listGrantsOf(db: Db, person: string, platforms: readonly string[]) {
  return db.rows<HeldGrant>(
    `select g.id, g.workspace_id from grants g
     where g.people @> array[$1::text]
       and (select c.platform from channels c where c.id = g.channel_id) = any($2)
     order by g.workspace_id, g.id`,
    [person, platforms],
  );
}

/** Of a channel that the deleted grant had been used by. */
export type LeftChannel = Pick<Lane, 'id' | 'workspace_id' | 'platform'>;

/**
 * Deletes those of the grants that are still of this person, and marks their channels as `needs_reconnect`. The caller
 * holds the locks of the workspaces. Returns the channels that were not marked before.
 */
export async function deleteGrantsOf(
  tx: Tx,
  person: string,
  grants: readonly HeldGrant[],
): Promise<LeftChannel[]> {
  // Read again, since another channel of a login may have become its holder before the workspace was locked.
  const held = await tx.rows<{ channel_id: number }>(
    'select channel_id from grants where id = any($1) and people @> array[$2::text]',
    [grants.map(({ id }) => id), person],
  );
  const holders = held.map(({ channel_id }) => channel_id);
  await tx.rows(
    'select id from channels where id = any($1) or grant_of = any($1) order by id for no key update',
    [holders],
  );
  await tx.rows('delete from grants where channel_id = any($1)', [holders]);
  const marked = await tx.rows<LeftChannel>(
    `update channels set needs_reconnect = true
     where (id = any($1) or grant_of = any($1)) and not needs_reconnect and deleted_at is null
     returning id, workspace_id, platform`,
    [holders],
  );
  await tx.rows('update channels set grant_of = null where grant_of = any($1)', [holders]);
  const channels = marked.toSorted((one, other) => one.id - other.id);
  for (const channel of channels) await scheduleChecks(tx, channel);
  return channels;
}
