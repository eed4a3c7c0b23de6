/** All SQL of the sign-ins that connect accounts, and of our registrations at networks. */
import type { Caller } from '../../access/roles.ts';
import type { Db } from '../../db/database.ts';

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
  workspace_id: number;
  user_id: number;
  platform: string;
  channel_id: number | null;
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
    sealed: Buffer;
  },
): Promise<void> {
  const { stateHash, by, platform, channelId, sealed } = signIn;
  await db.rows(
    `with over as (delete from sign_ins where expires_at <= clock_now())
     insert into sign_ins (state_hash, workspace_id, user_id, session_id, key_id, platform, sealed, channel_id, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, clock_now() + interval '15 minutes')`,
    [stateHash, by.workspaceId, by.userId, by.sessionId, by.keyId, platform, sealed, channelId],
  );
}

/**
 * Returns the sign-in and deletes it, so that it works once. If a session began it, only that session can finish it,
 * and only until it ends. If an API key began it, everyone who has the state can finish it, while the key is valid.
 */
export async function takeSignIn(
  db: Db,
  stateHash: Buffer,
  sessionId: number | null,
): Promise<SignInRow | undefined> {
  return db.row<SignInRow>(
    `delete from sign_ins s where s.state_hash = $1 and s.expires_at > clock_now()
       and (s.session_id = $2 or exists (
         select from api_keys k where k.id = s.key_id and k.revoked_at is null
           and (k.expires_at is null or k.expires_at > clock_now())))
     returning s.workspace_id, s.user_id, s.platform, s.channel_id, s.sealed`,
    [stateHash, sessionId],
  );
}
