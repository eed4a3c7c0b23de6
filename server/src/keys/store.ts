/** All SQL of API keys. */
import type { Key } from '@belfry/contract/keys.ts';
import type { Role } from '@belfry/contract/roles.ts';
import { type Caller, intersectChannels, type MemberColumns, memberOf } from '../access/roles.ts';
import type { Db, Tx } from '../db/database.ts';
import type { Rights } from './rights.ts';

/** A row of {@link RIGHTS_OF_KEYS}. */
export interface RightsRow {
  n: number;
  role: Role;
  scopes: string[] | null;
  key_channel_ids: number[] | null;
  member_channel_ids: number[] | null;
}

interface CallerRow extends MemberColumns, Omit<RightsRow, 'n'> {
  hash: string;
  key_id: number;
}

/**
 * The members whose keys these are, with their rights now, by the hash in hexadecimal. A key that has ended, or whose
 * member has left, is missing. The time of the index look-up does not help to guess a key: it depends on the hash, which
 * nobody can choose without the key.
 */
export async function findCallers(db: Db, hashes: readonly Buffer[]): Promise<Map<string, Caller>> {
  const rows = await db.rows<CallerRow>(
    `select encode(k.hash, 'hex') as hash, k.id as key_id, k.workspace_id, k.user_id, u.name, m.role, k.scopes,
       to_json(k.channel_ids) as key_channel_ids, to_json(m.channel_ids) as member_channel_ids,
       w.time_zone, w.requires_approval
     from api_keys k
     join members m on m.workspace_id = k.workspace_id and m.user_id = k.user_id
     join users u on u.id = k.user_id
     join workspaces w on w.id = k.workspace_id
     where k.hash = any($1) and k.revoked_at is null and (k.expires_at is null or k.expires_at > clock_now())`,
    [hashes],
  );
  return new Map(rows.map((row) => [row.hash, callerOf(row)]));
}

function callerOf(row: CallerRow): Caller {
  const channelIds = intersectChannels(row.member_channel_ids, row.key_channel_ids);
  return { ...memberOf(row), keyId: row.key_id, sessionId: null, scopes: row.scopes, channelIds };
}

/** The rights now of the keys in `asked (n, workspace_id, by, hash)`, without keys that have no rights. */
export const RIGHTS_OF_KEYS = `
  select a.n, m.role, k.scopes, to_json(k.channel_ids) as key_channel_ids, to_json(m.channel_ids) as member_channel_ids
  from asked a
  join api_keys k on k.hash = a.hash and k.workspace_id = a.workspace_id
  join members m on m.workspace_id = k.workspace_id and m.user_id = k.user_id
  where a.by = 'key' and k.revoked_at is null and (k.expires_at is null or k.expires_at > clock_now())`;

/** Stores that these keys were just used. Skips keys that another transaction has locked. */
export async function touchKeys(db: Db, ids: readonly number[]): Promise<void> {
  await db.rows(
    `update api_keys set last_used_at = clock_now()
     where id in (select id from api_keys where id = any($1::bigint[]) for no key update skip locked)`,
    [ids],
  );
}

export type KeyRow = Omit<Key, 'member'> & { user_id: number; member_name: string; ended: boolean };

const KEY = `k.id, k.user_id, u.name as member_name, k.name, k.hint, k.scopes, to_json(k.channel_ids) as channel_ids,
  k.created_at, k.last_used_at, k.expires_at, k.revoked_at, k.rotated_from, k.made_with,
  (select n.id from api_keys n where n.workspace_id = $1 and n.rotated_from = k.id) as replaced_by,
  (k.revoked_at is not null or coalesce(k.expires_at <= clock_now(), false)) as ended`;

/** Keys of one member, or of all if `userId` is null. Valid keys come first, and the newest first among each. */
export async function listKeys(db: Db, workspaceId: number, userId: number | null, limit: number) {
  return db.rows<KeyRow>(
    `select ${KEY} from api_keys k join users u on u.id = k.user_id
     where k.workspace_id = $1 and ($2::bigint is null or k.user_id = $2) order by ended, k.id desc limit $3`,
    [workspaceId, userId, limit],
  );
}

/** Locks the key until the transaction ends. */
export async function lockKey(tx: Tx, workspaceId: number, id: number): Promise<KeyRow | undefined> {
  const found = await tx.row(
    'select id from api_keys where workspace_id = $1 and id = $2 for no key update',
    [workspaceId, id],
  );
  // Only a new statement sees changes that were committed while we waited for the lock.
  return found && readKey(tx, workspaceId, id);
}

export async function readKey(db: Db, workspaceId: number, id: number) {
  return db.row<KeyRow>(
    `select ${KEY} from api_keys k join users u on u.id = k.user_id where k.workspace_id = $1 and k.id = $2`,
    [workspaceId, id],
  );
}

/** Locks the member, so that nobody removes them or creates keys for them meanwhile. False if they have left. */
export async function lockMember(tx: Tx, workspaceId: number, userId: number): Promise<boolean> {
  const row = await tx.row(
    'select user_id from members where workspace_id = $1 and user_id = $2 for no key update',
    [workspaceId, userId],
  );
  return row !== undefined;
}

/** Counts the person's valid keys in all workspaces. */
export async function countKeys(db: Db, userId: number): Promise<number> {
  const row = await db.row<{ count: number }>(
    `select count(*) as count from members m
     join api_keys k on k.workspace_id = m.workspace_id and k.user_id = m.user_id
     where m.user_id = $1 and k.revoked_at is null and (k.expires_at is null or k.expires_at > clock_now())`,
    [userId],
  );
  return row?.count ?? 0;
}

interface KeyInsert extends Partial<Rights> {
  workspaceId: number;
  userId: number;
  name: string;
  hash: Buffer;
  hint: string;
  rotatedFrom?: number | null;
  madeWith?: number | null;
}

export async function insertKey(db: Db, key: KeyInsert): Promise<number> {
  const row = await db.row<{ id: number }>(
    `insert into api_keys
       (workspace_id, user_id, name, hash, hint, scopes, channel_ids, expires_at, rotated_from, made_with)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) returning id`,
    [
      key.workspaceId,
      key.userId,
      key.name,
      key.hash,
      key.hint,
      key.scopes ?? null,
      key.channelIds ?? null,
      key.expiresAt ?? null,
      key.rotatedFrom ?? null,
      key.madeWith ?? null,
    ],
  );
  if (row === undefined) throw new Error('the key was not stored');
  return row.id;
}

/** Deletes keys that ended 90 days ago. Their events stay. */
export async function deleteEndedKeys(db: Db): Promise<void> {
  await db.rows(
    "delete from api_keys where least(revoked_at, expires_at) < clock_now() - interval '90 days'",
  );
}

/** The key expires in `hours`, unless it expires earlier. */
export async function expireKeyWithin(tx: Tx, workspaceId: number, id: number, hours: number): Promise<void> {
  await tx.rows(
    `update api_keys set expires_at = least(expires_at, clock_now() + make_interval(hours => $3))
     where workspace_id = $1 and id = $2`,
    [workspaceId, id, hours],
  );
}

export async function revokeKey(tx: Tx, workspaceId: number, id: number): Promise<void> {
  await tx.rows('update api_keys set revoked_at = clock_now() where workspace_id = $1 and id = $2', [
    workspaceId,
    id,
  ]);
}
