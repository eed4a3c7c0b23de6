/** All SQL of grants. A transaction that also locks channels locks those first. */
import type { Db, Tx } from '../../db/database.ts';
import { type Lane, scheduleChecks } from '../../lanes/index.ts';

type ChannelRef = Pick<Lane, 'id' | 'workspace_id'>;

export interface GrantRow {
  sealed: Buffer;
  /** The operator's app with which the grant was issued. Null: none is stored. */
  app_id: number | null;
  version: number;
  expires_at: string | null;
  /** Failed refreshes in a row. */
  refresh_tries: number;
}

const GRANT = 'g.sealed, g.app_id, g.version, g.expires_at, g.refresh_tries';

/** In the order of `channels`. Undefined for a channel without a grant. */
export async function findGrants(db: Db, channels: readonly ChannelRef[]): Promise<(GrantRow | undefined)[]> {
  const rows = await db.rows<GrantRow & { channel_id: number }>(
    `select g.channel_id, ${GRANT}
     from unnest($1::bigint[], $2::bigint[]) as a(workspace_id, id)
     join grants g on g.channel_id = a.id and g.workspace_id = a.workspace_id`,
    [channels.map(({ workspace_id }) => workspace_id), channels.map(({ id }) => id)],
  );
  const found = new Map(rows.map((row) => [row.channel_id, row]));
  return channels.map(({ id }) => found.get(id));
}

/** When to refresh: an hour before the end, or after half the lifetime if that is later. `$5` spreads out many grants. */
const NEXT = `greatest(clock_now(),
  $4::timestamptz - least(interval '1 hour', ($4::timestamptz - clock_now()) / 2) * $5::float8)`;

interface GrantWrite {
  sealed: Buffer;
  expiresAt: Date | null;
  spread: number;
}

const valuesOf = ({ workspace_id, id }: ChannelRef, { sealed, expiresAt, spread }: GrantWrite) => [
  workspace_id,
  id,
  sealed,
  expiresAt,
  spread,
];

/** Stores the grant of a new sign-in. A refresh of the former grant that is under way is then discarded. */
export async function saveGrant(
  tx: Tx,
  channel: ChannelRef,
  grant: GrantWrite & { appId: number | null },
): Promise<void> {
  await tx.rows(
    `insert into grants as g (channel_id, workspace_id, sealed, expires_at, refresh_at, app_id)
     values ($2, $1, $3, $4, ${NEXT}, $6)
     on conflict (channel_id) do update set sealed = excluded.sealed, expires_at = excluded.expires_at,
       refresh_at = excluded.refresh_at, refresh_tries = 0, refreshing_until = '-infinity',
       version = g.version + 1, app_id = excluded.app_id, updated_at = clock_now()`,
    [...valuesOf(channel, grant), grant.appId],
  );
  await scheduleChecks(tx, channel);
}

/** Replaces the grant of `version` by a refreshed one. False if another grant was stored meanwhile. */
export async function replaceGrant(
  tx: Tx,
  channel: ChannelRef,
  grant: GrantWrite & { version: number; reconnectBy: Date | null | undefined },
): Promise<boolean> {
  const { version, reconnectBy } = grant;
  if (reconnectBy !== undefined) await lockChannel(tx, channel);
  const replaced = await tx.row<{ channel_id: number }>(
    `update grants set sealed = $3, expires_at = $4, refresh_at = ${NEXT}, refresh_tries = 0,
       refreshing_until = '-infinity', version = version + 1, updated_at = clock_now()
     where workspace_id = $1 and channel_id = $2 and version = $6 returning channel_id`,
    [...valuesOf(channel, grant), version],
  );
  if (replaced === undefined) return false;
  if (reconnectBy !== undefined) {
    await tx.rows('update channels set reconnect_by = $3 where workspace_id = $1 and id = $2', [
      channel.workspace_id,
      channel.id,
      reconnectBy,
    ]);
  }
  return true;
}

