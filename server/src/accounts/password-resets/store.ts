import type { EventKind } from '@belfry/contract/event-kinds.ts';
import type { Db, Tx } from '../../db/database.ts';

export interface ResetRequest {
  email: string;
  tokenHash: Buffer;
}

/**
 * Inserts a row for an unknown address too, so that the time taken does not reveal it. Answers the user's address, or
 * null without a user. `tooMany`: there were three requests within an hour, and this inserted nothing.
 */
export async function insertRequest(
  tx: Tx,
  { email, tokenHash }: ResetRequest,
): Promise<{ email: string | null } | 'tooMany'> {
  // Without this lock, concurrent requests could exceed the limit.
  await tx.rows("select pg_advisory_xact_lock(hashtextextended('reset of ' || lower($1), 0))", [email]);
  const row = await tx.row<{ email: string | null }>(
    `with person as (select id, email from users where lower(email) = lower($1)), reset as (
       insert into password_resets (token_hash, email, user_id, mailed, expires_at)
       select $2, $1, (select id from person), true, clock_now() + interval '1 hour'
       where (select count(*) from password_resets
              where lower(email) = lower($1) and made_by is null
                and created_at > clock_now() - interval '1 hour') < 3
       returning user_id)
     select (select email from person) as email from reset`,
    [email, tokenHash],
  );
  return row ?? 'tooMany';
}

/** For a link that an admin hands over, or that is mailed for them. */
export async function insertByAdmin(
  tx: Tx,
  reset: ResetRequest & { userId: number; workspaceId: number; madeBy: number; mailed: boolean },
): Promise<void> {
  await tx.rows(
    `insert into password_resets (token_hash, email, user_id, workspace_id, made_by, mailed, expires_at)
     values ($1, $2, $3, $4, $5, $6, clock_now() + interval '1 hour')`,
    [reset.tokenHash, reset.email, reset.userId, reset.workspaceId, reset.madeBy, reset.mailed],
  );
}

/** For a link that an operator hands over. Answers the user. Undefined: no user has this address or id. */
export async function insertForOperator(
  tx: Tx,
  { email, id, tokenHash }: ResetRequest & { id: number | null },
) {
  return tx.row<{ id: number; name: string; email: string | null }>(
    `with person as (select id, name, email from users where lower(email) = lower($1) or id = $3::bigint), reset as (
       insert into password_resets (token_hash, email, user_id, expires_at)
       select $2, coalesce(email, ''), id, clock_now() + interval '1 hour' from person)
     select id, name, email from person`,
    [email, tokenHash, id],
  );
}

type OperatorKind = Extract<EventKind, 'member.password_reset_made' | 'two_factor.ended'>;

/** Records the event in every workspace of the user. */
export async function recordOperatorEvent(tx: Tx, userId: number, kind: OperatorKind): Promise<void> {
  await tx.rows(
    `insert into events (workspace_id, kind, data)
     select workspace_id, $2, jsonb_build_object('member_id', user_id, 'by', 'operator')
     from members where user_id = $1`,
    [userId, kind],
  );
}

export interface ConsumedReset {
  user_id: number;
  email: string;
  /** The link was mailed to the address. */
  mailed: boolean;
  workspace_id: number | null;
  made_by: number | null;
}

/** A mailed link is void if the user no longer has the address. */
const IS_OPEN = `token_hash = $1 and expires_at > clock_now() and exists (
  select from users u where u.id = user_id and (not mailed or lower(u.email) = lower(password_resets.email)))`;

/** Deletes the reset, so that it works once, and voids all other resets of the user. */
export async function consumeReset(tx: Tx, tokenHash: Buffer): Promise<ConsumedReset | undefined> {
  const row = await tx.row<ConsumedReset>(
    `delete from password_resets where ${IS_OPEN} returning user_id, email, mailed, workspace_id, made_by`,
    [tokenHash],
  );
  if (row !== undefined) {
    await tx.rows('update password_resets set expires_at = clock_now() where user_id = $1', [row.user_id]);
  }
  return row;
}

/** Whether the link is still valid. Checked first, to save hashing a password for a void link. */
export async function isOpen(db: Db, tokenHash: Buffer): Promise<boolean> {
  const row = await db.row(`select 1 from password_resets where ${IS_OPEN}`, [tokenHash]);
  return row !== undefined;
}

export async function deleteOldResets(db: Db): Promise<void> {
  await db.rows(`delete from password_resets where expires_at < clock_now() - interval '1 day'`);
}
