/**
 * All SQL for preparing targets before they are due. A preparation has a lease of its own: the target stays in its queue,
 * and an attempt that begins ends the preparation, whose next write then finds that it has lost the target.
 */
import { targetMoves } from '@belfry/contract/lifecycle.ts';
import type { Db } from '../../db/database.ts';
import { listed } from '../../db/listed.ts';
import { GATE_CTES, PASSES } from '../gates/sql.ts';
import { LANE_OF_C } from '../lane.ts';
import { dueWithin, OPEN_POSTS, preparedAs } from '../sql.ts';
import type { Claim } from '../store.ts';

/** Seconds after its last sign of life at which another process may go on with a preparation. */
const LEASE = 15;
/** Seconds before its time at which a target is left to its attempt. */
const TOO_LATE = 3;
/** A preparation that crashes or fails so often in a row is left to the attempt. */
const MAX_TRIES = 5;

/** A target that this process prepares. `late` is negative. */
export interface Preparation extends Claim {
  /** Digest of what was prepared so far. Null: nothing. */
  digest: string | null;
  /** When the target is checked next, as `noteChecks` expects it. */
  reserved: string | null;
}

/**
 * Reserves up to `limit` targets that may be prepared now, the first due first. `ahead`: seconds before the time, by
 * platform. Left out are targets that a paused or lost channel, or a closed gate, holds back.
 */
export async function claimPreparations(
  db: Db,
  ahead: Readonly<Record<string, number>>,
  limit: number,
): Promise<Preparation[]> {
  const longest = Math.max(0, ...Object.values(ahead));
  const row = await db.row<{ claims: Preparation[] }>(CLAIM, [longest, JSON.stringify(ahead), limit]);
  return row?.claims ?? [];
}

const CLAIM = `
  with ${GATE_CTES},
  soon as (
    select t.*, p.content as text, p.version, encode(p.approved_digest, 'hex') as approved_digest, w.grace_hours,
      jsonb_build_object(${LANE_OF_C}, 'needs_reconnect', false, 'deleted', false) as channel
    from (${dueWithin('$1')}) as due join targets t on t.id = due.target_id join posts p on p.id = due.post_id
      join channels c on c.id = t.channel_id join workspaces w on w.id = t.workspace_id
    where t.status in (${listed(...targetMoves.start.from)}) and p.status in (${OPEN_POSTS})
      and t.held_by is null and not t.asking
      and t.due_at > clock_now() + interval '${TOO_LATE} seconds'
      and t.due_at <= clock_now() + make_interval(secs => ($2::jsonb->>c.platform)::float8)
      and c.deleted_at is null and not c.needs_reconnect and c.paused_at is null
      and c.paused_until <= clock_now() and ${PASSES}
      and exists (select from post_media a where a.post_id = p.id
        union all select from post_files f where f.post_id = p.id)
      and not exists (select from preparations r where r.target_id = t.id and (r.ends_at > clock_now()
        or r.version = p.version and (r.tries >= ${MAX_TRIES} or coalesce(r.next_at > clock_now(), true))))
    order by t.due_at, t.id limit $3),
  taken as (
    insert into preparations as r (target_id, workspace_id, version, lease, ends_at)
    select id, workspace_id, version, gen_random_uuid(), clock_now() + make_interval(secs => ${LEASE}) from soon
    on conflict (target_id) do update set version = excluded.version, lease = excluded.lease, ends_at = excluded.ends_at,
      next_at = clock_now(), tries = case when r.version = excluded.version then r.tries + 1 else 1 end
    where r.ends_at <= clock_now()
    returning r.*),
  claims as (
    select t.id as target_id, r.lease, t.workspace_id, t.post_id, coalesce(t.content, t.text) as text, t.settings,
      t.media_ids, t.image_fit, r.tries - 1 as tries, 0 as crashes, false as asking, t.due_at as due, t.grace_hours,
      t.approved_digest, false as probes, extract(epoch from clock_now() - t.due_at)::float8 as late, t.channel,
      r.digest, t.check_at as reserved
    from taken r join soon t on t.id = r.target_id)
  select coalesce(jsonb_agg(claims order by due, target_id), '[]') as claims from claims`;

/** Prolongs these leases. Returns those that still count: no attempt has the target, and nobody has changed the post. */
export async function prolongPreparations(db: Db, leases: readonly string[]): Promise<Set<string>> {
  const rows = await db.rows<{ lease: string }>(
    `update preparations r set ends_at = clock_now() + make_interval(secs => ${LEASE})
     from targets t join posts p on p.id = t.post_id
     where r.lease = any($1) and t.id = r.target_id and ${preparedAs('r.lease')} and p.version = r.version
     returning r.lease`,
    [leases],
  );
  return new Set(rows.map(({ lease }) => lease));
}

/** Call it before the first step: from now on, the results in the journal are those of this digest. */
export async function noteDigest(
  db: Db,
  { target_id, lease }: Pick<Preparation, 'target_id' | 'lease'>,
  digest: string,
): Promise<void> {
  await db.rows('update preparations set digest = $3 where target_id = $1 and lease = $2', [
    target_id,
    lease,
    digest,
  ]);
}

/** `wait`: seconds until a process goes on; null: nothing is left to do. */
export async function endPreparation(
  db: Db,
  { target_id, lease }: Pick<Preparation, 'target_id' | 'lease'>,
  { wait, hasProgress }: { wait: number | null; hasProgress: boolean },
): Promise<void> {
  await db.rows(
    `update preparations set ends_at = '-infinity', next_at = clock_now() + make_interval(secs => $3),
       tries = case when $4 then 0 else tries end
     where target_id = $1 and lease = $2`,
    [target_id, lease, wait, hasProgress],
  );
}

/** The digest of what was prepared for a target; undefined if nothing was. */
export async function findPreparedDigest(db: Db, targetId: number): Promise<string | undefined> {
  const row = await db.row<{ digest: string | null }>(
    'select digest from preparations where target_id = $1',
    [targetId],
  );
  return row?.digest ?? undefined;
}
