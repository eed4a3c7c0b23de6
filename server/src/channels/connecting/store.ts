/** All SQL of the sign-ins that connect accounts, of the choices after them, and of our registrations at networks. */
import type { Caller } from '../../access/roles.ts';
import type { Db, Tx } from '../../db/database.ts';

export async function findApp(db: Db, platform: string, host: string): Promise<Buffer | undefined> {
  const row = await db.row<{ sealed: Buffer }>(
    'select sealed from network_apps where platform = $1 and host = $2',
    [platform, host],
  );
  return row?.sealed;
}

export async function saveApp(db: Db, platform: string, host: string, sealed: Buffer): Promise<void> {
  await db.rows(
    `insert into network_apps (platform, host, sealed) values ($1, $2, $3)
     on conflict (platform, host) do update set sealed = excluded.sealed`,
    [platform, host, sealed],
  );
}

export interface SignInRow {
  id: number;
  workspace_id: number;
  user_id: number;
  session_id: number | null;
  key_id: number | null;
  platform: string;
  channel_id: number | null;
  app_id: number | null;
  return_to: string | null;
  sealed: Buffer;
}

export async function saveSignIn(
  db: Db,
  signIn: {
    stateHash: Buffer;
    by: Pick<Caller, 'workspaceId' | 'userId' | 'sessionId' | 'keyId'>;
    platform: string;
    /** The channel to connect again. Null: any account may be connected. */
    channelId: number | null;
    /** The app that began the sign-in, and that must end it. */
    appId: number | null;
    returnTo: string | null;
    sealed: Buffer;
  },
): Promise<number> {
  const { stateHash, by, platform, channelId, appId, returnTo, sealed } = signIn;
  const row = await db.row<{ id: number }>(
    `with over as (delete from sign_ins where expires_at <= clock_now())
     insert into sign_ins (state_hash, workspace_id, user_id, session_id, key_id, platform, sealed, channel_id, app_id,
       return_to, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, clock_now() + interval '15 minutes')
     returning id`,
    [
      stateHash,
      by.workspaceId,
      by.userId,
      by.sessionId,
      by.keyId,
      platform,
      sealed,
      channelId,
      appId,
      returnTo,
    ],
  );
  if (row === undefined) throw new Error('the sign-in was not stored');
  return row.id;
}

/**
 * Returns the sign-in and deletes it, so that it works once. If a session began it, only that session can finish it,
 * and only until it ends. If an API key began it, everyone who has the state can finish it, while the key is valid.
 */
export async function takeSignIn(db: Db, stateHash: Buffer, sessionId: number | null) {
  return db.row<SignInRow>(
    `delete from sign_ins s where s.state_hash = $1 and s.expires_at > clock_now()
       and (s.session_id = $2 or exists (
         select from api_keys k where k.id = s.key_id and k.revoked_at is null
           and (k.expires_at is null or k.expires_at > clock_now())))
     returning s.id, s.workspace_id, s.user_id, s.session_id, s.key_id, s.platform, s.channel_id, s.app_id,
       s.return_to, s.sealed`,
    [stateHash, sessionId],
  );
}

export interface ChoiceRow {
  id: number;
  platform: string;
  app_id: number | null;
  return_to: string | null;
  session_id: number | null;
  key_id: number | null;
  /** Null: the choice was used, or has expired. */
  sealed: Buffer | null;
  used_at: string | null;
  expires_at: string;
  is_over: boolean;
}

const CHOICE = `c.id, c.platform, c.app_id, c.return_to, c.session_id, c.key_id, c.sealed, c.used_at, c.expires_at,
  c.expires_at <= clock_now() as is_over`;

export async function saveChoice(tx: Tx, signIn: SignInRow, sealed: Buffer): Promise<void> {
  const { id, workspace_id, session_id, key_id, platform, app_id, return_to } = signIn;
  await tx.rows(
    `insert into account_choices (id, workspace_id, session_id, key_id, platform, app_id, sealed, return_to, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, clock_now() + interval '15 minutes')`,
    [id, workspace_id, session_id, key_id, platform, app_id, sealed, return_to],
  );
}

export async function findChoice(db: Db, workspaceId: number, id: number) {
  return db.row<ChoiceRow>(
    `select ${CHOICE} from account_choices c where c.workspace_id = $1 and c.id = $2`,
    [workspaceId, id],
  );
}

/**
 * As {@link findChoice}, with a lock: of several requests at once, only the first finds the choice unused. Locks the
 * workspace before it, as an erasure does, so that the two cannot deadlock. Changes of roles wait until we are done.
 */
export async function lockChoice(tx: Tx, workspaceId: number, id: number) {
  return tx.row<ChoiceRow>(
    `with home as (select id from workspaces where id = $1 for no key update)
     select ${CHOICE} from home join account_choices c on c.workspace_id = home.id where c.id = $2 for update of c`,
    [workspaceId, id],
  );
}

export async function useChoice(tx: Tx, workspaceId: number, id: number): Promise<void> {
  await tx.rows(
    'update account_choices set used_at = clock_now(), sealed = null where workspace_id = $1 and id = $2',
    [workspaceId, id],
  );
}

/** How many channels the workspace would have with these accounts, and how many of the accounts it has now. */
export async function countWith(
  tx: Tx,
  workspaceId: number,
  { platform, accountIds }: { platform: string; accountIds: readonly string[] },
): Promise<{ count: number; known: number }> {
  const row = await tx.row<{ count: number; known: number }>(
    `select count(*) + cardinality($3::text[]) - count(*) filter (where is_named) as count,
       count(*) filter (where is_named) as known
     from (select platform = $2 and account_id = any($3) as is_named from channels
       where workspace_id = $1 and deleted_at is null) as own`,
    [workspaceId, platform, accountIds],
  );
  if (row === undefined) throw new Error('the channels were not counted');
  return row;
}

/** Deletes the grants of expired choices at once, and their rows a day later. */
export async function deleteExpiredChoices(db: Db): Promise<void> {
  await db.rows(
    `with old as (delete from account_choices where expires_at <= clock_now() - interval '1 day')
     update account_choices set sealed = null
     where expires_at <= clock_now() and expires_at > clock_now() - interval '1 day' and sealed is not null`,
  );
}
