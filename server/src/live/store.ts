/** All SQL of removals, and of planning and claiming what is read again. */

import type { AccountLimits } from '@belfry/networks/core/limits.ts';
import type { PublishedPart } from '@belfry/networks/core/network.ts';
import type { Platform } from '@belfry/networks/rules.ts';
import type { Db, Tx } from '../db/database.ts';
import { toStorableJson } from '../db/storable.ts';
import { eventSql } from '../events/index.ts';
import { GATE_CTES, isQuietFor, LANE_OF_C, type Lane } from '../lanes/index.ts';
import { markRemoved } from '../posts/index.ts';

/** The visible parts of a published target `t`; null if it is not published or has no id. */
export const PARTS = `case when t.status = 'published' and t.external_id is not null then
  coalesce(t.parts, jsonb_build_array(jsonb_build_object('id', t.external_id, 'url', t.external_url))) end`;

export interface PublishedTarget {
  id: number;
  channel_id: number;
  platform: Platform;
  /** Of the account. */
  limits: AccountLimits;
  parts: PublishedPart[] | null;
}

export async function findTarget(tx: Tx, workspaceId: number, postId: number, targetId: number) {
  return tx.row<PublishedTarget>(
    `select t.id, t.channel_id, c.platform, c.limits, ${PARTS} as parts
     from targets t join channels c on c.id = t.channel_id
     where t.workspace_id = $1 and t.post_id = $2 and t.id = $3`,
    [workspaceId, postId, targetId],
  );
}

export interface RemovalRow {
  target_id: number;
  requested_at: string;
  removed_at: string | null;
}

/** The removal of a target that runs or has succeeded. */
export async function findRemoval(tx: Tx, workspaceId: number, targetId: number) {
  return tx.row<RemovalRow>(
    `select r.target_id, r.requested_at, t.removed_at from removals r join targets t on t.id = r.target_id
     where r.workspace_id = $1 and r.target_id = $2 and (r.next_at is not null or t.removed_at is not null)`,
    [workspaceId, targetId],
  );
}

/** Requests a removal, also one that has failed before. A worker takes it up at once. */
export async function requestRemoval(
  tx: Tx,
  { id, channel_id, parts }: PublishedTarget,
  { workspaceId, postId, userId }: { workspaceId: number; postId: number; userId: number },
) {
  return tx.row<RemovalRow>(
    `with event as (
       insert into events (workspace_id, post_id, target_id, channel_id, user_id, kind, data)
       values ($2, $3, $1, $4, $5, ${eventSql('target.removal_requested', {})}))
     insert into removals as r (target_id, workspace_id, post_id, channel_id, user_id, parts, next_at)
     values ($1, $2, $3, $4, $5, $6, clock_now())
     on conflict (target_id) do update set user_id = excluded.user_id, tries = 0, requested_at = clock_now(),
       next_at = clock_now()
     returning r.target_id, r.requested_at, null as removed_at`,
    [id, workspaceId, postId, channel_id, userId, toStorableJson(parts)],
  );
}

/** A removal that this worker has claimed. */
export interface DueRemoval {
  target_id: number;
  /** Identifies the claim: another worker's is later. */
  next_at: string;
  tries: number;
  parts: PublishedPart[];
  /** Seconds since the request. */
  age: number;
  channel: Lane;
}

/** Claims removals for `lease` seconds. */
export async function claimRemovals(db: Db, limit: number, lease: number) {
  return db.rows<DueRemoval>(
    `with due as (
       select target_id from removals where next_at <= clock_now() order by next_at limit $1
       for update skip locked)
     update removals r set next_at = clock_now() + make_interval(secs => $2)
     from due, channels c where r.target_id = due.target_id and c.id = r.channel_id
     returning r.target_id, r.next_at, r.tries, r.parts,
       extract(epoch from clock_now() - r.requested_at)::float8 as age, jsonb_build_object(${LANE_OF_C}) as channel`,
    [limit, lease],
  );
}

