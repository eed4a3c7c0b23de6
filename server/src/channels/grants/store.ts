/** All SQL of grants. A transaction that also locks channels locks those first. */
import type { Db, Tx } from '../../db/database.ts';
import { type Lane, scheduleChecks, USES_GRANT } from '../../lanes/index.ts';

export type ChannelRef = Pick<Lane, 'id' | 'workspace_id'>;

export interface GrantRow {
  id: number;
  /** The channel that the row names, one of those that use the grant. */
  channel_id: number;
  workspace_id: number;
  platform: string;
  /** The login whose channels share the grant. Null: it is of one channel. */
  login: string | null;
  sealed: Buffer;
  /** The operator's app with which the grant was issued. Null: none is stored. */
  app_id: number | null;
  version: number;
  expires_at: string | null;
  /** Failed refreshes in a row. */
  refresh_tries: number;
  /** False: the network said that the token is used to its end. */
  renews: boolean;
}

/** Of a grant `g` and a channel `c` that uses it. */
const GRANT = `g.id, g.channel_id, g.workspace_id, c.platform, g.login, g.sealed, g.app_id, g.version, g.expires_at,
  g.refresh_tries, g.renews`;

/** In the order of `channels`. Undefined for a channel without a grant. */
export async function findGrants(db: Db, channels: readonly ChannelRef[]): Promise<(GrantRow | undefined)[]> {
  const rows = await db.rows<GrantRow & { used_by: number }>(
    `select c.id as used_by, ${GRANT}
     from unnest($1::bigint[], $2::bigint[]) as a(workspace_id, id)
     join channels c on c.id = a.id and c.workspace_id = a.workspace_id join grants g on ${USES_GRANT}`,
    [channels.map(({ workspace_id }) => workspace_id), channels.map(({ id }) => id)],
  );
  const found = new Map(rows.map((row) => [row.used_by, row]));
  return channels.map(({ id }) => found.get(id));
}

export interface GrantWrite {
  sealed: Buffer;
  expiresAt: Date | null;
  /** As in `FreshGrant`. */
  refreshAt: Date | null | undefined;
  spread: number;
}

/**
 * When to refresh: when the network says, or an hour before the end, or after half the lifetime if that is later. `$5`
 * spreads out many grants.
 */
export const NEXT = `case when $7 then coalesce($6::timestamptz, greatest(clock_now(),
  $4::timestamptz - least(interval '1 hour', ($4::timestamptz - clock_now()) / 2) * $5::float8)) end`;

/** `$3` to `$7`. */
export const valuesOf = ({ sealed, expiresAt, spread, refreshAt }: GrantWrite) => [
  sealed,
  expiresAt,
  spread,
  refreshAt ?? null,
  refreshAt !== null,
];

/** Replaces the grant of this version by a refreshed one. False if another grant was stored meanwhile. */
export async function replaceGrant(
  tx: Tx,
  { id, workspace_id, version }: Pick<GrantRow, 'id' | 'workspace_id' | 'version'>,
  grant: GrantWrite & { reconnectBy: Date | null | undefined },
): Promise<boolean> {
  const { reconnectBy } = grant;
  if (reconnectBy !== undefined) await lockUsers(tx, { id, workspace_id });
  const replaced = await tx.row<{ channel_id: number }>(
    `update grants set sealed = $3, expires_at = $4, refresh_at = ${NEXT}, renews = $7, refresh_tries = 0,
       refreshing_until = '-infinity', version = version + 1, updated_at = clock_now()
     where workspace_id = $1 and id = $2 and version = $8 returning channel_id`,
    [workspace_id, id, ...valuesOf(grant), version],
  );
  if (replaced === undefined) return false;
  if (reconnectBy !== undefined) {
    await tx.rows(
      'update channels set reconnect_by = $3 where workspace_id = $1 and (id = $2 or grant_of = $2)',
      [workspace_id, replaced.channel_id, reconnectBy],
    );
  }
  return true;
}

/** Reserves the grant of this version for a refresh. Undefined if it is already reserved, or has another version. */
export async function reserveGrant(
  db: Db,
  { workspace_id, id }: ChannelRef,
  version: number,
  seconds: number,
) {
  return db.row<GrantRow>(
    `update grants g set refreshing_until = clock_now() + make_interval(secs => $4)
     from channels c where c.workspace_id = $1 and c.id = $2 and ${USES_GRANT} and g.version = $3
       and g.refreshing_until <= clock_now()
     returning ${GRANT}`,
    [workspace_id, id, version, seconds],
  );
}

/** Ends all reservations. Call it only when no other process can be running. */
export async function releaseGrants(db: Db): Promise<void> {
  await db.rows("update grants set refreshing_until = '-infinity' where refreshing_until > clock_now()");
}

export interface DueGrant {
  grant: GrantRow;
  /** One of the channels that use the grant. */
  channel: Lane;
  /** A person must sign in anyway. */
  is_over: boolean;
}

