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

/** A part of what may be counted in a month. */
export interface MonthPart {
  subject: string;
  part: number;
  /** The end of the month, in UTC. */
  ends_at: string;
}

/**
 * Reserves `part` of the `most` that may be counted in this month. Undefined: less is left, and none is reserved. One
 * statement, so that processes together never reserve more.
 */
export async function reserveInMonth(
  db: Db,
  subject: string,
  part: number,
  most: number,
): Promise<MonthPart | undefined> {
  return db.row<MonthPart>(
    `insert into rate_counts as c (subject, used, ends_at)
     select $1, $2::int, date_trunc('month', clock_now(), 'UTC') + interval '1 month' where $2::int <= $3::bigint
     on conflict (subject) do update set
       used = excluded.used + case when c.ends_at < excluded.ends_at then 0 else c.used end,
       ends_at = greatest(c.ends_at, excluded.ends_at)
     where c.ends_at < excluded.ends_at or c.used + excluded.used <= $3::bigint
     returning subject, $2::int as part, ends_at`,
    [subject, part, most],
  );
}

/** Of a month that has ended, nothing is given back. */
export async function giveBack(db: Db, { subject, part, ends_at }: MonthPart): Promise<void> {
  await db.rows('update rate_counts set used = used - $2 where subject = $1 and ends_at = $3', [
    subject,
    part,
    ends_at,
  ]);
}

/** What is reserved of these subjects. One that has no window now is left out. */
export async function listCounts(db: Db, subjects: readonly string[]) {
  return db.rows<{ subject: string; used: number }>(
    'select subject, used from rate_counts where subject = any($1) and ends_at > clock_now()',
    [subjects],
  );
}

/** How much was sent by a counter within the last `seconds`. */
export async function countSends(db: Db, counter: string, seconds: number): Promise<number> {
  const row = await db.row<{ used: number }>(
    'select count(*)::int as used from sends where counter = $1 and at > clock_now() - make_interval(secs => $2)',
    [counter, seconds],
  );
  return row?.used ?? 0;
}

export async function deleteExpiredCounts(db: Db): Promise<void> {
  await db.rows('delete from rate_counts where ends_at <= clock_now()');
}
