/** The SQL of sending: whose turn it is, what is to be sent, and what came of it. */
import { kindsByNoun, kindsForAll, renamedKinds } from '@belfry/contract/event-kinds.ts';
import type { Db } from '../../db/database.ts';
import { withinChannels } from '../../events/lookup.ts';
import type { LoggedEvent } from '../message.ts';

/** Seconds; more than a try takes. Renewed with each event that was delivered. */
const LEASE = 45;
/** Events of the log that are looked at in one go. */
const WINDOW = 2000;
/** Events that are sent before the webhook queues up again. */
export const BATCH = 20;
/** After so long without a delivery the webhook is disabled. */
const PATIENCE = "interval '3 days'";

export interface Claim {
  webhook_id: number;
  workspace_id: number;
  url: string;
  /** Null: nothing was for it up to `position`. */
  lease_id: string | null;
  position: number;
  /** How far was looked. */
  until: number;
  head: number;
  tries: number;
  secrets: Buffer[];
}

// Kinds that nobody described are sent to nobody.
const MATCHES = `(e.kind = any(w.kinds)
    ${renamedKinds.map((names) => `or e.kind = any('{${names}}') and w.kinds && '{${names}}'::text[]`).join(' ')}
    or '*' = any(w.kinds) and e.kind = any('{${kindsForAll.join()}}'::text[])
    or split_part(e.kind, '.', 1) || '.*' = any(w.kinds) and e.kind = any('{${kindsByNoun.join()}}'::text[]))
  and (w.channel_ids is null or ${withinChannels('w.channel_ids')})`;

// What is not for it is passed over in the same statement. A webhook that fails is asked for by its time, so that it
// takes no place among those that do not.
const CLAIM = (due: string) => `
  with w as (
    select w.*, h.seq as head, least(h.seq, w.position + ${WINDOW}) as until
    from webhooks w join event_heads h on h.workspace_id = w.workspace_id
    where w.disabled_at is null and w.position < h.seq and w.leased_until <= clock_now() and ${due}
    limit $1 for no key update of w skip locked),
  looked as materialized (
    select w.id, w.until, w.head, (
      select e.seq from events e
      where e.workspace_id = w.workspace_id and e.seq > w.position and e.seq <= w.until and ${MATCHES}
      order by e.seq limit 1) as first
    from w)
  update webhooks w set position = coalesce(l.first - 1, l.until),
    lease_id = case when l.first is not null then gen_random_uuid() end,
    leased_until = clock_now() + case when l.first is not null then ${LEASE} else 0 end * interval '1 second',
    next_try_at = case when l.first is not null then w.next_try_at end,
    failing_since = case when l.first is not null then w.failing_since end,
    tries = case when l.first is not null then w.tries else 0 end
  from looked l where w.id = l.id
  returning w.id as webhook_id, w.workspace_id, w.url, w.lease_id, w.position, l.until, l.head, w.tries,
    array(select s.sealed from webhook_secrets s where s.webhook_id = w.id
      and (s.retires_at is null or s.retires_at > clock_now()) order by s.id desc) as secrets`;

const FRESH = CLAIM(
  'h.workspace_id = any($2) and w.workspace_id = any($2) and w.next_try_at is null order by w.leased_until, w.id',
);

/** Of these workspaces, whoever was served longest ago first. */
export async function claimFresh(db: Db, workspaceIds: readonly number[], limit: number): Promise<Claim[]> {
  return db.rows<Claim>(FRESH, [limit, workspaceIds]);
}

const FAILING = CLAIM('w.next_try_at <= clock_now() order by w.next_try_at');

/** Of all workspaces, those whose last try failed and whose next is due. */
export async function claimFailing(db: Db, limit: number): Promise<Claim[]> {
  return db.rows<Claim>(FAILING, [limit]);
}

/** Workspaces in which something may be to be sent, looked for all over: in case nobody said so. */
export async function listBehind(db: Db): Promise<number[]> {
  const rows = await db.rows<{ id: number }>(
    `select distinct w.workspace_id as id from webhooks w join event_heads h on h.workspace_id = w.workspace_id
     where w.disabled_at is null and w.next_try_at is null and w.position < h.seq`,
  );
  return rows.map(({ id }) => id);
}

export interface ClaimedEvent extends LoggedEvent {
  webhook_id: number;
}

