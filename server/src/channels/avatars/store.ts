/** The SQL of the copies of accounts' pictures. */
import type { Db } from '../../db/database.ts';
import type { Avatar } from '../../media/index.ts';
import { CHANNEL, type ChannelRow } from '../store.ts';

/** A channel whose picture this process copies now. */
export interface ClaimedAvatar extends ChannelRow {
  avatar_size: number | null;
  avatar_hash: Buffer | null;
  /** When the next try is, if this one fails. It changes when somebody else claims the channel or asks for a copy. */
  avatar_due_at: string | null;
}

/**
 * Claims due channels. The first of each workspace come first, so that one with many slow servers does not delay the
 * others. `delays`: seconds until the next try, after the first one, the second one, and so on.
 */
export async function claimAvatars(db: Db, limit: number, delays: readonly number[]) {
  return db.rows<ClaimedAvatar>(
    `with ranked as (
       select id, avatar_due_at, row_number() over (partition by workspace_id order by avatar_due_at, id) as place
       from channels where avatar_due_at <= clock_now() and deleted_at is null),
     due as (
       select c.id from channels c join ranked on ranked.id = c.id where c.avatar_due_at = ranked.avatar_due_at
       order by ranked.place, ranked.avatar_due_at limit $1 for no key update of c skip locked)
     update channels c set avatar_tries = least(c.avatar_tries + 1, cardinality($2::int[])),
       avatar_due_at = clock_now() + make_interval(secs => ($2::int[])[least(c.avatar_tries + 1, cardinality($2::int[]))])
     from due where c.id = due.id returning ${CHANNEL}, c.avatar_size, c.avatar_hash, c.avatar_due_at`,
    [limit, delays],
  );
}

/**
 * Stores the copy, or that the account has no picture. Returns the key of the copy before. Undefined if the channel was
 * removed or another picture was named meanwhile, so that the copy must not be used.
 */
export async function saveAvatar(
  db: Db,
  { workspace_id, id, avatar_due_at }: Pick<ClaimedAvatar, 'workspace_id' | 'id' | 'avatar_due_at'>,
  avatar: Avatar | null,
) {
  return db.row<{ before: string | null }>(
    `with old as (
       select id, avatar_key from channels
       where workspace_id = $1 and id = $2 and avatar_due_at = $3 for no key update)
     update channels c set avatar_key = $4, avatar_size = $5, avatar_hash = $6, avatar_due_at = null, avatar_tries = 0
     from old where c.id = old.id returning old.avatar_key as before`,
    [workspace_id, id, avatar_due_at, avatar?.key, avatar?.size, avatar?.hash],
  );
}

/** The file is lost, so the picture is copied again. */
export async function forgetAvatar(db: Db, key: string): Promise<void> {
  await db.rows(
    `update channels set avatar_key = null, avatar_size = null, avatar_hash = null, avatar_due_at = clock_now()
     where avatar_key = $1`,
    [key],
  );
}

/** Bytes. Of any workspace: the key is the credential. */
export async function findAvatarSize(db: Db, key: string): Promise<number | undefined> {
  const row = await db.row<{ size: number | null }>(
    'select avatar_size as size from channels where avatar_key = $1 and deleted_at is null',
    [key],
  );
  return row?.size ?? undefined;
}
