import type { Db } from '../../db/database.ts';

/** What attempts are counted under, such as `email:ada@people.example`, and how many failures are free. */
export interface Subject {
  name: string;
  most: number;
}

/** Of names only a hash is kept; their case makes no difference, as it makes none for e-mail addresses. */
const SUBJECT = "sha256(convert_to(lower($1), 'UTF8'))";

/** False, and not counted, while the subject is blocked. */
export async function countAttempt(tx: Db, { name, most }: Subject): Promise<boolean> {
  const row = await tx.row(
    `insert into sign_in_attempts as a (subject) values (${SUBJECT})
     on conflict (subject) do update set
       last_at = clock_now(),
       failures = case when a.last_at < clock_now() - interval '1 hour' then 1 else a.failures + 1 end,
       blocked_until = case
         when a.last_at >= clock_now() - interval '1 hour' and a.failures + 1 >= $2::int
         then clock_now() + least(15, 2 ^ least(4, a.failures + 1 - $2::int)) * interval '1 minute'
         else '-infinity' end
     where a.blocked_until <= clock_now()
     returning 1`,
    [name, most],
  );
  return row !== undefined;
}

/** Seconds until the subject is free again. */
export async function readBlock(db: Db, { name }: Subject): Promise<number> {
  const row = await db.row<{ seconds: number }>(
    `select greatest(1, ceil(extract(epoch from blocked_until - clock_now())))::int as seconds
     from sign_in_attempts where subject = ${SUBJECT} and blocked_until > clock_now()`,
    [name],
  );
  return row?.seconds ?? 1;
}

/** The attempt was no failure. */
export async function takeBack(tx: Db, { name, most }: Subject): Promise<void> {
  await tx.rows(
    `update sign_in_attempts set
       failures = greatest(failures - 1, 0),
       blocked_until = case when failures - 1 < $2::int then '-infinity' else blocked_until end
     where subject = ${SUBJECT}`,
    [name, most],
  );
}

export async function forgetSubject(tx: Db, { name }: Subject): Promise<void> {
  await tx.rows(`delete from sign_in_attempts where subject = ${SUBJECT}`, [name]);
}

export async function deleteOldAttempts(db: Db): Promise<void> {
  await db.rows("delete from sign_in_attempts where last_at < clock_now() - interval '1 day'");
}
