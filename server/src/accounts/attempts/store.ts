import type { Db, Tx } from '../../db/database.ts';

/** One counter of failed attempts. */
export interface Subject {
  /** Such as `email:ada@people.example`. */
  name: string;
  /** Failures before it blocks. */
  limit: number;
}

/** Only a hash of the name is stored. Case is ignored, as in e-mail addresses. */
const SUBJECT = "sha256(convert_to(lower($1), 'UTF8'))";

/** While the subject is blocked, this answers false and counts nothing. */
export async function countAttempt(tx: Tx, { name, limit }: Subject): Promise<boolean> {
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
    [name, limit],
  );
  return row !== undefined;
}

/** Seconds until the block ends. */
export async function readBlock(db: Db, { name }: Subject): Promise<number> {
  const row = await db.row<{ seconds: number }>(
    `select greatest(1, ceil(extract(epoch from blocked_until - clock_now())))::int as seconds
     from sign_in_attempts where subject = ${SUBJECT} and blocked_until > clock_now()`,
    [name],
  );
  return row?.seconds ?? 1;
}

/** Removes one failure, because the attempt did not fail. */
export async function removeFailure(db: Db, { name, limit }: Subject): Promise<void> {
  await db.rows(
    `update sign_in_attempts set
       failures = greatest(failures - 1, 0),
       blocked_until = case when failures - 1 < $2::int then '-infinity' else blocked_until end
     where subject = ${SUBJECT}`,
    [name, limit],
  );
}

export async function deleteSubject(tx: Tx, { name }: Subject): Promise<void> {
  await tx.rows(`delete from sign_in_attempts where subject = ${SUBJECT}`, [name]);
}

export async function deleteOldAttempts(db: Db): Promise<void> {
  await db.rows("delete from sign_in_attempts where last_at < clock_now() - interval '1 day'");
}
