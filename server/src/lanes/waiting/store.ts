/** All SQL that counts targets that wait in lanes, for people and for operators. */
import type { Db } from '../../db/database.ts';
import { GATE_CTES, GATE_MOVED, PASSES } from '../gates/sql.ts';
import { FREE } from '../store.ts';

/** How many targets wait in each of these lanes, by channel. Counts at most `most` of each. */
export async function countWaitingByLane(
  db: Db,
  workspaceId: number,
  ids: readonly number[],
  most: number,
): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map();
  const rows = await db.rows<{ id: number; waiting: number }>(
    `select c.id, (select count(*) from (
         select from targets t where t.channel_id = c.id and t.wake_at is not null limit $3) as counted) as waiting
     from channels c where c.workspace_id = $1 and c.id = any($2)`,
    [workspaceId, ids, most],
  );
  return new Map(rows.map(({ id, waiting }) => [id, waiting]));
}

export interface LaneHealth {
  /** Seconds since any worker last looked for work. Null: none ever has. */
  lastClaim: number | null;
  /** Seconds for which the longest waiting lane could have been claimed. 0: no lane is waiting. */
  oldestDue: number;
}

export async function readLaneHealth(db: Db): Promise<LaneHealth> {
  const row = await db.row<LaneHealth>(
    `with ${GATE_CTES}
     select (select extract(epoch from clock_now() - max(claimed_at))::float8 from workers) as "lastClaim",
       coalesce((select extract(epoch from
           clock_now() - min(greatest(next_due_at, busy_until, paused_until, ${GATE_MOVED})))::float8
         from channels c where ${FREE} and ${PASSES}), 0) as "oldestDue"`,
  );
  return row ?? { lastClaim: null, oldestDue: 0 };
}

export interface LaneCounts {
  /** Due targets that no worker has claimed. */
  targetsDue: number;
  /** Lanes that a worker has. */
  lanesBusy: number;
  /** Channels with waiting posts that a person must connect again. */
  channelsHeld: number;
}

/** Counts at most `most` due targets. */
export async function countWaiting(db: Db, most: number): Promise<LaneCounts> {
  const row = await db.row<LaneCounts>(
    `select (select count(*) from (
         select from channels c join targets t on t.channel_id = c.id
         where c.next_due_at <= clock_now() and not c.needs_reconnect and c.paused_at is null
           and t.wake_at <= clock_now() and t.held_by is null limit $1) as due) as "targetsDue",
       (select count(distinct channel_id) from targets where held_by is not null) as "lanesBusy",
       (select count(*) from channels
         where next_due_at is not null and needs_reconnect and deleted_at is null) as "channelsHeld"`,
    [most],
  );
  return row as LaneCounts;
}