/** Reserves grants that are due for a refresh, in all workspaces. */
export async function reserveDueGrants(db: Db, seconds: number, limit: number): Promise<DueGrant[]> {
  const rows = await db.rows<
    GrantRow &
      Omit<Lane, 'id' | 'workspace_id' | 'platform'> & { platform: Lane['platform']; is_over: boolean }
  >(
    `with due as (
       select channel_id from grants where refresh_at <= clock_now() and refreshing_until <= clock_now()
       order by refresh_at limit $2 for update skip locked)
     update grants g set refreshing_until = clock_now() + make_interval(secs => $1)
     from due join channels c on c.id = due.channel_id where g.channel_id = due.channel_id
     returning ${GRANT}, c.account_id, c.name, c.username, c.avatar_url, c.limits,
       c.needs_reconnect or c.deleted_at is not null as is_over`,
    [seconds, limit],
  );
  return rows.map(({ account_id, name, username, avatar_url, limits, is_over, ...grant }) => {
    const { channel_id: id, workspace_id, platform } = grant;
    const channel = { id, workspace_id, platform, account_id, name, username, avatar_url, limits };
    return { grant, channel, is_over };
  });
}

/** Ends the reservation after a failed refresh. The next try is in `seconds`. Null: there is none. */
export async function releaseGrant(
  db: Db,
  { workspace_id, id, version }: Pick<GrantRow, 'id' | 'workspace_id' | 'version'>,
  seconds: number | null,
): Promise<void> {
  await db.rows(
    `update grants set refreshing_until = '-infinity', refresh_tries = refresh_tries + 1,
       refresh_at = clock_now() + make_interval(secs => $4)
     where workspace_id = $1 and id = $2 and version = $3`,
    [workspace_id, id, version, seconds],
  );
}

/** The channels that were marked, all at once. `login`: the id of the grant that they share; null: it is of one. */
export interface Loss {
  channels: number[];
  login: number | null;
}

/**
 * Records that the network refused the grant of this version, which the channel uses. All its channels are marked as
 * `needs_reconnect`, except those that were marked before. `superseded`: the channel has another grant, and nothing
 * changes.
 */
export async function loseGrant(tx: Tx, channel: ChannelRef, version: number): Promise<'superseded' | Loss> {
  const found = await tx.row<{ id: number }>(
    `select g.id from channels c join grants g on ${USES_GRANT} where c.workspace_id = $1 and c.id = $2`,
    [channel.workspace_id, channel.id],
  );
  if (found === undefined) return 'superseded';
  await lockUsers(tx, { id: found.id, workspace_id: channel.workspace_id });
  const current = await tx.row<{ channel_id: number; login: string | null }>(
    `update grants g set refreshing_until = '-infinity', refresh_at = null
     from channels c where c.workspace_id = $1 and c.id = $2 and ${USES_GRANT} and g.id = $4 and g.version = $3
     returning g.channel_id, g.login`,
    [channel.workspace_id, channel.id, version, found.id],
  );
  if (current === undefined) return 'superseded';
  const marked = await tx.rows<{ id: number }>(
    `update channels set needs_reconnect = true
     where workspace_id = $1 and (id = $2 or grant_of = $2) and not needs_reconnect and deleted_at is null
     returning id`,
    [channel.workspace_id, current.channel_id],
  );
  const channels = marked.map(({ id }) => id).sort((one, other) => one - other);
  for (const id of new Set([channel.id, ...channels])) {
    await scheduleChecks(tx, { id, workspace_id: channel.workspace_id });
  }
  return { channels, login: current.login === null ? null : found.id };
}

/** Locks the channels that use the grant, in the order of their ids. */
async function lockUsers(tx: Tx, { id, workspace_id }: Pick<GrantRow, 'id' | 'workspace_id'>): Promise<void> {
  await tx.rows(
    `select c.id from channels c, grants g
     where g.workspace_id = $1 and g.id = $2 and (c.id = g.channel_id or c.grant_of = g.channel_id)
     order by c.id for no key update of c`,
    [workspace_id, id],
  );
}

/** The number of channels that use grants of these networks or of these apps, in all workspaces. */
export async function countGrants(
  db: Db,
  platforms: readonly string[],
  appIds: readonly number[],
): Promise<number> {
  const row = await db.row<{ count: number }>(
    `select count(*) as count from channels c join grants g on ${USES_GRANT}
     where c.platform = any($1) or g.app_id = any($2)`,
    [platforms, appIds],
  );
  return row?.count ?? 0;
}

/** The grants of all channels that were not removed, in all workspaces. */
export async function listGrants(db: Db) {
  return db.rows<Pick<GrantRow, 'channel_id' | 'workspace_id' | 'platform' | 'login' | 'sealed'>>(
    `select g.channel_id, g.workspace_id, c.platform, g.login, g.sealed
     from grants g join channels c on c.id = g.channel_id where c.deleted_at is null`,
  );
}