/** The rest of the parts, after one was deleted. False if another worker has the removal. */
export async function keepParts(
  db: Db,
  { target_id, next_at }: DueRemoval,
  parts: readonly PublishedPart[],
): Promise<boolean> {
  const row = await db.row(
    'update removals set parts = $3 where target_id = $1 and next_at = $2 returning target_id',
    [target_id, next_at, toStorableJson(parts)],
  );
  return row !== undefined;
}

export async function putOff(db: Db, { target_id, next_at }: DueRemoval, seconds: number): Promise<void> {
  await db.rows(
    `update removals set tries = tries + 1, next_at = clock_now() + make_interval(secs => $3)
     where target_id = $1 and next_at = $2`,
    [target_id, next_at, seconds],
  );
}

/** All parts are gone. */
export async function endRemoval(tx: Tx, { target_id, next_at }: DueRemoval): Promise<void> {
  await markRemoved(tx, target_id);
  await tx.rows(
    `with ended as (
       update removals set next_at = null, parts = '[]' where target_id = $1 and next_at = $2 returning *)
     insert into events (workspace_id, post_id, target_id, channel_id, kind, data)
     select workspace_id, post_id, target_id, channel_id, ${eventSql('target.removed', {})} from ended`,
    [target_id, next_at],
  );
}

/** The network refused, or gave no answer for too long. The event names the person who asked, who gets a notice. */
export async function failRemoval(
  tx: Tx,
  { target_id, next_at }: DueRemoval,
  message: string,
): Promise<void> {
  await tx.rows(
    `with ended as (update removals set next_at = null where target_id = $1 and next_at = $2 returning *)
     insert into events (workspace_id, post_id, target_id, channel_id, user_id, kind, data)
     select workspace_id, post_id, target_id, channel_id, user_id,
       ${eventSql('target.removal_failed', { message: '$3::text' })} from ended`,
    [target_id, next_at, message],
  );
}

/** The published target `t` has no page, and can still get one. */
export const LACKS_PAGE = `t.status = 'published' and t.external_id is not null and t.external_url is null and t.removed_at is null`;

/** The targets `t` that are read again after publishing: for their numbers, and for their page. */
const READ_AGAIN = {
  measurements: "t.status = 'published' and t.external_id is not null",
  revisits: LACKS_PAGE,
};

type Readings = keyof typeof READ_AGAIN;

/** Plans the first reading, `first` seconds after publishing, of what these networks published `within` seconds. */
export async function planReadings(
  db: Db,
  table: Readings,
  platforms: readonly string[],
  { within, first }: { within: number; first: number },
): Promise<void> {
  await db.rows(
    `insert into ${table} (target_id, workspace_id, channel_id, next_at)
     select t.id, t.workspace_id, t.channel_id, t.published_at + make_interval(secs => $3)
     from targets t join channels c on c.id = t.channel_id
     where ${READ_AGAIN[table]} and t.published_at > clock_now() - make_interval(secs => $2)
       and c.platform = any($1) and c.deleted_at is null
       and not exists (select from ${table} r where r.target_id = t.id)
     order by t.published_at limit 1000
     on conflict do nothing`,
    [platforms, within, first],
  );
}

/** In seconds, except `limit`. */
export interface Claiming {
  limit: number;
  lease: number;
  margin: number;
}

/**
 * `claimed`: at most $1 readings that are due, for $2 seconds. Leaves out channels that have something to publish within
 * $3 seconds, because publishing comes first, and those whose network has asked for a pause. Ends the readings of targets
 * that do not fit the condition any more.
 */
export const claimOf = (table: Readings, condition: string) => `${GATE_CTES},
  due as (
    select r.target_id from ${table} r join channels c on c.id = r.channel_id
    where r.next_at <= clock_now() and c.deleted_at is null and not c.needs_reconnect and ${isQuietFor('$3')}
    order by r.next_at limit $1 for update of r skip locked),
  claimed as (
    update ${table} r set next_at = case when ${condition} then clock_now() + make_interval(secs => $2) end
    from due join targets t on t.id = due.target_id where r.target_id = due.target_id returning r.*)`;
