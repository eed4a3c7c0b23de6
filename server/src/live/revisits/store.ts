/** All SQL of reading published targets again whose pages their networks name later. */
import type { PublishedPart } from '@belfry/networks/core/network.ts';
import type { Db, Tx } from '../../db/database.ts';
import { LANE_OF_C, type Lane } from '../../lanes/index.ts';
import { nameRemote } from '../../posts/index.ts';
import { type Claiming, claimOf, LACKS_PAGE, PARTS } from '../store.ts';

/** A reading that this worker has claimed. */
export interface DueRevisit {
  target_id: number;
  taken: number;
  parts: PublishedPart[];
  channel: Lane;
}

/** Claims readings. Ends those of targets that have a page by now, or were deleted. */
export async function claimRevisits(db: Db, { limit, lease, margin }: Claiming) {
  return db.rows<DueRevisit>(
    `with ${claimOf('revisits', LACKS_PAGE)}
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
