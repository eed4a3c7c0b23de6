/** All SQL of the lanes: who is due, who works on it, and what came of it. */
import type { TargetStatus } from '@belfry/contract/schemas.ts';
import type { JsonObject } from '@belfry/networks/core/json.ts';
import type { AccountLimits } from '@belfry/networks/core/limits.ts';
import type { Db } from '../db/database.ts';
import { listed, postMoves, settledTargets, targetMoves } from '../posts/lifecycle.ts';

/** Seconds a worker may be silent before its work is taken over. */
export const LEASE = 15;

/** A target that this worker now holds, with all that publishing it needs. */
export interface Claim {
  target_id: number;
  lease_id: string;
  workspace_id: number;
  post_id: number;
  text: string;
  settings: JsonObject;
  /** Seconds since it became due. */
  late: number;
  tries: number;
  /** How often a worker took it and was not heard of again, this time included. */
  crashes: number;
  has_media: boolean;
  /** Of what a reviewer approved; null when nobody had to. */
  approved_digest: string | null;
  grace_hours: number;
  due_at: string;
  channel: {
    id: number;
    workspace_id: number;
    platform: string;
    account_id: string;
    name: string;
    username: string;
    avatar_url: string | null;
    limits: AccountLimits;
    needs_reconnect: boolean;
    deleted: boolean;
  };
}

// Lanes are locked before posts and targets everywhere, and nothing waits here: what somebody else is changing
// is left for the next look. A lane takes the target it already holds (its worker's lease has ended), else the
// earliest that is due. A channel that needs a person is held: it gives out only what has waited beyond the grace.
// A lock returns the newest version of its row, while what is read beside it may be older: so the post's text comes
// from its lock, and its media are asked for in a statement of their own.
const CLAIM = `
  with lanes as (
    select c.*, c.needs_reconnect and c.deleted_at is null as held from channels c
    where c.next_due_at <= clock_now() and c.busy_until <= clock_now() and c.paused_until <= clock_now()
    order by c.next_due_at limit $1 for no key update skip locked),
  picked as (
    select l.id as channel_id, l.held, w.grace_hours, coalesce(
      (select t.id from targets t where t.channel_id = l.id and t.lease_id is not null),
      (select t.id from targets t where t.channel_id = l.id and t.wake_at is not null
         and t.due_at <= clock_now() - case when l.held then make_interval(hours => w.grace_hours)
                                            else interval '0' end
         and (l.held or t.wake_at <= clock_now())
       order by t.due_at, t.id limit 1)) as target_id
    from lanes l join workspaces w on w.id = l.workspace_id),
  free as (
    select p.id, p.content, encode(p.approved_digest, 'hex') as approved_digest from posts p
    where p.id in (select t.post_id from targets t join picked on picked.target_id = t.id)
      and p.status in (${listed(...postMoves.start.from, postMoves.start.to)})
    for no key update skip locked),
  claimed as (
    update targets t set status = ${listed(targetMoves.start.to)}, lease_id = gen_random_uuid(), crashes = t.crashes + 1,
      wake_at = clock_now() + make_interval(secs => ${LEASE})
    from picked, free
    where t.id = picked.target_id and t.post_id = free.id and t.status in (${listed(...targetMoves.start.from, targetMoves.start.to)})
      and (t.wake_at <= clock_now() or picked.held)
    returning t.*),
  started as (
    update posts p set status = ${listed(postMoves.start.to)}, version = version + 1, updated_at = clock_now()
    from claimed where p.id = claimed.post_id and p.status in (${listed(...postMoves.start.from)})),
  busy as (
    update channels c set busy_until = clock_now() + make_interval(secs => ${LEASE})
    from claimed where c.id = claimed.channel_id),
  event as (
    insert into events (workspace_id, post_id, target_id, channel_id, kind, data)
    select t.workspace_id, t.post_id, t.id, t.channel_id, 'target.started',
      jsonb_build_object('late_ms', round(extract(epoch from clock_now() - t.due_at) * 1000))
    from claimed t),
  claims as (
    select t.id as target_id, t.lease_id, t.workspace_id, t.post_id, coalesce(t.content, free.content) as text,
      t.settings, t.tries, t.crashes, t.due_at, picked.grace_hours, free.approved_digest,
      extract(epoch from clock_now() - t.due_at)::float8 as late,
      jsonb_build_object('id', c.id, 'workspace_id', c.workspace_id, 'platform', c.platform,
        'account_id', c.account_id, 'name', c.name, 'username', c.username, 'avatar_url', c.avatar_url,
        'limits', c.limits, 'needs_reconnect', c.needs_reconnect, 'deleted', c.deleted_at is not null) as channel
    from claimed t join picked on picked.target_id = t.id join lanes c on c.id = t.channel_id
    join free on free.id = t.post_id)
  select (select coalesce(jsonb_agg(claims order by claims.due_at), '[]') from claims) as claims,
    (select coalesce(array_agg(id), '{}') from lanes where id not in (select channel_id from claimed)) as idle`;

