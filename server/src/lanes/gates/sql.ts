/**
 * Gates in SQL, for statements that claim lanes or ask when a lane can be claimed.
 *
 * All attempts with one app pass one gate, in whichever process they run. `most` limits those in flight. A pause closes
 * the gate. After it the gate is narrow: one attempt passes as a probe, whose outcome opens the gate or renews the pause.
 */

/** Condition: `g` is the grant of the channel `c`. Channels of one login share the grant of one of them. */
export const USES_GRANT = 'g.channel_id = coalesce(c.grant_of, c.id)';

/** The app with which the channel's grant was issued. Null: that of the environment, or none. */
export const appOf = (channelId: string): string =>
  `(select g.app_id from channels c join grants g on ${USES_GRANT} where c.id = ${channelId})`;

/** The lane with grant `g` on `platform` waits at the gate `gate`. */
export const waitsAt = (gate: string, platform: string): string =>
  `case when g.app_id is null then ${gate}.app_id is null and ${platform} = any(${gate}.platforms)
        else ${gate}.app_id = g.app_id end`;

const isBusy = 'b.busy_until > clock_now()';

/** The gates that hold lanes back, now or when more attempts are in flight. */
const HOLDING = 'from gates a where a.most is not null or a.is_narrow';

/** Condition: there are none. */
export const NO_GATES = `not exists (select ${HOLDING})`;

/**
 * CTEs. Of the gates that hold lanes back, `gate` has all, with `free`: the number of attempts that may pass now. `closed`
 * has those that let none pass.
 */
export const GATE_CTES = `
  gate as materialized (
    select a.*, case
        when a.paused_until > clock_now() then 0
        when a.is_narrow then (select count(*) = 0 from channels b where b.id = a.probe and ${isBusy})::int
        else greatest(0, a.most - (select count(*) from channels b where b.id = any(a.lanes) and ${isBusy})) end as free
    ${HOLDING}),
  closed as materialized (select app_id, platforms, paused_until, lanes from gate where free = 0)`;

/** When a closed gate may let a lane pass, if no attempt ends before. Null: there is none. */
export const REOPENING = `(
  select min(case when paused_until > clock_now() then paused_until
    else (select min(b.busy_until) from channels b where b.id = any(closed.lanes) and ${isBusy}) end) from closed)`;

/** Condition on `channels c`: no gate holds the lane back. Costs nothing while no gate is closed. */
export const PASSES = `case when exists (select from closed) then not exists (
    select from closed left join grants g on ${USES_GRANT} where ${waitsAt('closed', 'c.platform')}) else true end`;

/** Since when the gate of the lane `c` is as it is. Null: it has none. */
export const GATE_MOVED = `case when exists (select from gate) then (
    select max(greatest(gate.moved_at, gate.paused_until)) from gate left join grants g on ${USES_GRANT}
    where ${waitsAt('gate', 'c.platform')}) end`;

/**
 * Needs {@link GATE_CTES}. The lane of the channel `c` gives out nothing within `seconds`, and its network has asked for no
 * pause of the channel or of its app.
 */
export const isQuietFor = (seconds: string): string =>
  `(c.paused_at is not null or c.next_due_at is null or c.next_due_at > clock_now() + make_interval(secs => ${seconds}))
   and c.paused_until <= clock_now() and ${PASSES}`;
