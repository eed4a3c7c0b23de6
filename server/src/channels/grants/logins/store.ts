/**
 * A login is a person's sign-in at a network, which may open several accounts. The network names it.
 *
 * The SQL by which channels begin and end to share the grant of a login. Callers hold the lock of the workspace, so
 * that the channels of a login do not change meanwhile, and then lock these channels before anything else.
 */
import type { Tx } from '../../../db/database.ts';
import { LANE_OF_C, REOPENED, scheduleChecks, USES_GRANT } from '../../../lanes/index.ts';
import { type ChannelRef, type GrantWrite, NEXT, valuesOf } from '../store.ts';

/** Locks every channel that connecting these accounts of these logins can change, in the order of their ids. */
export async function lockLogins(
  tx: Tx,
  workspaceId: number,
  platform: string,
  { accountIds, logins }: { accountIds: readonly string[]; logins: readonly string[] },
): Promise<void> {
  await tx.rows(
    `with holder as (
       select coalesce(c.grant_of, c.id) as id from channels c
       where c.workspace_id = $1 and c.platform = $2 and c.account_id = any($3)
       union select g.channel_id from grants g join channels c on c.id = g.channel_id
       where g.workspace_id = $1 and g.login = any($4) and c.platform = $2)
     select c.id from channels c where c.workspace_id = $1
       and (c.id in (select id from holder) or c.grant_of in (select id from holder))
     order by c.id for no key update`,
    [workspaceId, platform, accountIds, logins],
  );
}

/** Locks the channel and those that share its grant. */
export async function lockSharing(tx: Tx, { workspace_id, id }: ChannelRef): Promise<void> {
  await tx.rows(
    `with holder as (select coalesce(grant_of, id) as id from channels where workspace_id = $1 and id = $2)
     select c.id from channels c, holder where c.workspace_id = $1 and (c.id = holder.id or c.grant_of = holder.id)
     order by c.id for no key update of c`,
    [workspace_id, id],
  );
}

export interface SignedIn extends GrantWrite {
  appId: number | null;
  /** Null: the grant is of this channel only. */
  login: string | null;
  /** As in `ConnectedAccount`. */
  people: readonly string[] | null;
  reconnectBy: Date | null;
}

/**
 * Stores the grant of a new sign-in. A refresh of the former grant that is under way is then discarded. Returns the
 * other channels of the login that were marked as `needs_reconnect`: they are connected again.
 */
export async function saveGrant(tx: Tx, channel: ChannelRef, grant: SignedIn): Promise<RenewedChannel[]> {
  const { workspace_id, id } = channel;
  const former = await tx.row<{ channel_id: number; version: number }>(
    `select g.channel_id, g.version from channels c join grants g on ${USES_GRANT}
     where c.workspace_id = $1 and c.id = $2`,
    [workspace_id, id],
  );
  const shared = grant.login === null ? undefined : await findHolder(tx, channel, grant.login);
  const holder = shared ?? id;
  if (shared === undefined || former?.channel_id !== shared) await passOn(tx, channel);
  if (holder !== id) await shareGrant(tx, channel, holder);
  // A higher version than that of both former grants, so that what an attempt says of an old one is not said of this.
  await tx.rows(
    `insert into grants as g (channel_id, workspace_id, sealed, expires_at, refresh_at, renews, app_id, login, people,
       version)
     values ($2, $1, $3, $4, ${NEXT}, $7, $8, $9, $10, $11)
     on conflict (channel_id) do update set sealed = excluded.sealed, expires_at = excluded.expires_at,
       refresh_at = excluded.refresh_at, renews = excluded.renews, refresh_tries = 0, refreshing_until = '-infinity',
       version = greatest(g.version + 1, excluded.version), app_id = excluded.app_id, login = excluded.login,
       people = excluded.people, updated_at = clock_now()`,
    [
      ...[workspace_id, holder, ...valuesOf(grant), grant.appId, grant.login, grant.people],
      (former?.version ?? 0) + 1,
    ],
  );
  await scheduleChecks(tx, channel);
  return grant.login === null ? [] : renewOthers(tx, channel, holder, grant.reconnectBy);
}