/** Reserves the grant of this version for a refresh. Undefined if it is already reserved, or has another version. */
export async function reserveGrant(
  db: Db,
  { workspace_id, id }: ChannelRef,
  version: number,
  seconds: number,
): Promise<GrantRow | undefined> {
  return db.row<GrantRow>(
    `update grants g set refreshing_until = clock_now() + make_interval(secs => $4)
     where g.workspace_id = $1 and g.channel_id = $2 and g.version = $3 and g.refreshing_until <= clock_now()
     returning ${GRANT}`,
    [workspace_id, id, version, seconds],
  );
}

/** Ends all reservations. Call it only when no other process can be running. */
export async function releaseGrants(db: Db): Promise<void> {
  await db.rows("update grants set refreshing_until = '-infinity' where refreshing_until > clock_now()");
}

export type DueGrant = GrantRow & Lane & { is_over: boolean };

/** Reserves grants that are due for a refresh, in all workspaces. `is_over`: a person must sign in anyway. */
export async function reserveDueGrants(db: Db, seconds: number, limit: number): Promise<DueGrant[]> {
  return db.rows<DueGrant>(
    `with due as (
       select channel_id from grants where refresh_at <= clock_now() and refreshing_until <= clock_now()
       order by refresh_at limit $2 for update skip locked)
     update grants g set refreshing_until = clock_now() + make_interval(secs => $1)
     from due join channels c on c.id = due.channel_id where g.channel_id = due.channel_id
     returning ${GRANT}, c.id, c.workspace_id, c.platform, c.account_id, c.name, c.username, c.avatar_url, c.limits,
       c.needs_reconnect or c.deleted_at is not null as is_over`,
    [seconds, limit],
  );
}

/** Ends the reservation after a failed refresh. The next try is in `seconds`. Null: there is none. */
export async function releaseGrant(
  db: Db,
  { workspace_id, id }: ChannelRef,
  version: number,
  seconds: number | null,
): Promise<void> {
  await db.rows(
    `update grants set refreshing_until = '-infinity', refresh_tries = refresh_tries + 1,
       refresh_at = clock_now() + make_interval(secs => $4)
     where workspace_id = $1 and channel_id = $2 and version = $3`,
    [workspace_id, id, version, seconds],
  );
}

/**
 * Records that the network refused the grant of this version. `superseded`: the channel has another grant, and nothing
 * changes. `lost`: the channel is now marked as `needs_reconnect`. `known`: it was marked already.
 */
export async function loseGrant(
  tx: Tx,
  channel: ChannelRef,
  version: number,
): Promise<'superseded' | 'lost' | 'known'> {
  await lockChannel(tx, channel);
  const values = [channel.workspace_id, channel.id];
  const current = await tx.row(
    `update grants set refreshing_until = '-infinity', refresh_at = null
     where workspace_id = $1 and channel_id = $2 and version = $3 returning channel_id`,
    [...values, version],
  );
  if (current === undefined) return 'superseded';
  const marked = await tx.row(
    `update channels set needs_reconnect = true
     where workspace_id = $1 and id = $2 and not needs_reconnect and deleted_at is null returning id`,
    values,
  );
  await scheduleChecks(tx, channel);
  return marked === undefined ? 'known' : 'lost';
}

async function lockChannel(tx: Tx, { workspace_id, id }: ChannelRef): Promise<void> {
  await tx.rows('select id from channels where workspace_id = $1 and id = $2 for no key update', [
    workspace_id,
    id,
  ]);
}

/** The number of grants of these networks or of these apps, in all workspaces. */
export async function countGrants(
  db: Db,
  platforms: readonly string[],
  appIds: readonly number[],
): Promise<number> {
  const row = await db.row<{ count: number }>(
    `select count(*) as count from grants g join channels c on c.id = g.channel_id
     where c.platform = any($1) or g.app_id = any($2)`,
    [platforms, appIds],
  );
  return row?.count ?? 0;
}

/** The grants of all channels that were not removed, in all workspaces. */
export async function listGrants(
  db: Db,
): Promise<{ channel_id: number; platform: string; sealed: Buffer }[]> {
  return db.rows(
    `select g.channel_id, c.platform, g.sealed from grants g join channels c on c.id = g.channel_id
     where c.deleted_at is null`,
  );
}
