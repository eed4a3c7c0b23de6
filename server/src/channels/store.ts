/** All SQL of channels. */
import type { Weekday } from '@belfry/contract/weekdays.ts';
import type { AccountLimits } from '@belfry/networks/core/limits.ts';
import type { Account, AccountState } from '@belfry/networks/core/network.ts';
import type { Db, Tx } from '../db/database.ts';
import { momentAt } from '../db/local-time.ts';
import { type Lane, REOPENED, UNPAUSED, USES_GRANT, wakeWorkers } from '../lanes/index.ts';

export interface ChannelRow extends Lane {
  /** Of Belfry's copy of the picture. `avatar_url` is the address that the network named. */
  avatar_key: string | null;
  /** Times of every day. If days differ, the times that all of them share. */
  posting_times: string[];
  posting_times_by_day: Record<Weekday, string[]> | null;
  /** Given by people. Null: `name`. */
  display_name: string | null;
  position: number | null;
  paused_at: string | null;
  last_published_at: string | null;
  needs_reconnect: boolean;
  reconnect_by: string | null;
  created_at: string;
  deleted_at: string | null;
}

export const CHANNEL = `c.id, c.workspace_id, c.platform, c.account_id, c.name, c.username, c.avatar_url, c.avatar_key, c.limits,
  c.posting_times, c.posting_times_by_day, c.display_name, c.position, c.paused_at, c.last_published_at, c.needs_reconnect, c.reconnect_by, c.created_at, c.deleted_at`;

export async function listChannels(db: Db, workspaceId: number) {
  return db.rows<ChannelRow>(
    `select ${CHANNEL} from channels c where c.workspace_id = $1 and c.deleted_at is null
     order by c.position nulls last, c.id`,
    [workspaceId],
  );
}

export async function findChannel(db: Db, workspaceId: number, id: number) {
  return db.row<ChannelRow>(
    `select ${CHANNEL} from channels c where c.workspace_id = $1 and c.id = $2 and c.deleted_at is null`,
    [workspaceId, id],
  );
}

/** Of all workspaces. */
export async function listConnected(db: Db, platform: string) {
  return db.rows<ChannelRow>(
    `select ${CHANNEL} from channels c
     where c.platform = $1 and c.deleted_at is null and not c.needs_reconnect order by c.id`,
    [platform],
  );
}

/** Includes removed channels, since their posts still show them. */
export async function readChannels(db: Db, workspaceId: number, ids: readonly number[]) {
  if (ids.length === 0) return [];
  return db.rows<ChannelRow>(
    `select ${CHANNEL} from channels c where c.workspace_id = $1 and c.id = any($2)`,
    [workspaceId, ids],
  );
}

/**
 * As {@link readChannels}, with locks, and for several workspaces. `key share` keeps `drainLanes` out while targets are
 * added to the lanes. `alone` takes `no key update` instead, which also keeps other saves from taking a slot of these
 * channels.
 */
export async function lockChannels(
  tx: Tx,
  named: readonly Pick<Lane, 'id' | 'workspace_id'>[],
  alone: boolean,
) {
  if (named.length === 0) return [];
  const strength = alone ? 'no key update' : 'key share';
  return tx.rows<ChannelRow>(
    `select ${CHANNEL} from channels c
     where c.id = any($2) and (c.workspace_id, c.id) in (select * from unnest($1::bigint[], $2::bigint[]))
     order by c.id for ${strength}`,
    [named.map(({ workspace_id }) => workspace_id), named.map(({ id }) => id)],
  );
}

export interface ChannelWrite {
  workspaceId: number;
  platform: string;
  account: Account;
  limits: AccountLimits;
  reconnectBy: Date | null;
}

/**
 * Adds a channel with the workspace's posting times, or connects an existing one again: targets that waited for it may
 * go out now. Undefined if the workspace is being erased. `for share` makes an erasure that begins now wait for us.
 */
export async function saveChannel(
  tx: Tx,
  write: ChannelWrite,
): Promise<(ChannelRow & { created: boolean }) | undefined> {
  const row = await tx.row<ChannelRow & { created: boolean }>(
    `with home as (select posting_times from workspaces where id = $1 and erased_at is null for share)
     insert into channels as c (workspace_id, platform, account_id, name, username, avatar_url, limits,
       limits_read_at, reconnect_by, reconnect_told_at, posting_times)
     select $1, $2, $3, $4, $5, $6, $7, clock_now(), $8, clock_now(), home.posting_times from home
     on conflict (workspace_id, platform, account_id) do update set
       name = excluded.name, username = excluded.username, avatar_url = excluded.avatar_url,
       limits = excluded.limits, limits_read_at = excluded.limits_read_at, reconnect_by = excluded.reconnect_by,
       reconnect_told_at = excluded.reconnect_told_at, needs_reconnect = false, deleted_at = null,
       avatar_due_at = excluded.avatar_due_at, avatar_tries = 0, ${REOPENED}
     returning ${CHANNEL}, xmax = 0 as created`,
    [
      write.workspaceId,
      write.platform,
      write.account.id,
      write.account.name,
      write.account.username,
      write.account.avatarUrl,
      JSON.stringify(write.limits),
      write.reconnectBy,
    ],
  );
  if (row !== undefined) await wakeWorkers(tx);
  return row;
}

/**
 * Keeps the row, for the channel's history. The caller also takes its grant away, and removes the picture with the
 * returned key. Undefined if there is no such channel.
 */
