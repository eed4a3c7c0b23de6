/** All SQL of lanes and leases: which lanes are due, and which worker has which target. */
import { postMoves, targetMoves } from '@belfry/contract/lifecycle.ts';
import type { ImageFit } from '@belfry/networks/core/images.ts';
import type { JsonObject } from '@belfry/networks/core/json.ts';
import type { Db, Tx } from '../db/database.ts';
import { listed } from '../db/listed.ts';
import { eventSql } from '../events/index.ts';
import { appOf, GATE_CTES, NO_GATES, PASSES, REOPENING, waitsAt } from './gates/sql.ts';
import { LANE_OF_C, type Lane } from './lane.ts';
import { OPEN_POSTS, OPEN_TARGETS, WAKE } from './sql.ts';

/** Seconds after its last heartbeat at which another worker may take over a worker's targets. */
export const LEASE = 15;

/** Targets that a lane gives out at once, if the worker knows that its network answers quickly. */
export const MOST_OF_QUICK = 32;

/** A target that this worker has leased, with everything that publishing it needs. */
export interface Claim {
  target_id: number;
  /** Names the lease. */
  lease: string;
  workspace_id: number;
  post_id: number;
  text: string;
  settings: JsonObject;
  /** The target's own files. Null: those of the post. */
  media_ids: number[] | null;
  image_fit: ImageFit;
  /** Seconds since it became due. */
  late: number;
  tries: number;
  /** Claims in a row, this one included, of which no outcome was stored so far. */
  crashes: number;
  /** The network is only asked whether the post is live. Nothing is sent. */
  asking: boolean;
  /** Digest of the approved version. Null if the post needed no approval. */
  approved_digest: string | null;
  grace_hours: number;
  due: string;
  /** A gate lets only this attempt pass: its outcome says whether the network accepts calls of the app again. */
  probes: boolean;
  channel: Lane & { needs_reconnect: boolean; deleted: boolean };
}

// A person's pause lets an attempt end that was in flight, also if its worker was lost.
const NOT_PAUSED = `(c.paused_at is null
  or exists (select from targets f where f.channel_id = c.id and f.held_by is not null))`;

/** Condition on `channels c`: the lane is due, no worker has it, and it is not paused. */
export const FREE = `next_due_at <= clock_now() and busy_until <= clock_now() and paused_until <= clock_now()
  and ${NOT_PAUSED}`;

// Lanes are locked before posts and targets, but a save locks its post first. So this statement never waits for a lock
// (`skip locked`): a lane or post that another transaction has locked is left for the next claim. A lane gives out the
// first target whose lease has expired, and releases the others; else its earliest due targets, and none behind one that it
// cannot give out or that may have crashed a worker. A lane is held while a person must sign in: it gives out only targets
// that have waited longer than the grace.
// PostgreSQL expects few rows of a range of places, so it reads targets and posts by their indexes.
// A locking read returns the newest version of its row. All other reads see the statement's snapshot, which may be
// older. So the post's text comes from the locking read, and a later statement reads its media. A gate is passed only if
// the locking read returns the version of the snapshot: then no other claim has let lanes pass that this one cannot see.
const DUE = `
    select c.*, c.needs_reconnect and c.deleted_at is null as held from channels c
    where ${FREE} and c.workspace_id <> all($2)
      and coalesce((select beat from installation), $3::bigint) >= $3::bigint`;
const IN_TURN = 'order by c.next_due_at limit $1 for no key update skip locked';

const UNGATED_LANES = `
  lanes as (select due.*, null::bigint as gate_id, false as probes from (${DUE} and ${NO_GATES} ${IN_TURN}) as due)`;

const GATED_LANES = `${GATE_CTES},
  due as (${DUE} and ${PASSES} ${IN_TURN}),
  queued as (
    select due.id, gate.id as gate_id, gate.version, gate.free, gate.is_narrow,
      row_number() over (partition by gate.id order by due.next_due_at, due.id) as place
    from due cross join lateral (select ${appOf('due.id')} as app_id) g
      join gate on ${waitsAt('gate', 'due.platform')}),
  locked as (
    select id, version from gates where id in (select gate_id from queued) for no key update skip locked),
  lanes as (
    select due.*, queued.gate_id, coalesce(queued.is_narrow, false) as probes from due left join queued using (id)
    where queued.id is null or queued.place <= queued.free
      and exists (select from locked where locked.id = queued.gate_id and locked.version = queued.version))`;

const NOTE_PASSED = `
  passed as (
    update gates a set version = a.version + 1, moved_at = clock_now(),
      probe = case when a.is_narrow then passing.ids[1] else a.probe end,
      lanes = array(select id from channels where id = any(a.lanes) and busy_until > clock_now()) || passing.ids
    from (select lanes.gate_id, array_agg(lanes.id) as ids from lanes join claimed on claimed.channel_id = lanes.id
          where lanes.gate_id is not null group by lanes.gate_id) as passing
    where a.id = passing.gate_id),`;

