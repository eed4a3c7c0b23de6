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
  const row = await tx.row<{ email: string | null }>(
    `with person as (select id, email from users where lower(email) = lower($1)), reset as (
       insert into password_resets (token_hash, email, user_id, expires_at)
       select $2, $1, (select id from person), clock_now() + interval '1 hour'
       where (select count(*) from password_resets
              where lower(email) = lower($1) and made_by is null
                and created_at > clock_now() - interval '1 hour') < 3
       returning user_id)
     select (select email from person) as email from reset`,
    [email, tokenHash],
  );
  return row ?? 'tooMany';
}

/** A link that an admin hands over. */
export async function insertHandedOver(
  tx: Db,
  reset: ResetRequest & { userId: number; workspaceId: number; madeBy: number },
): Promise<void> {
  await tx.rows(
    `insert into password_resets (token_hash, email, user_id, workspace_id, made_by, expires_at)
     values ($1, $2, $3, $4, $5, clock_now() + interval '1 hour')`,
    [reset.tokenHash, reset.email, reset.userId, reset.workspaceId, reset.madeBy],
  );
}

/** A link that an operator hands over, and who it is for; undefined when nobody has the address. */
export async function insertForOperator(
  tx: Db,
  { email, tokenHash }: ResetRequest,
): Promise<{ id: number; name: string; email: string } | undefined> {
  return tx.row<{ id: number; name: string; email: string }>(
    `with person as (select id, name, email from users where lower(email) = lower($1)), reset as (
       insert into password_resets (token_hash, email, user_id, expires_at)
       select $2, email, id, clock_now() + interval '1 hour' from person)
     select id, name, email from person`,
    [email, tokenHash],
  );
}

/** In every workspace of the person, so that each tells of its members. */
export async function tellOfOperator(tx: Db, userId: number, kind: string): Promise<void> {
  await tx.rows(
    `insert into events (workspace_id, kind, data)
     select workspace_id, $2, jsonb_build_object('member_id', user_id, 'by', 'operator')
     from members where user_id = $1`,
    [userId, kind],
  );
}

export interface TakenReset {
  user_id: number;
  workspace_id: number | null;
  made_by: number | null;
}

/** The reset, once. All others of the person are over with it. */
export async function takeReset(tx: Db, tokenHash: Buffer): Promise<TakenReset | undefined> {
  const row = await tx.row<TakenReset>(
    `delete from password_resets where token_hash = $1 and user_id is not null and expires_at > clock_now()
     returning user_id, workspace_id, made_by`,
    [tokenHash],
  );
  if (row !== undefined) {
    await tx.rows('update password_resets set expires_at = clock_now() where user_id = $1', [row.user_id]);
  }
  return row;
}

/** Without it, none of the links that are out opens anything. */
export async function isOpen(db: Db, tokenHash: Buffer): Promise<boolean> {
  const row = await db.row(
    'select 1 from password_resets where token_hash = $1 and user_id is not null and expires_at > clock_now()',
    [tokenHash],
  );
  return row !== undefined;
}

export async function forgetResets(db: Db): Promise<void> {
  await db.rows(`delete from password_resets where expires_at < clock_now() - interval '1 day'`);
}
