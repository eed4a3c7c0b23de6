import type { Db } from '../../db/database.ts';

/** Whose authenticator a challenge is for: a session that adds a passkey, or a browser that wants to sign in. */
export type Asker = { sessionId: number } | { browserHash: Buffer };

/** Of a session the one before is void. */
export async function saveChallenge(db: Db, asker: Asker, challenge: string): Promise<void> {
  await db.rows(
    `insert into passkey_challenges (challenge, session_id, browser_hash, expires_at)
     values ($1, $2, $3, clock_now() + interval '5 minutes')
     on conflict (session_id) do update set challenge = excluded.challenge, expires_at = excluded.expires_at`,
    [challenge, ...columnsOf(asker)],
  );
}

/** Once: it is gone with this call. */
export async function takeChallenge(db: Db, asker: Asker): Promise<string | undefined> {
  const row = await db.row<{ challenge: string; is_good: boolean }>(
    `delete from passkey_challenges where session_id = $1 or browser_hash = $2
     returning challenge, expires_at > clock_now() as is_good`,
    columnsOf(asker),
  );
  return row?.is_good === true ? row.challenge : undefined;
}

export async function deleteOldChallenges(db: Db): Promise<void> {
  await db.rows('delete from passkey_challenges where expires_at < clock_now()');
}

function columnsOf(asker: Asker): [number | null, Buffer | null] {
  return 'sessionId' in asker ? [asker.sessionId, null] : [null, asker.browserHash];
}

export interface Holder {
  name: string;
  email: string | null;
  /** 16 random bytes. */
  handle: Buffer;
  /** Of the passkeys there are. */
  credential_ids: Buffer[];
}

export async function findHolder(db: Db, userId: number): Promise<Holder | undefined> {
  return db.row<Holder>(
    `select name, email, uuid_send(handle) as handle,
       coalesce((select array_agg(credential_id) from passkeys where user_id = u.id), '{}') as credential_ids
     from users u where id = $1`,
    [userId],
  );
}

export interface ListedPasskey {
  id: number;
  name: string;
  created_at: string;
  last_used_at: string | null;
}

const LISTED = 'id, name, created_at, last_used_at';

export async function listPasskeys(db: Db, userId: number): Promise<ListedPasskey[]> {
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

/** Undefined when somebody, whoever it is, has the same credential. */
export async function insertPasskey(tx: Db, passkey: NewPasskey): Promise<ListedPasskey | undefined> {
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

export async function renamePasskey(
  tx: Db,
  userId: number,
  id: number,
  name: string,
): Promise<ListedPasskey | undefined> {
  return tx.row<ListedPasskey>(
    `update passkeys set name = $3 where user_id = $1 and id = $2 returning ${LISTED}`,
    [userId, id, name],
  );
}

export async function deletePasskey(tx: Db, userId: number, id: number): Promise<string | undefined> {
  const row = await tx.row<{ name: string }>(
    'delete from passkeys where user_id = $1 and id = $2 returning name',
    [userId, id],
  );
  return row?.name;
}

export interface HeldPasskey {
  id: number;
  public_key: Buffer;
  counter: number;
  user_id: number;
  name: string;
  email: string | null;
  handle: Buffer;
}

/** Of whoever has this credential; until the transaction ends nobody else uses it. */
export async function holdPasskey(tx: Db, credentialId: Uint8Array): Promise<HeldPasskey | undefined> {
  return tx.row<HeldPasskey>(
    `select p.id, p.public_key, p.counter, u.id as user_id, u.name, u.email, uuid_send(u.handle) as handle
     from passkeys p join users u on u.id = p.user_id where p.credential_id = $1 for update of p`,
    [Buffer.from(credentialId)],
  );
}

export async function notePasskeyUse(tx: Db, id: number, counter: number): Promise<void> {
  await tx.rows('update passkeys set counter = $2, last_used_at = clock_now() where id = $1', [id, counter]);
}
