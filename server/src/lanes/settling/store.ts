/** All SQL that updates targets, posts and lanes when attempts end. */
import type { EventData, EventKind } from '@belfry/contract/event-kinds.ts';
import { postMoves, targetMoves } from '@belfry/contract/lifecycle.ts';
import type { TargetStatus } from '@belfry/contract/targets.ts';
import type { PublishedPart } from '@belfry/networks/core/network.ts';
import type { Tx } from '../../db/database.ts';
import { listed } from '../../db/listed.ts';
import { toStorableJson } from '../../db/storable.ts';
import { eventSql, kindSql } from '../../events/index.ts';
import { USES_GRANT } from '../gates/sql.ts';
import { OPEN_TARGETS, SETTLED_COLUMNS, settledTargets } from '../sql.ts';
import type { Claim } from '../store.ts';

// When a lane is next due: at the earliest `wake_at` of its targets or, while a person must sign in, when the grace of
// its earliest target ends. Never before now, so that a lane that was just served queues up behind the other lanes.
const laneDue = (others: string, extra: string, held: string) => `
  (select case when first.at is null then null else greatest(first.at, clock_now()) end from (
     select least(${extra}, case when ${held}
       then (select t.due_at + make_interval(hours => w.grace_hours) from targets t, workspaces w
             where t.channel_id = c.id and t.wake_at is not null and w.id = c.workspace_id and ${others}
             order by t.due_at limit 1)
       else (select t.wake_at from targets t
             where t.channel_id = c.id and t.wake_at is not null and ${others}
             order by t.wake_at limit 1) end) as at) as first)`;

/** Updates when these lanes are next due. Skips lanes that are busy, and lanes to which a save is adding targets. */
export async function drainLanes(tx: Tx, ids: readonly number[]): Promise<void> {
  const quiet = await tx.rows<{ id: number }>(
    'select id from channels where id = any($1) and busy_until <= clock_now() for update skip locked',
    [ids],
  );
  if (quiet.length === 0) return;
  await tx.rows(
    `update channels c set next_due_at = ${laneDue('true', 'null::timestamptz', 'c.needs_reconnect and c.deleted_at is null')}
     where c.id = any($1)`,
    [quiet.map(({ id }) => id)],
  );
}

/** An event of one of these kinds, with its data. */
type EventOf<Kinds extends EventKind> = { [Kind in Kinds]: { kind: Kind; data: EventData[Kind] } }[Kinds];
type SettlementEvent = EventOf<
  'target.published' | 'target.handed_over' | 'target.failed' | 'target.held' | 'target.put_off'
>;

/** The changes that an outcome makes to a target, its channel and its post. */
export interface Settlement {
  claim: Pick<Claim, 'target_id' | 'lease' | 'post_id'> & { channel: { id: number } };
  status: TargetStatus;
  error: EventData['target.failed'] | null;
  warnings: readonly string[];
  externalId: string | null;
  externalUrl: string | null;
  /** The visible parts, in order. Null: there is only one. */
  parts: readonly PublishedPart[] | null;
  /** Seconds until a worker must handle the target again. Null: it is settled. */
  wakeIn: number | null;
  /** Failed tries so far. Each makes the next wait longer. */
  tries: number;
  /** Seconds for which nothing of the channel may go out. */
  pauseLane: number;
  /** Version of the grant that the network refused. */
  grantVersion: number | null;
  /** With `target.held`, the channel needs a person, too. */
  event: SettlementEvent;
}

// The lock of a post makes its targets settle one after the other, so that the last one sees the status of all others.
// `any` waits for locks, so it locks lanes before posts. `none` never waits, so its order does not matter. A lane
// is `quiet` when no transaction is adding targets to it: a save locks its lanes for key share, which conflicts with
// `for update` only.
const ids = (of: string) => `(select coalesce(jsonb_agg(id), '[]') from ${of})`;
const quiet = '(select id from channels where id = any($2) for update skip locked)';
const LOCK = {
  none: `
    with post as (select id from posts where id = any($1) for no key update skip locked),
      quiet as ${quiet},
      lane as (select id from channels where id = any($2) for no key update skip locked)
    select ${ids('post')} as posts, ${ids('quiet')} as quiet, ${ids('lane')} as lanes`,
  any: `
    with lane as (select id from channels where id = any($2) order by id for no key update),
      post as (select id from posts where id = any($1) order by id for no key update),
      quiet as ${quiet}
    select ${ids('lane')} as lanes, ${ids('post')} as posts, ${ids('quiet')} as quiet`,
};