export async function removeChannel(tx: Tx, workspaceId: number, id: number) {
  return tx.row<{ avatar_key: string | null }>(
    `with old as (
       select id, avatar_key from channels where workspace_id = $1 and id = $2 and deleted_at is null
       for no key update)
     update channels c set deleted_at = clock_now(), needs_reconnect = true, ${UNPAUSED}, avatar_key = null, avatar_size = null,
       avatar_hash = null, avatar_due_at = null
     from old where c.id = old.id returning old.avatar_key`,
    [workspaceId, id],
  );
}

/** A time of day, and its day of the week: 1 is Monday. */
export interface DayTime {
  day: number;
  time: string;
}

export const EVERY_DAY = 0;

/** The first posting time of `times` that is still ahead and free on every channel, within `days`. */
export async function findFreeSlot(
  db: Db,
  ask: {
    workspaceId: number;
    timeZone: string;
    times: readonly DayTime[];
    channelIds: readonly number[];
    /** The id of a post whose own slot counts as free. */
    except: number | null;
    days: number;
  },
): Promise<string | undefined> {
  const row = await db.row<{ slot: string }>(
    `with times as (
       select date + time::time as local
       from (select (clock_now() at time zone $2)::date + n as date from generate_series(0, $5::int) as n) as dates
       join unnest($7::int[], $3::text[]) as t(day, time) on t.day in (${EVERY_DAY}, extract(isodow from date))),
     slots as (select distinct ${momentAt('local', '$2')} as slot from times)
     select slot from slots where slot > clock_now() and slot not in (
       select p.planned_at from targets t join posts p on p.id = t.post_id
       where t.workspace_id = $1 and t.channel_id = any($4) and p.planned_at > clock_now() and p.status <> 'draft'
         and p.id is distinct from $6::bigint)
     order by slot limit 1`,
    [
      ask.workspaceId,
      ask.timeZone,
      ask.times.map(({ time }) => time),
      ask.channelIds,
      ask.days,
      ask.except,
      ask.times.map(({ day }) => day),
    ],
  );
  return row?.slot;
}

export interface ShownNames {
  name: string;
  username: string;
}

/** With a lock. Undefined if the channel was removed meanwhile. */
export async function readState(tx: Tx, workspaceId: number, id: number) {
  return tx.row<ShownNames>(
    `select name, username from channels where workspace_id = $1 and id = $2 and deleted_at is null
     for no key update`,
    [workspaceId, id],
  );
}

/**
 * Stores what the network said of the account, if it did, and that it was asked. Returns the names after that. The
 * picture is copied if its address changed, or `asksForAvatar`: the network names the address only when it is asked.
 */
export async function noteLook(
  tx: Tx,
  workspaceId: number,
  id: number,
  { limits, account }: AccountState,
  asksForAvatar: boolean,
): Promise<ShownNames> {
  const row = await tx.row<ShownNames>(
    `update channels set limits_read_at = clock_now(), limits = coalesce($3::jsonb, limits),
       name = coalesce($4::text, name), username = coalesce($5::text, username),
       avatar_url = case when $7 then $6::text else avatar_url end,
       avatar_due_at = case when $8 or $7 and $6 is distinct from avatar_url then clock_now() else avatar_due_at end,
       avatar_tries = case when $8 or $7 and $6 is distinct from avatar_url then 0 else avatar_tries end
     where workspace_id = $1 and id = $2 returning name, username`,
    [
      workspaceId,
      id,
      limits === undefined ? null : JSON.stringify(limits),
      account?.name,
      account?.username,
      account?.avatarUrl,
      account !== undefined,
      asksForAvatar,
    ],
  );
  if (row === undefined) throw new Error('the channel is gone');
  return row;
}

/** For all channels that share the channel's grant. Locks them in the order of their ids. */
export async function setReconnectBy(
  tx: Tx,
  { workspace_id, id }: Pick<ChannelRow, 'workspace_id' | 'id'>,
  reconnectBy: Date | null,
): Promise<void> {
  await tx.rows(
    `with holder as (select coalesce(grant_of, id) as id from channels where workspace_id = $1 and id = $2),
     users as (
       select c.id from channels c, holder where c.workspace_id = $1 and (c.id = holder.id or c.grant_of = holder.id)
       order by c.id for no key update of c)
     update channels set reconnect_by = $3 where id in (select id from users)`,
    [workspace_id, id, reconnectBy],
  );
}

export interface EndingSoon {
  id: number;
  workspace_id: number;
  reconnect_by: string;
  /** The grant that the channel shares with others. */
  login_id: number | null;
}

/** Channels whose next reminder is due. They count as told from now on. */
export async function listEndingSoon(tx: Tx, limit: number) {
  return tx.rows<EndingSoon>(
    `with due as (
       select id from channels where deleted_at is null and not needs_reconnect and reconnect_by > clock_now()
         and exists (
           select from unnest(array[14, 7, 1]) as ahead(days), make_interval(days => days) as span
           where reconnect_by - span <= clock_now() and coalesce(reconnect_told_at < reconnect_by - span, true))
       order by id limit $1 for no key update skip locked)
     update channels c set reconnect_told_at = clock_now() from due where c.id = due.id
     returning c.id, c.workspace_id, c.reconnect_by,
       (select g.id from grants g where ${USES_GRANT} and g.login is not null) as login_id`,
    [limit],
  );
}

/** Channels that were last looked at more than a day ago. */
export async function listStaleChannels(db: Db, platforms: readonly string[]) {
  return db.rows<ChannelRow>(
    `select ${CHANNEL} from channels c where c.platform = any($1) and c.deleted_at is null
       and not c.needs_reconnect and c.limits_read_at < clock_now() - interval '1 day'
     order by c.limits_read_at limit 100`,
    [platforms],
  );
}
