/** All SQL for checking targets before they are due. */
import type { EventData } from '@belfry/contract/event-kinds.ts';
import { targetMoves } from '@belfry/contract/lifecycle.ts';
import type { ImageFit } from '@belfry/networks/core/images.ts';
import type { JsonObject } from '@belfry/networks/core/json.ts';
import type { Db, Tx } from '../../db/database.ts';
import { listed } from '../../db/listed.ts';
import { toStorableJson } from '../../db/storable.ts';
import { kindSql } from '../../events/index.ts';
import { USES_GRANT } from '../gates/sql.ts';
import { LANE_OF_C, type Lane } from '../lane.ts';
import { OPEN_POSTS } from '../sql.ts';

/** Seconds for which a process reserves a target that it checks. After that, another process may check it. */
const RESERVATION = 300;

export interface DueCheck {
  target_id: number;
  workspace_id: number;
  post_id: number;
  due: string;
  /** Identifies this check. If the row has another value later, the target was changed meanwhile. */
  reserved: string;
  content: string | null;
  post_content: string;
  settings: JsonObject;
  media_ids: number[] | null;
  image_fit: ImageFit;
  approved_digest: string | null;
  grant_expires_at: string | null;
  /** False: the network said that the token is used to its end. Null: there is no grant. */
  grant_renews: boolean | null;
  channel: Lane & { needs_reconnect: boolean; reconnect_by: string | null; deleted: boolean };
}

/** The target `t` is checked again an hour before it is due, if that is still ahead. */
const NEXT_CHECK = `case when t.due_at - interval '1 hour' > clock_now() then t.due_at - interval '1 hour' end`;

/** Reserves up to `limit` targets whose check is due. A target that is already due is not checked any more. */
export async function reserveDueChecks(
  db: Db,
  limit: number,
): Promise<{ checks: DueCheck[]; taken: number }> {
  const row = await db.row<{ checks: DueCheck[]; taken: number }>(
    `with due as (
       select id from targets where check_at <= clock_now() order by check_at limit $1 for no key update skip locked),
     taken as (
       update targets t set check_at = case
         when t.status in (${listed(...targetMoves.start.from)}) and t.due_at > clock_now()
         then clock_now() + make_interval(secs => ${RESERVATION}) end
       from due where t.id = due.id returning t.*),
     checks as (
       select t.id as target_id, t.workspace_id, t.post_id, t.due_at as due, t.check_at as reserved, t.content, t.settings,
         t.media_ids, t.image_fit,
         p.content as post_content, encode(p.approved_digest, 'hex') as approved_digest,
         g.expires_at as grant_expires_at, g.renews as grant_renews,
         jsonb_build_object(${LANE_OF_C}, 'needs_reconnect', c.needs_reconnect, 'reconnect_by', c.reconnect_by,
           'deleted', c.deleted_at is not null) as channel
       from taken t join channels c on c.id = t.channel_id left join grants g on ${USES_GRANT}
       join posts p on p.id = t.post_id and p.status in (${OPEN_POSTS})
       where t.check_at is not null)
     select (select coalesce(jsonb_agg(checks), '[]') from checks) as checks, (select count(*) from taken) as taken`,
    [limit],
  );
  return row ?? { checks: [], taken: 0 };
}

/** The result of one check. */
export interface CheckNote {
  check: Pick<DueCheck, 'workspace_id' | 'target_id'> & { reserved: string | null };
  warnings: readonly string[];
  event: { kind: 'target.at_risk'; data: EventData['target.at_risk'] } | null;
}

/**
 * Stores the results for targets that did not change since their check, and records an event for each new or resolved
 * risk. Skips a target that another transaction is changing (`skip locked`): its check is out of date.
 */
export async function noteChecks(db: Db, notes: readonly CheckNote[]): Promise<void> {
  const results = notes.map(({ check, warnings, event }) => ({
    workspace_id: check.workspace_id,
    target_id: check.target_id,
    reserved: check.reserved,
    warnings,
    ...event,
  }));
  await db.rows(
    `with found as (
       select * from json_to_recordset($1) as f(workspace_id bigint, target_id bigint, reserved timestamptz,
         warnings jsonb, kind text, data jsonb)),
     before as (
       select t.id, t.warnings from targets t join found f on t.id = f.target_id and t.workspace_id = f.workspace_id
       where t.check_at is not distinct from f.reserved and t.status in (${listed(...targetMoves.start.from)})
       for no key update of t skip locked),
     noted as (
       update targets t set warnings = f.warnings, check_at = ${NEXT_CHECK} from before, found f
       where t.id = before.id and f.target_id = t.id
       returning t.*, before.warnings as before, f.kind, f.data)
     insert into events (workspace_id, post_id, target_id, channel_id, kind, data)
     select workspace_id, post_id, id, channel_id, coalesce(kind, ${kindSql('target.risk_over')}), coalesce(data, '{}') from noted
     where kind is not null or before <> '[]'`,
    [toStorableJson(results)],
  );
}

/** Schedules new checks of the next day's targets, since their channel changed. Skips locked targets, so never waits. */
export async function scheduleChecks(
  tx: Tx,
  { workspace_id, id }: Pick<Lane, 'workspace_id' | 'id'>,
): Promise<void> {
  await tx.rows(
    `update targets set check_at = clock_now() where id in (
       select t.id from targets t
       where t.workspace_id = $1 and t.channel_id = $2 and t.wake_at is not null and t.held_by is null
         and t.due_at > clock_now() and t.due_at <= clock_now() + interval '24 hours'
       for no key update skip locked)`,
    [workspace_id, id],
  );
}
