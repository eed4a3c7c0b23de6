/** All SQL of the numbers of published targets. */
import type { Metrics } from '@belfry/networks/core/metrics.ts';
import type { PublishedPart } from '@belfry/networks/core/network.ts';
import type { Platform } from '@belfry/networks/rules.ts';
import type { Db, Tx } from '../../db/database.ts';
import { toStorableJson } from '../../db/storable.ts';
import { LANE_OF_C, type Lane } from '../../lanes/index.ts';
import { type Claiming, claimOf } from '../store.ts';

export interface DueMeasurement {
  target_id: number;
  taken: number;
  tries: number;
  /** Seconds since the post was published. */
  age: number;
  part: PublishedPart;
}

/** The measurements of one channel that are due. */
export interface DueChannel {
  channel: Lane;
  due: DueMeasurement[];
}

/** Claims measurements, by channel. */
export async function claimMeasurements(db: Db, { limit, lease, margin }: Claiming) {
  return db.rows<DueChannel>(
    `with ${claimOf('measurements', 't.removed_at is null')}
     select jsonb_build_object(${LANE_OF_C}) as channel, jsonb_agg(jsonb_build_object(
         'target_id', t.id, 'taken', m.taken, 'tries', m.tries,
         'age', extract(epoch from clock_now() - t.published_at),
         'part', jsonb_build_object('id', t.external_id, 'url', t.external_url))) as due
     from claimed m join targets t on t.id = m.target_id join channels c on c.id = m.channel_id
     where t.removed_at is null group by c.id`,
    [limit, lease, margin],
  );
}

export interface Reading {
  measurement: DueMeasurement;
  /** Undefined: the network told none. */
  numbers: Metrics | undefined;
}

/** The next measurement has the number `taken`. */
export interface Plan {
  taken: number;
  /** Seconds after the post was published; null: there is no next one. */
  next: number | null;
}

/** Stores a measurement, and plans the next one. */
export async function storeMetrics(
  tx: Tx,
  { measurement: { target_id, taken }, numbers }: Reading,
  plan: Plan,
  keepFor: number | undefined,
): Promise<void> {
  if (numbers !== undefined) {
    await tx.rows(
      `insert into metrics (target_id, number, workspace_id, numbers, expires_at)
       select m.target_id, m.taken, m.workspace_id, $3, clock_now() + make_interval(secs => $4)
       from measurements m where m.target_id = $1 and m.taken = $2 on conflict do nothing`,
      [target_id, taken, toStorableJson(numbers), keepFor ?? null],
    );
  }
  await tx.rows(
    `update measurements m set taken = $3, tries = 0, next_at = t.published_at + make_interval(secs => $4)
     from targets t where m.target_id = $1 and m.taken = $2 and t.id = m.target_id`,
    [target_id, taken, plan.taken, plan.next],
  );
}

export async function putOffMeasurements(
  db: Db,
  targetIds: readonly number[],
  seconds: number,
): Promise<void> {
  await db.rows(
    `update measurements set tries = tries + 1, next_at = clock_now() + make_interval(secs => $2)
     where target_id = any($1)`,
    [targetIds, seconds],
  );
}

/** No number of these networks is read for `seconds`. This counts as no try. */
export async function restMeasurements(db: Db, platforms: readonly string[], seconds: number): Promise<void> {
  await db.rows(
    `update measurements m set next_at = greatest(m.next_at, clock_now() + make_interval(secs => $2))
     from channels c where c.id = m.channel_id and c.platform = any($1) and m.next_at is not null
       and m.next_at < clock_now() + make_interval(secs => $2)`,
    [platforms, seconds],
  );
}

export interface MetricsRow {
  target_id: number;
  channel_id: number;
  platform: Platform;
  measured_at: string;
  numbers: Metrics;
}

export async function listMetrics(db: Db, workspaceId: number, postId: number) {
  return db.rows<MetricsRow>(
    `select m.target_id, t.channel_id, c.platform, m.measured_at, m.numbers
     from metrics m join targets t on t.id = m.target_id join channels c on c.id = t.channel_id
     where m.workspace_id = $1 and t.post_id = $2 and (m.expires_at is null or m.expires_at > clock_now())
     order by t.position, m.number`,
    [workspaceId, postId],
  );
}

export async function deleteExpired(db: Db): Promise<void> {
  await db.rows('delete from metrics where expires_at <= clock_now()');
}
