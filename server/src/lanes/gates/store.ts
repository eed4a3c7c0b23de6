/** All SQL that opens, closes and reads gates. */
import type { Db, Tx } from '../../db/database.ts';
import { WAKE } from '../sql.ts';
import { appOf } from './sql.ts';

/** The gate that a channel's attempts pass. */
export interface GateRef {
  channelId: number;
  /** The family of the network's app; the platform, if the network needs none. */
  family: string;
  /** All networks of the family. */
  platforms: readonly string[];
  /** Attempts in flight at most. Null: any number. */
  most: number | null;
}

export interface Pause {
  seconds: number;
  /** The network refuses the app itself. The waits double from `seconds` to `longest`, by one for each pause. */
  refused?: { longest: number };
}

/**
 * Closes the gate for at least so many seconds. Afterwards one attempt passes as a probe. `seconds`: until then.
 * `isNewRefusal`: the network accepted the app before.
 */
export async function closeGate(
  tx: Tx,
  gate: GateRef,
  { seconds, refused }: Pause,
): Promise<{ seconds: number; isNewRefusal: boolean }> {
  const { id, isPaused, refusals } = await lockGate(tx, gate);
  const isCounted = refused !== undefined && !isPaused;
  const wait = refused === undefined ? seconds : Math.min(refused.longest, seconds * 2 ** refusals);
  const row = await tx.row<{ seconds: number }>(
    `update gates set paused_until = greatest(paused_until, clock_now() + make_interval(secs => $2)), is_narrow = true,
       probe = null, version = version + 1, moved_at = clock_now(), refusals = refusals + $3,
       refused_since = case when $4 then coalesce(refused_since, clock_now()) else refused_since end
     where id = $1 returning extract(epoch from paused_until - clock_now())::float8 as seconds`,
    [id, isPaused && refused !== undefined ? 0 : wait, isCounted ? 1 : 0, refused !== undefined],
  );
  return { seconds: row?.seconds ?? wait, isNewRefusal: refused !== undefined && refusals === 0 };
}

interface GateRow {
  id: number;
  isPaused: boolean;
  refusals: number;
}

/** The locked gate of the channel's grant. It is made, if there is none yet. */
async function lockGate(tx: Tx, { channelId, family, platforms, most }: GateRef): Promise<GateRow> {
  const row = await tx.row<GateRow>(
    `with granted as (select ${appOf('$1')} as app_id)
     insert into gates as a (family, app_id, platforms, most)
     select $2, app_id, case when app_id is null then $3::text[] else '{}' end, $4 from granted
     on conflict (family, app_id) do update set family = a.family
     returning id, paused_until > clock_now() and refused_since is not null as "isPaused", refusals`,
    [channelId, family, platforms, most],
  );
  if (row === undefined) throw new Error('the gate was not made');
  return row;
}

/**
 * Ends the probe of this channel. `isAccepted`: the network accepts calls of the app again, and the gate opens.
 * Otherwise the next attempt is the probe.
 */
export async function endProbe(db: Db, channelId: number, isAccepted: boolean): Promise<void> {
  await db.rows(
    `with ended as (
       update gates set probe = null, version = version + 1, moved_at = clock_now(), is_narrow = is_narrow and not $2,
         refused_since = case when $2 then null else refused_since end, refusals = case when $2 then 0 else refusals end
       where probe = $1 returning id)
     select pg_notify('belfry_due', '') from ended`,
    [channelId, isAccepted],
  );
}

/** Makes the gate of a new version of a family's app, and ends what the network asked of the former keys. */
export async function openGate(tx: Tx, family: string, appId: number, most: number): Promise<void> {
  await tx.rows('insert into gates (family, app_id, most) values ($1, $2, $3) on conflict do nothing', [
    family,
    appId,
    most,
  ]);
  await reopenGates(tx, family);
  await tx.rows(WAKE);
}

/** Makes the gates of the apps whose keys are in the environment. A start may follow a change of these keys. */
export async function openEnvironmentGates(
  db: Db,
  families: ReadonlyMap<string, readonly string[]>,
  most: number,
): Promise<void> {
  for (const [family, platforms] of families) {
    await db.rows(
      `insert into gates (family, platforms, most) values ($1, $2, $3)
       on conflict (family, app_id) do update set platforms = excluded.platforms, most = excluded.most,
         version = gates.version + 1`,
      [family, platforms, most],
    );
    await reopenGates(db, family);
  }
}

/** Ends pauses that only the operator could end. A probe goes first. */
async function reopenGates(db: Db, family: string): Promise<void> {
  await db.rows(
    `update gates set paused_until = '-infinity', refused_since = null, refusals = 0, probe = null,
       version = version + 1, moved_at = clock_now()
     where family = $1 and refused_since is not null`,
    [family],
  );
}

/** The families whose app a network refuses, in all versions. */
export async function listRefusedFamilies(db: Db): Promise<string[]> {
  const rows = await db.rows<{ family: string }>(
    'select distinct family from gates where refused_since is not null order by family',
  );
  return rows.map(({ family }) => family);
}

/** Numbers of gates that are paused, by the reason. */
export async function countPausedGates(db: Db): Promise<{ refused: number; throttled: number }> {
  const row = await db.row<{ refused: number; throttled: number }>(
    `select count(*) filter (where refused_since is not null) as refused,
       count(*) filter (where refused_since is null) as throttled
     from gates where paused_until > clock_now()`,
  );
  return row ?? { refused: 0, throttled: 0 };
}
