import type { Db } from '../../db/database.ts';

export interface ResetRequest {
  email: string;
  tokenHash: Buffer;
}

/**
 * Written alike for an address that nobody has, so that the time taken tells nothing. Answers whose it is;
 * `tooMany`: three were asked for within an hour, and nothing was written.
 */
export async function insertRequest(
  tx: Db,
  { email, tokenHash }: ResetRequest,
): Promise<{ email: string | null } | 'tooMany'> {
  // Many requests at once must not all find the last place.
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

/** A link that an admin hands over, or has mailed. */
export async function insertByAdmin(
  tx: Db,
  reset: ResetRequest & { userId: number; workspaceId: number; madeBy: number; mailed: boolean },
): Promise<void> {
  await tx.rows(
    `insert into password_resets (token_hash, email, user_id, workspace_id, made_by, mailed, expires_at)
     values ($1, $2, $3, $4, $5, $6, clock_now() + interval '1 hour')`,
    [reset.tokenHash, reset.email, reset.userId, reset.workspaceId, reset.madeBy, reset.mailed],
  );
}

/** A link that an operator hands over, and who it is for; undefined when nobody has the address, or the number. */
export async function insertForOperator(
  tx: Db,
  { email, id, tokenHash }: ResetRequest & { id: number | null },
): Promise<{ id: number; name: string; email: string | null } | undefined> {
  return tx.row<{ id: number; name: string; email: string | null }>(
    `with person as (select id, name, email from users where lower(email) = lower($1) or id = $3::bigint), reset as (
       insert into password_resets (token_hash, email, user_id, expires_at)
       select $2, coalesce(email, ''), id, clock_now() + interval '1 hour' from person)
     select id, name, email from person`,
    [email, tokenHash, id],
  );
}

/** In every workspace of the person, so that each tells of its members. */
export async function recordOperatorEvent(tx: Db, userId: number, kind: string): Promise<void> {
  await tx.rows(
    `insert into events (workspace_id, kind, data)
     select workspace_id, $2, jsonb_build_object('member_id', user_id, 'by', 'operator')
     from members where user_id = $1`,
    [userId, kind],
  );
}

export interface TakenReset {
  user_id: number;
  email: string;
  /** It went to the address. */
  mailed: boolean;
  workspace_id: number | null;
  made_by: number | null;
}

/** What was mailed to an address that the person no longer has opens nothing. */
const IS_OPEN = `token_hash = $1 and expires_at > clock_now() and exists (
  select from users u where u.id = user_id and (not mailed or lower(u.email) = lower(password_resets.email)))`;

/** The reset, once. All others of the person are over with it. */
export async function takeReset(tx: Db, tokenHash: Buffer): Promise<TakenReset | undefined> {
  const row = await tx.row<TakenReset>(
    `delete from password_resets where ${IS_OPEN} returning user_id, email, mailed, workspace_id, made_by`,
    [tokenHash],
  );
  if (row !== undefined) {
    await tx.rows('update password_resets set expires_at = clock_now() where user_id = $1', [row.user_id]);
  }
  return row;
}

/** Without it, none of the links that are out opens anything. */
export async function isOpen(db: Db, tokenHash: Buffer): Promise<boolean> {
  const row = await db.row(`select 1 from password_resets where ${IS_OPEN}`, [tokenHash]);
  return row !== undefined;
}

export async function forgetResets(db: Db): Promise<void> {
  await db.rows(`delete from password_resets where expires_at < clock_now() - interval '1 day'`);
}
