/** The SQL of `/metrics`. It reads few rows, by indexes that hold only waiting work. */
import type { Db } from '../../db/database.ts';
import { countWaiting, type LaneCounts } from '../../lanes/index.ts';
import type { Backlog } from './figures.ts';

/** Rows that are counted at most. Counting more would slow down a database that is already behind. */
const MAX_COUNTED = 10_000;

export async function readBacklog(db: Db): Promise<Backlog> {
  const row = await db.row<Omit<Backlog, keyof LaneCounts>>(
    `select (select count(*) from (select from events where seq is null limit ${MAX_COUNTED}) as unsealed) as "eventsUnsealed",
       mail.count as "mailsWaiting", coalesce(extract(epoch from clock_now() - mail.oldest), 0)::float8 as "oldestMail",
       (select count(*) from exports where wake_at is not null) as "exportsWaiting"
     from (select count(*), min(created_at) as oldest from (
       select created_at from mails where next_try_at is not null limit ${MAX_COUNTED}) as waiting) as mail`,
  );
  return { ...(await countWaiting(db, MAX_COUNTED)), ...(row as Omit<Backlog, keyof LaneCounts>) };
}
