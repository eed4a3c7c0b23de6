import type { Db } from '../db/database.ts';

interface Count {
  /** Reserved in the window so far, this reservation included. */
  used: number;
  /** When the window ends, in milliseconds since 1970. */
  ends_at: number;
}

/** Reserves `part` of the current window. Begins a window of `seconds` if there is none. */
export async function reserveInWindow(
  db: Db,
  subject: string,
  part: number,
  seconds: number,
): Promise<Count> {
  const count = await db.row<Count>(
    `insert into rate_counts as c (subject, used, ends_at)
     values ($1, $2, clock_now() + make_interval(secs => $3))
     on conflict (subject) do update set
       used = excluded.used + case when c.ends_at > clock_now() then c.used else 0 end,
       ends_at = case when c.ends_at > clock_now() then c.ends_at else excluded.ends_at end
     returning used, (extract(epoch from ends_at) * 1000)::float8 as ends_at`,
    [subject, part, seconds],
  );
  return count as Count;
}

export async function deleteExpiredCounts(db: Db): Promise<void> {
  await db.rows('delete from rate_counts where ends_at <= clock_now()');
}
