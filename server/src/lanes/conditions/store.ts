/** SQL of a target's condition: why it does not simply wait for its time. */
import { targetMoves } from '@belfry/contract/lifecycle.ts';
import { jsonMoment } from '../../db/json-moment.ts';
import { listed } from '../../db/listed.ts';
import { kindSql } from '../../events/index.ts';

/** The target `t` waits for its time, or for a person. */
const PENDING = `t.status = ${listed(targetMoves.hold.to)} and t.due_at is not null`;
/** Nothing goes out on the channel `c`: a person must connect it again, or has removed it. */
const LOST = 'c.needs_reconnect';
const REMOVED = 'c.deleted_at is not null';
const DISCONNECTED = `${LOST} and not (${REMOVED})`;
/** A person paused the channel `c`. */
const PAUSED = 'c.paused_at is not null';
/** A check ahead found that the target `t` would fail. */
const AT_RISK = "t.warnings <> '[]' and t.due_at > clock_now()";
/** An attempt of the target `t` goes on later. */
const PUT_OFF = `t.status = ${listed(targetMoves.start.to)} and t.held_by is null and t.wake_at is not null`;

const latest = (kind: Parameters<typeof kindSql>[0]) => `
  (select e.at, e.data from events e where e.post_id = t.post_id and e.target_id = t.id and e.kind = ${kindSql(kind)}
   order by e.id desc limit 1)`;

const condition = (kind: string, code: string, since: string, until = 'null') =>
  `jsonb_build_object('kind', '${kind}', 'code', ${code}, 'since', ${jsonMoment(since)}, 'until', ${until})`;

/** The condition of the target `t` as the API shows it, or null. */
export const CONDITION = `case
  when ${PENDING} then (
    select case
      when ${DISCONNECTED} and t.due_at <= clock_now() then ${condition(
        'held',
        "'channel_disconnected'",
        't.due_at',
        jsonMoment('t.due_at + make_interval(hours => w.grace_hours)'),
      )}
      when ${LOST} or ${AT_RISK} then (
        select ${condition('at_risk', "coalesce(risk.data->>'code', 'channel_disconnected')", 'risk.at')}
        from (select 1) as one left join ${latest('target.at_risk')} as risk on t.warnings <> '[]')
      when ${PAUSED} then ${condition('paused', 'null', 'c.paused_at')} end
    from channels c join workspaces w on w.id = c.workspace_id where c.id = t.channel_id)
  when ${PUT_OFF} then coalesce(
    (select ${condition('paused', 'null', 'c.paused_at')} from channels c where c.id = t.channel_id and ${PAUSED}),
    (select ${condition(
      'waiting',
      "later.data->>'because'",
      'later.at',
      `case when t.wake_at > later.at then ${jsonMoment('t.wake_at')} end`,
    )} from ${latest('target.put_off')} as later)) end`;

// True for few targets. So lists read neither the clock nor anything else for the others.
const MAY_DIFFER = `(c.needs_reconnect or c.paused_at is not null or t.warnings <> '[]')`;

/**
 * A value that changes whenever the condition of the target `t` changes without a change of its row. `c` is its channel,
 * $1 its workspace. Null for most targets.
 */
export const CONDITION_STAMP = `case when ${MAY_DIFFER} and (${PENDING} or ${PUT_OFF}) then
  concat(t.due_at <= clock_now(), ${LOST}, ${REMOVED}, c.paused_at, (select grace_hours from workspaces where id = $1)) end`;

/** As {@link CONDITION_STAMP}, without the grace: 0 to 15. */
export const CONDITION_NUMBER = `case when ${MAY_DIFFER} and (${PENDING} or ${PUT_OFF}) then
  (t.due_at <= clock_now())::int + 2 * (${LOST})::int + 4 * (${PAUSED})::int + 8 * (${REMOVED})::int else 0 end`;

/** `held`, `at_risk` or `paused`, or the code of `waiting`, or null: a part of {@link CONDITION}. `c` is the target's channel. */
export const CONDITION_MARK = `case
  when ${PENDING} and ${DISCONNECTED} and t.due_at <= clock_now() then 'held'
  when ${PENDING} and (${LOST} or ${AT_RISK}) then 'at_risk'
  when (${PENDING} or ${PUT_OFF}) and ${PAUSED} then 'paused'
  when ${PUT_OFF} then (select later.data->>'because' from ${latest('target.put_off')} as later) end`;