// PostgreSQL plans this statement anew each time. So the parts about gates, which take half a millisecond to plan, are
// in it only if there are gates.
const claimSql = (isGated: boolean) => `
  with ${isGated ? GATED_LANES : UNGATED_LANES},
  chosen as (
    select channel_id, held, grace_hours, lost is not null as is_lost, coalesce(lost[1:1],
      array(select t.id from targets t where t.channel_id = due.channel_id and t.wake_at is not null
         and t.due_at <= clock_now() - case when held then make_interval(hours => grace_hours) else interval '0' end
         and (held or t.wake_at <= clock_now())
       order by t.due_at, t.id limit most)) as ids
    from (
      select l.id as channel_id, l.held, w.grace_hours,
        (select array_agg(t.id order by t.due_at, t.id) from targets t
         where t.channel_id = l.id and t.held_by is not null) as lost,
        case when l.id = any($4) and not l.held and not l.probes then ${MOST_OF_QUICK} else 1 end as most
      from lanes l join workspaces w on w.id = l.workspace_id) as due),
  picked as (
    select channel_id, held, grace_hours, is_lost, target_id, place
    from chosen cross join unnest(ids) with ordinality as of_lane(target_id, place)
    where place between 1 and ${MOST_OF_QUICK}),
  free as (
    select p.id, p.content, encode(p.approved_digest, 'hex') as approved_digest from posts p
    where p.id in (select t.post_id from targets t join picked on picked.target_id = t.id)
      and p.status in (${OPEN_POSTS})
    for no key update skip locked),
  given as (
    select *, gen_random_uuid() as lease, row_number() over (partition by channel_id order by place desc) = 1 as is_last
    from (
      select picked.*, bool_and(free.id is not null and (picked.place = 1 or t.crashes = 0))
        over (partition by picked.channel_id order by picked.place) as is_free
      from picked join targets t on t.id = picked.target_id left join free on free.id = t.post_id) as in_order
    where is_free),
  released as (
    update targets t set held_by = null, lease_id = null, wake_at = clock_now()
    from given where given.is_lost and t.channel_id = given.channel_id and t.held_by is not null and t.id <> given.target_id),
  claimed as (
    update targets t set status = ${listed(targetMoves.start.to)}, held_by = given.lease,
      lease_id = case when given.is_last and (not given.is_lost or t.lease_id is not null) then given.lease end,
      crashes = t.crashes + 1, wake_at = clock_now() + make_interval(secs => ${LEASE})
    from given
    where t.id = given.target_id and t.status in (${OPEN_TARGETS}) and (t.wake_at <= clock_now() or given.held)
    returning t.*),
  started as (
    update posts p set status = ${listed(postMoves.start.to)}, version = version + 1, updated_at = clock_now()
    from claimed where p.id = claimed.post_id and p.status in (${listed(...postMoves.start.from)})),
${isGated ? NOTE_PASSED : ''}
  busy as (
    update channels c set busy_until = clock_now() + make_interval(secs => ${LEASE})
    where c.id = any(array(select channel_id from claimed))),
  event as (
    insert into events (workspace_id, post_id, target_id, channel_id, kind, data)
    select t.workspace_id, t.post_id, t.id, t.channel_id,
      ${eventSql('target.started', { late_ms: 'round(extract(epoch from clock_now() - t.due_at) * 1000)' })}
    from claimed t),
  claims as (
    select t.id as target_id, t.held_by as lease, t.workspace_id, t.post_id, coalesce(t.content, free.content) as text,
      t.settings, t.media_ids, t.image_fit, t.tries, t.crashes, t.asking, t.due_at as due, picked.grace_hours, free.approved_digest, c.probes,
      extract(epoch from clock_now() - t.due_at)::float8 as late,
      jsonb_build_object(${LANE_OF_C}, 'needs_reconnect', c.needs_reconnect, 'deleted', c.deleted_at is not null) as channel
    from claimed t join picked on picked.target_id = t.id join lanes c on c.id = t.channel_id
    join free on free.id = t.post_id)
  select (select coalesce(jsonb_agg(claims order by claims.due, claims.target_id), '[]') from claims) as claims,
    (select coalesce(array_agg(id order by id), '{}') from lanes where id not in (select channel_id from claimed)) as idle,
    not ${NO_GATES} as "isGated"`;
const CLAIM = { gated: claimSql(true), ungated: claimSql(false) };

interface Claimed {
  claims: Claim[];
  idle: number[];
  /** There are gates. The next claim is faster if it expects that. */
  isGated: boolean;
}

interface Claiming {
  /** Workspaces that get nothing. */
  skipped?: readonly number[];
  /** Channels whose networks answer so quickly that their lanes give out several targets at once. */
  quick?: readonly number[];
  /** Claims nothing while the database's heartbeat count is below this one. */
  beat?: number | undefined;
  /** The last claim has seen gates. */
  expectsGates?: boolean;
}