/** Takes up to `limit` due lanes, one target of each; `idle` are lanes that turned out to have nothing to give. */
export async function claimLanes(db: Db, limit: number): Promise<{ claims: Claim[]; idle: number[] }> {
  const row = await db.row<{ claims: Omit<Claim, 'has_media'>[]; idle: number[] }>(CLAIM, [limit]);
  if (row === undefined || row.claims.length === 0) return { claims: [], idle: row?.idle ?? [] };
  const withMedia = await db.rows<{ post_id: number }>(
    'select distinct post_id from post_media where post_id = any($1)',
    [row.claims.map(({ post_id }) => post_id)],
  );
  const illustrated = new Set(withMedia.map(({ post_id }) => post_id));
  const claims = row.claims.map((claim) => ({ ...claim, has_media: illustrated.has(claim.post_id) }));
  return { claims, idle: row.idle };
}

// When a lane next wants attention: its first waking target, or, while a person must sign in, the moment the
// first of them has waited too long. Never before now: who was just served queues up behind the others.
const laneDue = (others: string, extra: string, held: string) => `
  (select case when first.at is null then null else greatest(first.at, clock_now()) end from (
     select least(${extra}, case when ${held}
       then (select t.due_at + make_interval(hours => w.grace_hours) from targets t, workspaces w
             where t.channel_id = c.id and t.wake_at is not null and w.id = c.workspace_id and ${others}
             order by t.due_at limit 1)
       else (select t.wake_at from targets t
             where t.channel_id = c.id and t.wake_at is not null and ${others}
             order by t.wake_at limit 1) end) as at) as first)`;

