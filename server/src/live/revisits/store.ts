/** All SQL of reading published targets again whose pages their networks name later. */
import type { PublishedPart } from '@belfry/networks/core/network.ts';
import type { Db, Tx } from '../../db/database.ts';
import { isQuietFor, LANE_OF_C, type Lane } from '../../lanes/index.ts';
import { nameRemote } from '../../posts/index.ts';
import { PARTS } from '../store.ts';

/** The published target `t` has no page, and can still get one. */
const LACKS_PAGE = `t.status = 'published' and t.external_id is not null and t.external_url is null and t.removed_at is null`;

/** Plans the first reading of targets without a page that these networks published within `days`. */
export async function planRevisits(
  db: Db,
  platforms: readonly string[],
  { within, first }: { within: number; first: number },
): Promise<void> {
  await db.rows(
    `insert into revisits (target_id, workspace_id, channel_id, next_at)
     select t.id, t.workspace_id, t.channel_id, t.published_at + make_interval(secs => $3)
     from targets t join channels c on c.id = t.channel_id
     where ${LACKS_PAGE} and t.published_at > clock_now() - make_interval(secs => $2)
       and c.platform = any($1) and c.deleted_at is null
       and not exists (select from revisits r where r.target_id = t.id)
     order by t.published_at limit 1000
     on conflict do nothing`,
    [platforms, within, first],
  );
}

/** A reading that this worker has claimed. */
export interface DueRevisit {
  target_id: number;
  taken: number;
  parts: PublishedPart[];
  channel: Lane;
}

/**
 * Claims readings for `lease` seconds. Leaves out channels that have something to publish within `margin` seconds:
 * publishing comes first. Ends those of targets that have a page by now, or were deleted.
 */
export async function claimRevisits(
  db: Db,
  { limit, lease, margin }: { limit: number; lease: number; margin: number },
): Promise<DueRevisit[]> {
  return db.rows<DueRevisit>(
    `with due as (
       select r.target_id from revisits r join channels c on c.id = r.channel_id
       where r.next_at <= clock_now() and c.deleted_at is null and not c.needs_reconnect and ${isQuietFor('$3')}
       order by r.next_at limit $1 for update of r skip locked),
     claimed as (
       update revisits r
       set next_at = case when ${LACKS_PAGE} then clock_now() + make_interval(secs => $2) end
       from due join targets t on t.id = due.target_id where r.target_id = due.target_id returning r.*)
     select r.target_id, r.taken, ${PARTS} as parts, jsonb_build_object(${LANE_OF_C}) as channel
     from claimed r join targets t on t.id = r.target_id join channels c on c.id = r.channel_id
     where r.next_at is not null`,
    [limit, lease, margin],
  );
}

/**
 * Plans the next reading `next` seconds after the target was published; null: there is none. `parts`: as the network
 * names them now, in order; undefined: as before. Does nothing to a target that has got a page meanwhile.
 */
export async function storeRevisit(
  tx: Tx,
  { target_id, taken }: DueRevisit,
  { parts, next }: { parts: readonly PublishedPart[] | undefined; next: number | null },
): Promise<void> {
  // The post first, then its target and its reading: a deletion of the post locks them in this order, too.
  if (parts !== undefined) await nameRemote(tx, target_id, parts);
  await tx.rows(
    `update revisits r set taken = r.taken + 1, next_at = t.published_at + make_interval(secs => $3)
     from targets t where r.target_id = $1 and r.taken = $2 and t.id = r.target_id`,
    [target_id, taken, next],
  );
}