const IS_PUBLISHED = `moved.status = ${listed(postMoves.succeed.to)}`;

// A person may have signed in again since the network refused the old grant. Then the target is not held, but tried
// with the new grant. A sign-in locks the lane first, so this statement sees it.
const SETTLE = `
  with requested as (
    select a.*, a.hold and exists (
        select from targets t join channels c on c.id = t.channel_id join grants g on ${USES_GRANT}
        where t.id = a.target_id and not c.needs_reconnect and g.version is distinct from a.grant_version) as renewed
    from json_to_recordset($1) as a(target_id bigint, lease_id uuid, status text, error jsonb, warnings jsonb,
      external_id text, external_url text, parts jsonb, wake_in float8, tries int, pause float8, hold boolean,
      grant_version bigint, kind text, data jsonb)),
  outcome as (
    select s.target_id, s.lease_id, s.status, s.error, s.external_id, s.external_url, s.parts, s.wake_in, s.tries, s.pause,
      s.hold and not s.renewed as needs_reconnect,
      case when s.renewed then '[]' else s.warnings end as warnings,
      case when s.renewed then ${kindSql('target.put_off')} else s.kind end as kind,
      case when s.renewed then s.data || '{"because": "interrupted", "seconds": 0}' else s.data end as data
    from requested s),
  target as (
    update targets t set status = outcome.status, error = outcome.error, warnings = outcome.warnings,
      external_id = coalesce(outcome.external_id, t.external_id), external_url = coalesce(outcome.external_url, t.external_url),
      parts = coalesce(outcome.parts, t.parts),
      tries = outcome.tries, crashes = 0, held_by = null, lease_id = null, asking = t.asking and outcome.wake_in is not null,
      published_at = case when outcome.status = ${listed(targetMoves.publish.to)} then clock_now() end,
      wake_at = clock_now() + make_interval(secs => outcome.wake_in)
    from outcome where t.id = outcome.target_id and t.held_by = outcome.lease_id and t.status = ${listed(targetMoves.start.to)}
    returning t.*, outcome.lease_id as lease),
  all_of_post as (
    select t.post_id,
      count(*) filter (where coalesce(target.status, t.status) in (${OPEN_TARGETS})) as open,
      count(*) filter (where coalesce(target.status, t.status) = ${listed(targetMoves.fail.to)}) as failed,
      count(*) filter (where coalesce(target.status, t.status) not in (${listed(...targetMoves.start.from)})) as begun
    from targets t left join target on target.id = t.id
    where t.post_id in (select post_id from target) group by t.post_id),
  post as (
    update posts p set version = version + 1, updated_at = clock_now(), status = moved.status,
      published_at = case when ${IS_PUBLISHED} then clock_now() end,
      scheduled_at = case when ${IS_PUBLISHED} then clock_now() else p.scheduled_at end
    from (select post_id, case
        when open > 0 and begun = 0 then ${listed(postMoves.hold.to)}
        when open > 0 then ${listed(postMoves.start.to)}
        when failed > 0 then ${listed(postMoves.fail.to)}
        else ${listed(postMoves.succeed.to)} end as status from all_of_post) as moved
    where p.id = moved.post_id returning p.id, p.workspace_id, p.status),
  ended as (
    select target.channel_id, array_agg(target.id) as ids, max(outcome.pause) as pause,
      bool_or(outcome.needs_reconnect) as needs_reconnect, max(target.published_at) as published_at,
      min(target.wake_at) as wake_at, min(target.due_at) filter (where target.wake_at is not null) as due_at
    from target join outcome on outcome.lease_id = target.lease group by target.channel_id),
  lane as (
    update channels c set
      busy_until = case when exists (
          select from targets t where t.channel_id = c.id and t.held_by is not null and t.id <> all(ended.ids))
        then c.busy_until else '-infinity' end,
      paused_until = greatest(c.paused_until, clock_now() + make_interval(secs => ended.pause)),
      needs_reconnect = c.needs_reconnect or ended.needs_reconnect,
      last_published_at = coalesce(ended.published_at, c.last_published_at),
      next_due_at = case when c.id = any($2) then ${laneDue(
        't.id <> all(ended.ids)',
        `case when (c.needs_reconnect or ended.needs_reconnect) and c.deleted_at is null
              then ended.due_at + make_interval(hours => (select grace_hours from workspaces where id = c.workspace_id))
              else ended.wake_at end`,
        '(c.needs_reconnect or ended.needs_reconnect) and c.deleted_at is null',
      )} else clock_now() end
    from ended where c.id = ended.channel_id
    returning c.id, c.next_due_at <= clock_now() and c.busy_until <= clock_now() and c.paused_until <= clock_now()
      and c.paused_at is null as due),
  event as (
    insert into events (workspace_id, post_id, target_id, channel_id, kind, data)
    select target.workspace_id, target.post_id, target.id, target.channel_id, outcome.kind, outcome.data
    from target join outcome on outcome.lease_id = target.lease
    union all
    select target.workspace_id, null, null, target.channel_id, ${eventSql('channel.needs_reconnect', { message: "outcome.data->>'message'" })}
    from target join outcome on outcome.lease_id = target.lease join channels c on c.id = target.channel_id
    where outcome.needs_reconnect and not c.needs_reconnect and c.deleted_at is null
    union all
    select post.workspace_id, post.id, null, null,
      case post.status when ${listed(postMoves.succeed.to)} then ${kindSql('post.published')} else ${kindSql('post.failed')} end,
      jsonb_build_object('targets', ${settledTargets(`select ${SETTLED_COLUMNS} from target where post_id = post.id union all
        select ${SETTLED_COLUMNS} from targets where post_id = post.id and id not in (select id from target)`)})
    from post where post.status in (${listed(postMoves.succeed.to, postMoves.fail.to)}))
  select target.lease, lane.due from target join lane on lane.id = target.channel_id`;

