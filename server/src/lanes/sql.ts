/**
 * The queue in SQL, for statements that change a post and its place in the queue together.
 *
 * A lane is the queue of one channel. It gives out one target at a time, or several if its network answers quickly.
 * Columns of `targets`: `due_at` is the time of the post. `wake_at` is when a worker must next handle the target, or when
 * its lease ends; null: it does not wait. `check_at` is when it is checked ahead of its time. `held_by` names the lease of
 * the attempt that has it. `lease_id` is the same on the last target that a lane has given out. Columns of `channels`:
 * `next_due_at` is never later than the first `wake_at` of the lane's targets or, while the lane is held, than the end
 * of the first grace. `busy_until` is the end of the lease. `paused_until` is set when the network asks for a pause,
 * `paused_at` when a person pauses the channel.
 *
 * Locks are taken in this order: lanes by id, then posts by id, then targets. A save is the exception. It locks its
 * post first, so whatever locks lanes before posts either skips what is locked or gives way in a deadlock.
 */
import { postMoves, targetMoves } from '@belfry/contract/lifecycle.ts';
import { listed } from '../db/listed.ts';

/** A target due at `due` is first checked a day ahead, or at once. Never if it is due within five minutes. */
const firstCheck = (due: string) =>
  `case when ${due} > clock_now() + interval '5 minutes' then greatest(${due} - interval '24 hours', clock_now()) end`;

/** Columns of `targets` for an `insert`, with the values {@link queuedAt}. */
export const QUEUE_COLUMNS = 'due_at, wake_at, check_at';

/** The target is due at `due`; null: it does not wait. */
export const queuedAt = (due: string): string => `${due}, ${due}, ${firstCheck(due)}`;

/** For `on conflict do update set`: the target begins again, at its new time. */
export const QUEUED_AGAIN = `due_at = excluded.due_at, wake_at = excluded.wake_at, check_at = excluded.check_at,
  asking = false, tries = 0, crashes = 0`;

/** For `update targets set`: the target is due at `due`. */
export const setDue = (due: string): string =>
  `due_at = ${due}, wake_at = ${due}, check_at = ${firstCheck(due)}`;

/** For `update targets set`: a worker now asks the network whether the target is live. */
export const SET_ASKING =
  'asking = true, due_at = clock_now(), wake_at = clock_now(), tries = 0, crashes = 0';

/** For `update targets set`: the target is due now, and begins again. */
export const SENT_AGAIN = `asking = false, held_by = null, lease_id = null, tries = 0, crashes = 0, ${setDue('clock_now()')}`;

/** For `update targets set`: the target leaves the queue, and loses its lease. */
export const WITHDRAWN =
  'due_at = null, wake_at = null, check_at = null, held_by = null, lease_id = null, tries = 0, crashes = 0';

/** For `update targets set`: the target leaves the queue, and begins anew when it is planned again. */
export const UNPLANNED = `${WITHDRAWN}, asking = false`;

/** The target `t` has this lease. */
export const leasedAs = (lease: string): string => `t.held_by = ${lease}`;

/** The preparation with this lease has the target `t`, and no attempt has begun: none begins before `due_at`. */
export const preparedAs = (lease: string): string => `
  t.held_by is null and t.due_at > clock_now() and t.status in (${listed(...targetMoves.start.from)})
  and exists (select from preparations a where a.target_id = t.id and a.lease = ${lease})`;

/** For `update channels set`: no person has paused the lane. */
export const UNPAUSED = 'paused_at = null';

/** For `update channels set`: the lane may give out due targets now. */
export const REOPENED = `paused_until = '-infinity', next_due_at = clock_now()`;

/** The query of {@link lowerLanes} for all waiting targets of a post. */
export const waitingOf = (workspaceId: string, postId: string): string => `
  select channel_id, min(wake_at) as due from targets
  where workspace_id = ${workspaceId} and post_id = ${postId} and wake_at is not null group by channel_id`;

/** Wakes the workers. */
export const WAKE = `select pg_notify('belfry_due', '')`;

/**
 * CTEs that lower `next_due_at` of lanes to which this statement adds targets. `queued` has one row of `channel_id` and
 * `due` for each. `notified` has a row if workers were woken: the statement must read it. The transaction must have
 * locked the channels (`lockChannels`), so that {@link drainLanes}, which locks for update, cannot miss the targets.
 * Lanes are locked in the order of their ids, since two transactions may lower the same ones.
 */
export const lowerLanes = (queued: string): string => `
  queued as (${queued}),
  later as (
    select c.id, queued.due from channels c join queued on queued.channel_id = c.id
    where c.next_due_at is null or c.next_due_at > queued.due order by c.id for no key update of c),
  lanes as (
    update channels c set next_due_at = later.due from later where c.id = later.id returning c.next_due_at),
  notified as (
    select pg_notify('belfry_due', '') from lanes where next_due_at < clock_now() + interval '1 minute' limit 1)`;

/**
 * The targets in the events `post.published` and `post.failed`. `t` is a query for their rows, with the columns
 * {@link SETTLED_COLUMNS} at least.
 */
export const settledTargets = (t: string): string => `(
  select jsonb_agg(jsonb_build_object('id', id, 'channel_id', channel_id, 'status', status, 'url', external_url,
    'error', error) order by position)
  from (${t}) as t)`;

export const SETTLED_COLUMNS = 'id, channel_id, status, external_url, error, position';

/** Targets due within `seconds`, at most 20 of each lane: their posts, and the network and limits of their channels. */
export const dueWithin = (seconds: string): string => `
  select c.workspace_id, c.platform, c.limits, due.id as target_id, due.post_id, c.next_due_at as lane_due from channels c
  cross join lateral (select t.id, t.post_id from targets t
    where t.channel_id = c.id and t.wake_at is not null and t.due_at <= clock_now() + make_interval(secs => ${seconds})
    order by t.due_at limit 20) due
  where c.next_due_at <= clock_now() + make_interval(secs => ${seconds})`;

/** Statuses of posts and targets that a worker may begin, or has begun. */
export const OPEN_POSTS = listed(...postMoves.start.from, postMoves.start.to);
export const OPEN_TARGETS = listed(...targetMoves.start.from, targetMoves.start.to);

/** When the target `t` is due, or was. */
export const DUE = 't.due_at';

/** The target `t` waits in its lane, or a worker has it. */
export const WAITS = `t.wake_at is not null and t.status in (${OPEN_TARGETS})`;

/** No person has dismissed the target `t` since it was last due: the condition of the index `targets_wanting`. */
export const NOT_DISMISSED = '(t.dismissed_at is null or t.dismissed_at < t.due_at)';
