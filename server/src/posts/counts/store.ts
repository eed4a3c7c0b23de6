import { MAX_COUNTED } from '@belfry/contract/counting.ts';
import type { PostStatus } from '@belfry/contract/posts.ts';
import type { Db } from '../../db/database.ts';
import { VISIBLE, type Viewer, valuesOf } from '../rows.ts';

/** Stops at {@link MAX_COUNTED}. */
export async function countByStatus(db: Db, who: Viewer, status: PostStatus): Promise<number> {
  const row = await db.row<{ count: number }>(
    `select count(*) as count from (
       select from posts p where ${VISIBLE} and p.status = $4 limit ${MAX_COUNTED}) as counted`,
    [...valuesOf(who), status],
  );
  return row?.count ?? 0;
}
