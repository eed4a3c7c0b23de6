/** All SQL of workers: which processes look for due work. */
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
