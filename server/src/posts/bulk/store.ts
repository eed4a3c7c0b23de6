/** SQL of acts on many posts. */
import type { Db, Tx } from '../../db/database.ts';
import { momentAt } from '../../db/local-time.ts';

/** In the order of their ids, so that two acts on the same posts wait for each other. */
export async function lockPosts(tx: Tx, workspaceId: number, ids: readonly number[]): Promise<void> {
  await tx.rows('select id from posts where workspace_id = $1 and id = any($2) order by id for update', [
    workspaceId,
    ids,
  ]);
}

/** The moment so many days later at which clocks in the time zone show the same time. */
export async function readMoved(db: Db, moment: string, days: number, timeZone: string): Promise<string> {
  const row = await db.row<{ at: string }>(
    `select ${momentAt('local', '$2')} as at
     from (select ($1::timestamptz at time zone $2) + make_interval(days => $3) as local) as moved`,
    [moment, timeZone, days],
  );
  if (row === undefined) throw new Error('the database answered nothing');
  return row.at;
}
