/** The SQL of the sender: claim webhooks, list their events, and store the results. */
import { kindsByNoun, kindsForAll, renamedKinds } from '@belfry/contract/event-kinds.ts';
import type { Db } from '../../db/database.ts';
import { eventSql, withinChannels } from '../../events/index.ts';
import type { LoggedEvent } from '../message.ts';
import type { DeliveryWrite } from '../store.ts';

/** Longer than one try takes. Each delivered event renews the lease. */
const LEASE_SECONDS = 45;
/** Events of the log that one claim scans. */
const SCAN_EVENTS = 2000;
/** Events that are sent before the webhook queues again. */
export const BATCH = 20;
/** A webhook that fails for this long is disabled. */
const DISABLE_AFTER = "interval '3 days'";

export interface Claim {
  webhook_id: number;
  workspace_id: number;
  url: string;
  /** Null: no event up to `position` matches. */
  lease_id: string | null;
  position: number;
  /** The last event that the claim scanned. */
  until: number;
  head: number;
  tries: number;
  secrets: Buffer[];
}

// Wildcards match only kinds that the contract describes.
const MATCHES = `(e.kind = any(w.kinds)
    ${renamedKinds.map((names) => `or e.kind = any('{${names}}') and w.kinds && '{${names}}'::text[]`).join(' ')}
    or '*' = any(w.kinds) and e.kind = any('{${kindsForAll.join()}}'::text[])
    or split_part(e.kind, '.', 1) || '.*' = any(w.kinds) and e.kind = any('{${kindsByNoun.join()}}'::text[]))
  and (w.channel_ids is null or ${withinChannels('w.channel_ids')})`;

// The same statement skips events that do not match. Fresh and failing webhooks are claimed separately, so that
// failing ones do not use up the limit.
const CLAIM = (due: string) => `
  with w as (
    select w.*, h.seq as head, least(h.seq, w.position + ${SCAN_EVENTS}) as until
    from webhooks w join event_heads h on h.workspace_id = w.workspace_id
    where w.disabled_at is null and w.position < h.seq and w.leased_until <= clock_now() and ${due}
    limit $1 for no key update of w skip locked),
  scanned as materialized (
    select w.id, w.until, w.head, (
      select e.seq from events e
      where e.workspace_id = w.workspace_id and e.seq > w.position and e.seq <= w.until and ${MATCHES}
      order by e.seq limit 1) as first
    from w)
  update webhooks w set position = coalesce(l.first - 1, l.until),
    lease_id = case when l.first is not null then gen_random_uuid() end,
    leased_until = clock_now() + case when l.first is not null then ${LEASE_SECONDS} else 0 end * interval '1 second',
    next_try_at = case when l.first is not null then w.next_try_at end,
    failing_since = case when l.first is not null then w.failing_since end,
    tries = case when l.first is not null then w.tries else 0 end
  from scanned l where w.id = l.id
  returning w.id as webhook_id, w.workspace_id, w.url, w.lease_id, w.position, l.until, l.head, w.tries,
    array(select s.sealed from webhook_secrets s where s.webhook_id = w.id
      and (s.retires_at is null or s.retires_at > clock_now()) order by s.id desc) as secrets`;

const FRESH = CLAIM(
  'h.workspace_id = any($2) and w.workspace_id = any($2) and w.next_try_at is null order by w.leased_until, w.id',
);

/** In these workspaces, least recently served first. */
export async function claimFresh(db: Db, workspaceIds: readonly number[], limit: number) {
  return db.rows<Claim>(FRESH, [limit, workspaceIds]);
}

const FAILING = CLAIM('w.next_try_at <= clock_now() order by w.next_try_at');

/** In all workspaces, webhooks whose last try failed and whose next try is due. */
export async function claimFailing(db: Db, limit: number) {
  return db.rows<Claim>(FAILING, [limit]);
}

/** Searches all workspaces for webhooks that may have events to send, in case a notification was lost. */
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

/** The events to send for these claims, in the order of the log, at most {@link BATCH} for each claim. */
export async function listClaimed(db: Db, claims: readonly Claim[]) {
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

/** The result of one try. */
export interface Result extends Omit<DeliveryWrite, 'cause'> {
  lease_id: string;
  /** The position before and after the try. A failed try does not change it. */
  before: number;
  after: number;
  delivered: boolean;
  /** The receiver answered 410: it refuses all further events. */
  gone: boolean;
  /** Seconds until the next try, if this one failed. */
  delay: number;
  /** This is the last try under the lease. */
  release: boolean;
}

export interface Settled {
  webhook_id: number;
  lease_id: string;
  /** The result changed the webhook: the lease was still valid, and no member had moved the webhook meanwhile. */
  applied: boolean;
  /** The log has more events. */
  behind: boolean;
}

// Locks rows by id, so that two senders cannot deadlock. A try is only logged, and does not change the webhook, if a
// member has moved the webhook meanwhile, or if the try failed at an address that a member has replaced meanwhile.
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
        when w.failing_since + ${DISABLE_AFTER} <= clock_now() then 'failing' end as ends
    from results r join locked w on w.id = r.webhook_id),
  moved as (
    update webhooks w set position = v.after, last_error = v.error, failing_since = v.since,
      tries = case when v.delivered then 0 else w.tries + 1 end,
      next_try_at = case when not v.delivered and v.ends is null and w.disabled_at is null
        then least(clock_now() + make_interval(secs => v.delay), v.since + ${DISABLE_AFTER}) end,
      disabled_at = case when v.ends is null then w.disabled_at else clock_now() end,
      disabled_because = coalesce(v.ends, w.disabled_because),
      lease_id = case when not v.release then w.lease_id end,
      leased_until = clock_now() + case when v.release then 0 else ${LEASE_SECONDS} end * interval '1 second'
    from verdicts v where w.id = v.webhook_id and v.held and v.fits),
  released as (
    update webhooks w set lease_id = null, leased_until = clock_now()
    from verdicts v where w.id = v.webhook_id and v.held and not v.fits),
  logged as (
    insert into webhook_deliveries (workspace_id, webhook_id, seq, kind, cause, try, duration_ms, status, error, url,
      headers, body, answer)
    select workspace_id, webhook_id, seq, kind, 'event', try, duration_ms, status, error, url, headers, body, answer
    from verdicts),
  recorded as (
    insert into events (workspace_id, kind, data)
    select workspace_id, ${eventSql('webhook.disabled', {
      webhook_id: 'webhook_id',
      host: "substring(url from '^[a-z]+://([^/?]*)')",
      because: 'ends',
      error: 'error',
      failing_since: 'since',
    })}
    from verdicts where held and fits and ends is not null)
  select v.webhook_id, v.lease_id, v.held and v.fits as applied,
    coalesce((select h.seq > v.after from event_heads h where h.workspace_id = v.workspace_id), false) as behind
  from verdicts v`;

/** Stores many results in one statement, at most one for each lease. Returns no row for a deleted webhook. */
export async function settleResults(db: Db, results: readonly Result[]) {
  return db.rows<Settled>(SETTLE, [JSON.stringify(results), results.map(({ webhook_id }) => webhook_id)]);
}

/** Ends every lease. The caller must know that no other sender runs. */
export async function releaseWebhooks(db: Db): Promise<void> {
  await db.rows('update webhooks set lease_id = null, leased_until = clock_now() where lease_id is not null');
}