/** The channel that the login's grant names. */
async function findHolder(
  tx: Tx,
  { workspace_id, id }: ChannelRef,
  login: string,
): Promise<number | undefined> {
  const row = await tx.row<{ channel_id: number }>(
    `select g.channel_id from grants g join channels held on held.id = g.channel_id
     join channels c on c.platform = held.platform
     where g.workspace_id = $1 and c.workspace_id = $1 and c.id = $2 and g.login = $3`,
    [workspace_id, id, login],
  );
  return row?.channel_id;
}

/** The channel stops using its grant. If others share the grant, one of them holds it from now on. */
async function passOn(tx: Tx, { workspace_id, id }: ChannelRef): Promise<void> {
  const heir = await tx.row<{ id: number }>(
    'select id from channels where workspace_id = $1 and grant_of = $2 order by id limit 1',
    [workspace_id, id],
  );
  if (heir !== undefined) {
    await tx.rows('update grants set channel_id = $3 where workspace_id = $1 and channel_id = $2', [
      workspace_id,
      id,
      heir.id,
    ]);
    await tx.rows(
      `update channels set grant_of = nullif($3::bigint, id) where workspace_id = $1 and grant_of = $2`,
      [workspace_id, id, heir.id],
    );
  }
  await tx.rows('update channels set grant_of = null where workspace_id = $1 and id = $2', [
    workspace_id,
    id,
  ]);
}

async function shareGrant(tx: Tx, { workspace_id, id }: ChannelRef, holder: number): Promise<void> {
  await tx.rows('delete from grants where workspace_id = $1 and channel_id = $2', [workspace_id, id]);
  await tx.rows('update channels set grant_of = $3 where workspace_id = $1 and id = $2', [
    workspace_id,
    id,
    holder,
  ]);
}

export interface RenewedChannel {
  id: number;
  username: string;
}

async function renewOthers(
  tx: Tx,
  { workspace_id, id }: ChannelRef,
  holder: number,
  reconnectBy: Date | null,
): Promise<RenewedChannel[]> {
  const others = [workspace_id, id, holder];
  const renewed = await tx.rows<RenewedChannel>(
    `update channels set needs_reconnect = false, ${REOPENED}
     where workspace_id = $1 and (id = $3 or grant_of = $3) and id <> $2 and needs_reconnect
     returning id, username`,
    others,
  );
  await tx.rows(
    `update channels set reconnect_by = $4
     where workspace_id = $1 and (id = $3 or grant_of = $3) and id <> $2 and reconnect_by is distinct from $4`,
    [...others, reconnectBy],
  );
  for (const each of renewed) await scheduleChecks(tx, { id: each.id, workspace_id });
  return renewed;
}

/**
 * A removed channel stops using its grant. The grant goes with its last channel. At networks among `revoking`, its login
 * is then to be ended.
 */
export async function leaveGrant(tx: Tx, channel: ChannelRef, revoking: readonly string[]): Promise<void> {
  await passOn(tx, channel);
  await tx.rows(deleteGrants('g.channel_id = $2'), [channel.workspace_id, channel.id, revoking]);
}

/** As {@link leaveGrant}, for up to `limit` grants of a workspace that is being erased. Returns their number. */
export async function eraseGrants(
  tx: Tx,
  workspaceId: number,
  revoking: readonly string[],
  limit: number,
): Promise<number> {
  const some = 'g.channel_id in (select channel_id from grants where workspace_id = $1 limit $2)';
  return (await tx.rows(deleteGrants(some), [workspaceId, limit, revoking])).length;
}

const deleteGrants = (which: string) => `
  with gone as (delete from grants g where g.workspace_id = $1 and ${which} returning g.*),
  queued as (
    insert into revocations (workspace_id, channel_id, platform, account_id, lane, login, sealed, app_id)
    select c.workspace_id, c.id, c.platform, c.account_id, jsonb_build_object(${LANE_OF_C}), gone.login, gone.sealed,
      gone.app_id
    from gone join channels c on c.id = gone.channel_id where c.platform = any($3))
  select channel_id from gone`;
