import type { DataOf } from '@belfry/contract/routes.ts';
import type { Db, Tx } from '../../db/database.ts';

/** A challenge belongs to a session that adds a passkey, or to a browser that signs in. */
export type ChallengeOwner = { sessionId: number } | { browserHash: Buffer };

/** Replaces an earlier challenge of the same session. */
export async function saveChallenge(db: Db, owner: ChallengeOwner, challenge: string): Promise<void> {
  await db.rows(
    `insert into passkey_challenges (challenge, session_id, browser_hash, expires_at)
     values ($1, $2, $3, clock_now() + interval '5 minutes')
     on conflict (session_id) do update set challenge = excluded.challenge, expires_at = excluded.expires_at`,
    [challenge, ...columnsOf(owner)],
  );
}

/** Deletes the challenge, so that it works once. Undefined: there is none, or it has expired. */
export async function consumeChallenge(db: Db, owner: ChallengeOwner): Promise<string | undefined> {
  const row = await db.row<{ challenge: string; is_valid: boolean }>(
    `delete from passkey_challenges where session_id = $1 or browser_hash = $2
     returning challenge, expires_at > clock_now() as is_valid`,
    columnsOf(owner),
  );
  return row?.is_valid === true ? row.challenge : undefined;
}

export async function deleteOldChallenges(db: Db): Promise<void> {
  await db.rows('delete from passkey_challenges where expires_at < clock_now()');
}

function columnsOf(owner: ChallengeOwner): [number | null, Buffer | null] {
  return 'sessionId' in owner ? [owner.sessionId, null] : [null, owner.browserHash];
}

export interface PasskeyUser {
  name: string;
  email: string | null;
  /** 16 random bytes. */
  handle: Buffer;
  /** Of the user's existing passkeys. */
  credential_ids: Buffer[];
}

export async function findPasskeyUser(db: Db, userId: number) {
  return db.row<PasskeyUser>(
    `select name, email, uuid_send(handle) as handle,
       coalesce((select array_agg(credential_id) from passkeys where user_id = u.id), '{}') as credential_ids
     from users u where id = $1`,
    [userId],
  );
}

export type ListedPasskey = DataOf<'listPasskeys'>[number];

const LISTED = 'id, name, created_at, last_used_at';

export async function listPasskeys(db: Db, userId: number) {
  return db.rows<ListedPasskey>(`select ${LISTED} from passkeys where user_id = $1 order by id desc`, [
    userId,
  ]);
}

export interface NewPasskey {
  userId: number;
  name: string;
  credentialId: Uint8Array;
  publicKey: Uint8Array;
  counter: number;
  transports: readonly string[];
}

/** Undefined if any user has the same credential. */
export async function insertPasskey(tx: Tx, passkey: NewPasskey) {
  return tx.row<ListedPasskey>(
    `insert into passkeys (user_id, name, credential_id, public_key, counter, transports)
     values ($1, $2, $3, $4, $5, $6) on conflict (credential_id) do nothing returning ${LISTED}`,
    [
      passkey.userId,
      passkey.name,
      Buffer.from(passkey.credentialId),
      Buffer.from(passkey.publicKey),
      passkey.counter,
      passkey.transports,
    ],
  );
}

export async function renamePasskey(db: Db, userId: number, id: number, name: string) {
  return db.row<ListedPasskey>(
    `update passkeys set name = $3 where user_id = $1 and id = $2 returning ${LISTED}`,
    [userId, id, name],
  );
}

export async function deletePasskey(tx: Tx, userId: number, id: number): Promise<string | undefined> {
  const row = await tx.row<{ name: string }>(
    'delete from passkeys where user_id = $1 and id = $2 returning name',
    [userId, id],
  );
  return row?.name;
}

export interface LockedPasskey {
  id: number;
  public_key: Buffer;
  counter: number;
  user_id: number;
  email: string | null;
  handle: Buffer;
}

/** Locks the passkey with this credential, and reads it with its user. */
export async function lockPasskey(tx: Tx, credentialId: Uint8Array) {
  return tx.row<LockedPasskey>(
    `select p.id, p.public_key, p.counter, u.id as user_id, u.email, uuid_send(u.handle) as handle
     from passkeys p join users u on u.id = p.user_id where p.credential_id = $1 for update of p`,
    [Buffer.from(credentialId)],
  );
}

export async function recordPasskeyUse(tx: Tx, id: number, counter: number): Promise<void> {
  await tx.rows('update passkeys set counter = $2, last_used_at = clock_now() where id = $1', [id, counter]);
}