/** What is to be sent for these claims, in the order of the log; of each at most a batch. */
export async function listClaimed(db: Db, claims: readonly Claim[]): Promise<ClaimedEvent[]> {
  return db.rows<ClaimedEvent>(
    `select c.id as webhook_id, e.workspace_id, e.seq, e.kind, e.at, e.user_id, e.post_id, e.target_id, e.channel_id,
       e.data, e.hash, u.name as user_name
     from unnest($1::bigint[], $2::bigint[], $3::bigint[]) as c(id, position, until)
     join webhooks w on w.id = c.id
     cross join lateral (
       select e.* from events e
       where e.workspace_id = w.workspace_id and e.seq > c.position and e.seq <= c.until and ${MATCHES}
       order by e.seq limit ${BATCH}) as e
     left join users u on u.id = e.user_id order by c.id, e.seq`,
    [
      claims.map(({ webhook_id }) => webhook_id),
      claims.map(({ position }) => position),
      claims.map(({ until }) => until),
    ],
  );
}

/** What came of one try. */
export interface Result {
  webhook_id: number;
  lease_id: string;
  /** The position before, and where it is now: the same when the try failed. */
  before: number;
  after: number;
  delivered: boolean;
  /** The receiver wants nothing any more. */
  gone: boolean;
  /** Seconds until the next try, when it failed. */
  delay: number;
  /** Nothing else is sent under this lease. */
  release: boolean;
  seq: number;
  kind: string;
  try: number;
  duration_ms: number;
  status: number | null;
  error: string | null;
  url: string;
  headers: Record<string, string>;
  body: string;
  answer: string | null;
}

export interface Settled {
  webhook_id: number;
  lease_id: string;
  /** The lease is still this one's, and nobody moved the webhook elsewhere meanwhile. */
  on_course: boolean;
  /** There is more in the log. */
  behind: boolean;
}

// Locked in one order, so that two senders that write down what they did never wait for one another in a circle. A
// person may have moved the webhook or changed its address meanwhile: then the try is told of, and changes nothing.
const SETTLE = `
  with results as (
    select * from json_to_recordset($1) as r(webhook_id bigint, lease_id uuid, before bigint, after bigint,
      delivered boolean, gone boolean, delay float8, release boolean, seq bigint, kind text, try integer,
      duration_ms integer, status smallint, error text, url text, headers json, body text, answer text)),
  locked as (
    select w.* from webhooks w where w.id = any($2) order by w.id for no key update),
  verdicts as (
    select r.*, w.workspace_id, w.lease_id is not distinct from r.lease_id as held,
      w.position = r.before and (r.delivered or w.url = r.url) as fits,
      case when not r.delivered then coalesce(w.failing_since, clock_now()) end as since,
      case when r.delivered or w.disabled_at is not null then null
        when r.gone then 'gone'
        when w.failing_since + ${PATIENCE} <= clock_now() then 'failing' end as ends
    from results r join locked w on w.id = r.webhook_id),
  moved as (
    update webhooks w set position = v.after, last_error = v.error, failing_since = v.since,
      tries = case when v.delivered then 0 else w.tries + 1 end,
      next_try_at = case when not v.delivered and v.ends is null and w.disabled_at is null
        then least(clock_now() + make_interval(secs => v.delay), v.since + ${PATIENCE}) end,
      disabled_at = case when v.ends is null then w.disabled_at else clock_now() end,
      disabled_because = coalesce(v.ends, w.disabled_because),
      lease_id = case when not v.release then w.lease_id end,
      leased_until = clock_now() + case when v.release then 0 else ${LEASE} end * interval '1 second'
    from verdicts v where w.id = v.webhook_id and v.held and v.fits),
  released as (
    update webhooks w set lease_id = null, leased_until = clock_now()
    from verdicts v where w.id = v.webhook_id and v.held and not v.fits),
  logged as (
    insert into webhook_deliveries (workspace_id, webhook_id, seq, kind, cause, try, duration_ms, status, error, url,
      headers, body, answer)
    select workspace_id, webhook_id, seq, kind, 'event', try, duration_ms, status, error, url, headers, body, answer
    from verdicts),
  told as (
    insert into events (workspace_id, kind, data)
    select workspace_id, 'webhook.disabled', jsonb_build_object('webhook_id', webhook_id,
      'host', substring(url from '^[a-z]+://([^/?]*)'), 'because', ends, 'error', error, 'failing_since', since)
    from verdicts where held and fits and ends is not null)
  select v.webhook_id, v.lease_id, v.held and v.fits as on_course,
    coalesce((select h.seq > v.after from event_heads h where h.workspace_id = v.workspace_id), false) as behind
  from verdicts v`;

/** Writes down many tries in one statement, at most one of each lease. Of a webhook that is gone nothing is said. */
export async function settleResults(db: Db, results: readonly Result[]): Promise<Settled[]> {
  return db.rows<Settled>(SETTLE, [JSON.stringify(results), results.map(({ webhook_id }) => webhook_id)]);
}

/** Ends every lease: only for one who knows that no other sender lives. */
export async function releaseWebhooks(db: Db): Promise<void> {
  await db.rows('update webhooks set lease_id = null, leased_until = clock_now() where lease_id is not null');
}