/**
 * Claims up to `limit` due lanes, one target of each, or several of a quick one. `idle` are lanes that were due, but gave
 * out no target.
 */
export async function claimLanes(db: Db, limit: number, claiming: Claiming = {}): Promise<Claimed> {
  const { skipped = [], quick = [], beat = 0, expectsGates = false } = claiming;
  const row = await db.row<Claimed>(expectsGates ? CLAIM.gated : CLAIM.ungated, [
    limit,
    skipped,
    beat,
    quick,
  ]);
  if (row?.isGated && !expectsGates) return claimLanes(db, limit, { ...claiming, expectsGates: true });
  return row ?? { claims: [], idle: [], isGated: false };
}

/** Seconds until a lane is due, at most `horizon`. */
export async function secondsUntilDue(db: Db, horizon: number): Promise<number> {
  // A lane that is free now ends the search at once, even when thousands are due.
  const row = await db.row<{ seconds: number | null }>(
    `with ${GATE_CTES}
     select coalesce(
       (select 0 from channels c where ${FREE} and ${PASSES} limit 1),
       (select extract(epoch from least(
          (select min(greatest(next_due_at, busy_until, paused_until)) from channels c
           where next_due_at <= clock_now() + make_interval(secs => $1) and ${NOT_PAUSED} and ${PASSES}),
          ${REOPENING}) - clock_now())))::float8 as seconds`,
    [horizon],
  );
  return Math.min(horizon, Math.max(0, row?.seconds ?? horizon));
}

/** Prolongs these leases. Returns those that were not lost. */
export async function prolongLeases(db: Db, leases: readonly string[]): Promise<Set<string>> {
  // Lanes are locked before targets. A lane that is already locked is being settled: its lease needs no more time. Targets
  // are locked, too: one that was settled since the snapshot is read again, or its lane would be busy without an attempt.
  const rows = await db.rows<{ lease: string }>(
    `with lanes as (
       select c.id from channels c join targets t on t.channel_id = c.id
       where t.held_by = any($1) for no key update of c skip locked for no key update of t),
     busy as (
       update channels set busy_until = clock_now() + make_interval(secs => ${LEASE})
       where id in (select id from lanes)),
     mine as (
       update targets set wake_at = clock_now() + make_interval(secs => ${LEASE})
       where held_by = any($1) and channel_id in (select id from lanes))
     select held_by as lease from targets where held_by = any($1)`,
    [leases],
  );
  return new Set(rows.map(({ lease }) => lease));
}

/** Ends every lease. Call it only when no other worker can be running. */
export async function releaseAll(db: Db): Promise<number> {
  const rows = await db.rows(
    `with released as (update targets set wake_at = clock_now() where held_by is not null returning channel_id)
     update channels set busy_until = '-infinity', next_due_at = clock_now()
     where id in (select channel_id from released) returning id`,
  );
  return rows.length;
}

/** Ends the lease of a lane, so that it gives out its next target now. */
export async function freeLane(tx: Tx, channelId: number): Promise<void> {
  await tx.rows("update channels set busy_until = '-infinity', next_due_at = clock_now() where id = $1", [
    channelId,
  ]);
}

/** False if the lease was lost, or if another target of the post is being sent. Locks the post. */
export async function isAloneInFlight(
  tx: Tx,
  { target_id, lease, post_id }: Pick<Claim, 'target_id' | 'lease' | 'post_id'>,
): Promise<boolean> {
  await tx.rows('select from posts where id = $1 for no key update', [post_id]);
  const row = await tx.row<{ alone: boolean }>(
    `select count(*) filter (where id = $2 and held_by = $3) = 1 and count(*) = 1 as alone
     from targets where post_id = $1 and status in (${listed(targetMoves.start.to)})`,
    [post_id, target_id, lease],
  );
  return row?.alone === true;
}

/** Makes workers check all lanes now. */
export async function wakeWorkers(tx: Tx): Promise<void> {
  await tx.rows(WAKE);
}

/** Stops all lanes of a workspace that is being erased, by a pause. No claim takes a lane that is paused. */
export async function stopLanes(tx: Tx, workspaceId: number): Promise<void> {
  await tx.rows('select id from channels where workspace_id = $1 order by id for no key update', [
    workspaceId,
  ]);
  await tx.rows(
    `update channels set next_due_at = null, paused_until = clock_now() + interval '100 years' where workspace_id = $1`,
    [workspaceId],
  );
}

/** True while the workspace has an attempt in flight. */
export async function isPublishing(db: Db, workspaceId: number): Promise<boolean> {
  const row = await db.row(
    `select 1 from channels c join targets t on t.channel_id = c.id
     where c.workspace_id = $1 and t.held_by is not null and t.wake_at > clock_now() limit 1`,
    [workspaceId],
  );
  return row !== undefined;
}
