import type { Db, Tx } from '../../db/database.ts';

/** Equal by the index of addresses, and also by ASCII alone: the Kelvin sign “K” in lower case is “k”. */
const IS_SAME = `lower(email) = lower($1) and lower(email collate "C") = lower($1 collate "C")`;

/** Until the transaction ends, no other user can get this address. */
export async function lockAddress(tx: Tx, email: string): Promise<void> {
  await tx.rows("select pg_advisory_xact_lock(hashtextextended('address ' || lower($1), 0))", [email]);
}

export async function isTaken(tx: Tx, email: string, except: number | null): Promise<boolean> {
  const row = await tx.row(
    'select 1 from users where lower(email) = lower($1) and id is distinct from $2::bigint',
    [email, except],
  );
  return row !== undefined;
}

/** Removes the address from a user who never proved it. Answers that user's id. */
export async function removeUnproved(
  tx: Tx,
  email: string,
  except: number | null,
): Promise<number | undefined> {
  const row = await tx.row<{ id: number }>(
    `update users set lost_email = email, email = null
     where ${IS_SAME} and email_verified_at is null and id is distinct from $2::bigint returning id`,
    [email, except],
  );
  return row?.id;
}

/** Does nothing if the user has another address. */
export async function markVerified(tx: Tx, email: string, userId: number): Promise<void> {
  await tx.rows(
    `update users set email_verified_at = clock_now()
     where ${IS_SAME} and email_verified_at is null and id = $2`,
    [email, userId],
  );
}

/** Locks the user. Null: they have no address. */
export async function lockEmail(tx: Tx, userId: number): Promise<string | null> {
  const row = await tx.row<{ email: string | null }>(
    'select email from users where id = $1 for no key update',
    [userId],
  );
  return row?.email ?? null;
}

/** The caller must hold the lock on the address, and must have checked that no other user has it. */
export async function saveEmail(tx: Tx, userId: number, email: string, isVerified: boolean): Promise<void> {
  await tx.rows(
    `update users set email = $2, lost_email = null, email_verified_at = case when $3 then clock_now() end
     where id = $1`,
    [userId, email, isVerified],
  );
}

/** Replaces an earlier change of the same user. */
export async function saveChange(
  tx: Tx,
  { userId, email, tokenHash }: { userId: number; email: string; tokenHash: Buffer },
): Promise<void> {
  await tx.rows(
    `insert into email_changes (user_id, email, token_hash, expires_at)
     values ($1, $2, $3, clock_now() + interval '1 hour')
     on conflict (user_id) do update
       set email = excluded.email, token_hash = excluded.token_hash, expires_at = excluded.expires_at`,
    [userId, email, tokenHash],
  );
}

/** Answers the new address, once. Only for the user who requested this change. */
export async function consumeChange(tx: Tx, userId: number, tokenHash: Buffer): Promise<string | undefined> {
  const row = await tx.row<{ email: string }>(
    `delete from email_changes where user_id = $1 and token_hash = $2 and expires_at > clock_now()
     returning email`,
    [userId, tokenHash],
  );
  return row?.email;
}

export async function deleteOldChanges(db: Db): Promise<void> {
  await db.rows('delete from email_changes where expires_at < clock_now()');
}