/** Works out afresh when these lanes are next due. Lanes that are being added to stay as they are. */
export async function drainLanes(tx: Db, ids: readonly number[]): Promise<void> {
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

/** Seconds until a lane is due, at most `horizon`. */
export async function secondsUntilDue(db: Db, horizon: number): Promise<number> {
  const row = await db.row<{ seconds: number | null }>(
    `select extract(epoch from min(greatest(next_due_at, busy_until, paused_until)) - clock_now())::float8 as seconds
     from channels where next_due_at <= clock_now() + make_interval(secs => $1)`,
    [horizon],
  );
  return Math.min(horizon, Math.max(0, row?.seconds ?? horizon));
}

/** Prolongs these leases; answers those that are still held. */
export async function prolongLeases(db: Db, leases: readonly string[]): Promise<Set<string>> {
  // The lanes first, as everywhere; one that is being settled right now needs no more time.
  const rows = await db.rows<{ lease_id: string }>(
    `with lanes as (
       select c.id from channels c join targets t on t.channel_id = c.id
       where t.lease_id = any($1) for no key update of c skip locked),
     busy as (
       update channels set busy_until = clock_now() + make_interval(secs => ${LEASE})
       where id in (select id from lanes)),
     mine as (
       update targets set wake_at = clock_now() + make_interval(secs => ${LEASE})
       where lease_id = any($1) and channel_id in (select id from lanes))
     select lease_id from targets where lease_id = any($1)`,
    [leases],
  );
  return new Set(rows.map(({ lease_id }) => lease_id));
}

/** Ends every lease: only for one who knows that no other worker lives. */
export async function releaseAll(db: Db): Promise<number> {
  const rows = await db.rows(
    `with released as (update targets set wake_at = clock_now() where lease_id is not null returning channel_id)
     update channels set busy_until = '-infinity', next_due_at = clock_now()
     where id in (select channel_id from released) returning id`,
  );
  return rows.length;
}

/** What an outcome makes of a target, its channel and its post. */
export interface Settlement {
  claim: Pick<Claim, 'target_id' | 'lease_id' | 'post_id'> & { channel: { id: number } };
  status: TargetStatus;
  error: JsonObject | null;
  warnings: readonly string[];
  externalId: string | null;
  externalUrl: string | null;
  /** Seconds until it wants attention again; null: it is settled. */
  wakeIn: number | null;
  /** Waits in a row. */
  tries: number;
  /** Seconds for which nothing of the channel may go out. */
  pauseLane: number;
  needsReconnect: boolean;
  event: { kind: string; data: JsonObject };
}

const SETTLE = `
  with target as (
    update targets set status = $5, error = $6, warnings = $7, external_id = coalesce($8, external_id),
      external_url = coalesce($9, external_url), tries = $11, crashes = 0, lease_id = null,
      published_at = case when $5 = 'published' then clock_now() end,
      wake_at = clock_now() + make_interval(secs => $10::float8)
    where id = $1 and lease_id = $2 and status = ${listed(targetMoves.start.to)} returning *),
  others as (
    select count(*) filter (where status in (${listed(...targetMoves.start.from, targetMoves.start.to)})) as open,
      count(*) filter (where status = ${listed(targetMoves.fail.to)}) as failed,
      count(*) filter (where status not in (${listed(...targetMoves.start.from)})) as begun
    from targets where post_id = $3 and id <> $1),
  post as (
    update posts p set version = version + 1, updated_at = clock_now(),
      status = moved.status, scheduled_at = case when moved.status = 'published' then clock_now() else p.scheduled_at end
    from target, others, lateral (select case
        when $5 = ${listed(targetMoves.hold.to)} and others.begun = 0 then ${listed(postMoves.hold.to)}
        when $5 in (${listed(targetMoves.hold.to, targetMoves.start.to)}) or others.open > 0 then ${listed(postMoves.start.to)}
        when $5 = ${listed(targetMoves.fail.to)} or others.failed > 0 then ${listed(postMoves.fail.to)}
        else ${listed(postMoves.succeed.to)} end as status) as moved
    where p.id = $3 returning p.id, p.workspace_id, p.status),
  lane as (
    update channels c set busy_until = '-infinity',
      paused_until = greatest(c.paused_until, clock_now() + make_interval(secs => $12::float8)),
      needs_reconnect = c.needs_reconnect or $13,
      next_due_at = case when $14 then ${laneDue(
        't.id <> $1',
        `case when (c.needs_reconnect or $13) and c.deleted_at is null and target.wake_at is not null
              then target.due_at + make_interval(hours => (select grace_hours from workspaces where id = c.workspace_id))
              else target.wake_at end`,
        '(c.needs_reconnect or $13) and c.deleted_at is null',
      )} else clock_now() end
    from target where c.id = $4),
  event as (
    insert into events (workspace_id, post_id, target_id, channel_id, kind, data)
    select target.workspace_id, target.post_id, target.id, target.channel_id, $15::text, $16::jsonb from target
    union all
    select target.workspace_id, null, null, target.channel_id, 'channel.needs_reconnect', $16::jsonb
    from target join channels c on c.id = target.channel_id
    where $13 and not c.needs_reconnect and c.deleted_at is null
    union all
    select post.workspace_id, post.id, null, null, 'post.' || post.status, 
      ${settledTargets('select * from target union all select * from targets where post_id = $3 and id <> $1')}
    from post where post.status in ('published', 'failed'))
  select (select count(*)::int from target) as settled`;

/** Writes down how an attempt ended. False when the lease was lost: then nothing is written. */
export async function settleTarget(tx: Db, settlement: Settlement): Promise<boolean> {
  const { claim } = settlement;
  // Targets of one post settle one after the other, so that the last one sees all others.
  const locked = await tx.row<{ quiet: boolean }>(
    `with post as (select id from posts where id = $1 for no key update),
       lane as (select id from channels where id = $2 for update skip locked)
     select (select count(*) from lane) = 1 as quiet from post`,
    [claim.post_id, claim.channel.id],
  );
  const row = await tx.row<{ settled: number }>(SETTLE, [
    claim.target_id,
    claim.lease_id,
    claim.post_id,
    claim.channel.id,
    settlement.status,
    settlement.error === null ? null : JSON.stringify(settlement.error),
    JSON.stringify(settlement.warnings),
    settlement.externalId,
    settlement.externalUrl,
    settlement.wakeIn,
    settlement.tries,
    settlement.pauseLane,
    settlement.needsReconnect,
    locked?.quiet === true,
    settlement.event.kind,
    JSON.stringify(settlement.event.data),
  ]);
  return row?.settled === 1;
}

/** Notes that this worker lives and looks for work. */
export async function reportWorker(db: Db, id: string): Promise<void> {
  await db.rows(
    'insert into workers (id) values ($1) on conflict (id) do update set claimed_at = clock_now()',
    [id],
  );
  // Two that were both away would wait for each other, if each held its own row meanwhile.
  await db.rows(
    `delete from workers where id in (
       select id from workers where claimed_at < clock_now() - interval '1 hour' for update skip locked)`,
  );
}

export async function forgetWorker(db: Db, id: string): Promise<void> {
  await db.rows('delete from workers where id = $1', [id]);
}

export interface LaneHealth {
  /** Seconds since any worker last looked for work; null: none ever did. */
  lastClaim: number | null;
  /** Seconds for which the oldest claimable target has been due; 0: nothing waits. */
  oldestDue: number;
}

export async function readLaneHealth(db: Db): Promise<LaneHealth> {
  const row = await db.row<LaneHealth>(
    `select (select extract(epoch from clock_now() - max(claimed_at))::float8 from workers) as "lastClaim",
       coalesce((select extract(epoch from clock_now() - min(greatest(next_due_at, busy_until, paused_until)))::float8
         from channels where next_due_at <= clock_now() and busy_until <= clock_now()
           and paused_until <= clock_now()), 0) as "oldestDue"`,
  );
  return row ?? { lastClaim: null, oldestDue: 0 };
}