export type Settled = 'settled' | 'settled_lane_due' | 'lost' | 'busy';

/**
 * Stores how attempts ended, in one transaction. `settled_lane_due`: it is settled, and the lane may have another target
 * that is due. `lost`: the attempt has lost its lease. `busy`: another transaction has locked the post or the lane, and
 * `wait` is `none`. In the last two cases nothing is stored for that target.
 */
export async function settleTargets(
  tx: Tx,
  settlements: readonly Settlement[],
  wait: 'none' | 'any',
): Promise<Settled[]> {
  const locked = await tx.row<Record<'posts' | 'lanes' | 'quiet', number[]>>(LOCK[wait], [
    settlements.map(({ claim }) => claim.post_id),
    settlements.map(({ claim }) => claim.channel.id),
  ]);
  const [posts, lanes] = [new Set(locked?.posts), new Set(locked?.lanes)];
  const isFree = ({ claim }: Settlement) => posts.has(claim.post_id) && lanes.has(claim.channel.id);
  const rows = await tx.last.rows<{ lease: string; due: boolean | null }>(SETTLE, [
    toStorableJson(settlements.filter(isFree).map(toRow)),
    locked?.quiet ?? [],
  ]);
  const dueByLease = new Map(rows.map(({ lease, due }) => [lease, due]));
  return settlements.map((settlement) => {
    const due = dueByLease.get(settlement.claim.lease);
    if (due !== undefined) return due === true ? 'settled_lane_due' : 'settled';
    return isFree(settlement) ? 'lost' : 'busy';
  });
}

function toRow({
  claim,
  externalId,
  externalUrl,
  wakeIn,
  pauseLane,
  grantVersion,
  event,
  ...more
}: Settlement) {
  return {
    ...more,
    ...event,
    target_id: claim.target_id,
    lease_id: claim.lease,
    external_id: externalId,
    external_url: externalUrl,
    wake_in: wakeIn,
    pause: pauseLane,
    hold: event.kind === 'target.held',
    grant_version: grantVersion,
  };
}
