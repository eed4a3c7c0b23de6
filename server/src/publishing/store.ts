/** SQL of workers: which processes look for due work, and which posts they must read media for. */
import type { Db } from '../db/database.ts';

/** Records that this worker is looking for work. */
export async function reportWorker(db: Db, id: string): Promise<void> {
  await db.rows(
    'insert into workers (id) values ($1) on conflict (id) do update set claimed_at = clock_now()',
    [id],
  );
}

export async function deleteWorker(db: Db, id: string): Promise<void> {
  await db.rows('delete from workers where id = $1', [id]);
}

/** Deletes workers that ended without signing off. A worker that comes back reports itself again. */
export async function deleteLostWorkers(db: Db): Promise<void> {
  await db.rows("delete from workers where claimed_at < clock_now() - interval '1 hour'");
}

/** Whether each of these posts has files, in order. */
export async function haveFiles(db: Db, postIds: readonly number[]): Promise<boolean[]> {
  const rows = await db.rows<{ post_id: number }>(
    `select post_id from post_media where post_id = any($1)
     union select post_id from post_files where post_id = any($1)`,
    [postIds],
  );
  const found = new Set(rows.map(({ post_id }) => post_id));
  return postIds.map((id) => found.has(id));
}
