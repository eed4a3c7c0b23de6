/** All SQL of making notices from the log. */
import type { EventKind } from '@belfry/contract/event-kinds.ts';
import type { MailMode, NoticeKind } from '@belfry/contract/notices.ts';
import type { JsonObject } from '@belfry/networks/core/json.ts';
import type { Db, Tx } from '../../db/database.ts';
import { dueAt } from '../due.ts';
import type { NoticeData } from '../kinds.ts';

/** Workspaces with events that have not been read yet. */
export async function listBehind(db: Db, limit: number): Promise<number[]> {
  const rows = await db.rows<{ workspace_id: number }>(
    `select h.workspace_id from event_heads h left join notice_positions p on p.workspace_id = h.workspace_id
     where h.seq > coalesce(p.seq, 0) and exists (select from workspaces w where w.id = h.workspace_id)
     order by h.workspace_id limit $1`,
    [limit],
  );
  return rows.map(({ workspace_id }) => workspace_id);
}

/**
 * Locks the position until the transaction ends. Undefined when another process has locked it, or the workspace is
 * deleted. `head`: the seq of the newest sealed event.
 */
export async function lockPosition(tx: Tx, workspaceId: number) {
  // Waits for a deletion of the workspace that is in progress, and then finds no row.
  await tx.rows(
    `with home as (select id from workspaces where id = $1 for key share)
     insert into notice_positions (workspace_id, seq) select id, 0 from home on conflict do nothing`,
    [workspaceId],
  );
  return tx.row<{ seq: number; head: number }>(
    `select p.seq, coalesce((select h.seq from event_heads h where h.workspace_id = $1), 0) as head
     from notice_positions p where p.workspace_id = $1 for update of p skip locked`,
    [workspaceId],
  );
}

export async function advance(tx: Tx, workspaceId: number, seq: number): Promise<void> {
  await tx.rows('update notice_positions set seq = $2 where workspace_id = $1', [workspaceId, seq]);
}

export interface EventRow {
  seq: number;
  kind: EventKind;
  at: string;
  user_id: number | null;
  post_id: number | null;
  channel_id: number | null;
  /** An event of another release may have other fields, too. */
  data: NoticeData & { [more: string]: unknown };
  /** The author of the post; null also when the post is deleted. */
  author_id: number | null;
}

/** The events of these kinds after `after` up to and including `until`. */
export async function listEvents(
  tx: Tx,
  workspaceId: number,
  { after, until, kinds }: { after: number; until: number; kinds: readonly EventKind[] },
) {
  return tx.rows<EventRow>(
    `select e.seq, e.kind, e.at, e.user_id, e.post_id, e.channel_id, p.author_id,
       e.data || case when e.kind = 'post.failed' and f.codes = '{outcome_unknown}'
         then '{"only_unconfirmed": true}' else '{}' end::jsonb as data
     from events e left join posts p on p.id = e.post_id and p.workspace_id = e.workspace_id,
       lateral (select array_agg(distinct t.error->>'code') as codes from targets t
         where e.kind = 'post.failed' and t.workspace_id = $1 and t.post_id = e.post_id and t.status = 'failed') f
     where e.workspace_id = $1 and e.seq is not null and e.seq > $2 and e.seq <= $3 and e.kind = any($4) order by e.seq`,
    [workspaceId, after, until, kinds],
  );
}

/** One event for a notice. The database finds the recipients. */
export interface NoticeDraft {
  seq: number;
  kind: NoticeKind;
  topic: string;
  post_id: number | null;
  channel_id: number | null;
  item: JsonObject;
  /** The recipients: people, and members with one of the roles. */
  user_ids: readonly number[];
  roles: readonly string[];
  /** The person who acted, who gets no notice of it. */
  except_id: number | null;
  in_app: boolean;
  mail: MailMode;
  is_urgent: boolean;
}

/** Items that a notice stores. */
const MAX_ITEMS = 5;

export interface WrittenNotice {
  id: number;
  user_id: number;
}

const DRAFTS = `jsonb_to_recordset($2::jsonb) as t(seq bigint, kind text, topic text, post_id bigint, channel_id bigint,
  item jsonb, user_ids bigint[], roles text[], except_id bigint, in_app boolean, mail text, is_urgent boolean)`;

// People who are limited to channels get notices only about these. Their current role counts.
const WRITE = `
  with drafts as (select * from ${DRAFTS}),
  concerned as (
    select t.seq, t.kind, m.user_id from drafts t, unnest(t.user_ids) as named(id)
      join members m on m.workspace_id = $1 and m.user_id = named.id
    union
    select t.seq, t.kind, m.user_id from drafts t, unnest(t.roles) as asked(role)
      join members m on m.workspace_id = $1 and m.role = asked.role),
  wanted as (
    select t.*, c.user_id, coalesce(s.in_app, t.in_app) as app, coalesce(s.mail, t.mail) as mode,
      coalesce(u.time_zone, w.time_zone) as zone
    from drafts t join concerned c on c.seq = t.seq and c.kind = t.kind
      join members m on m.workspace_id = $1 and m.user_id = c.user_id
      join users u on u.id = c.user_id
      join workspaces w on w.id = $1
      left join notice_settings s on s.workspace_id = $1 and s.user_id = c.user_id and s.kind = t.kind
    where c.user_id is distinct from t.except_id
      and (m.channel_ids is null or t.channel_id is null or t.channel_id = any(m.channel_ids))),
  grouped as (
    select user_id, kind, topic, app, mode, zone, is_urgent, count(*) as count,
      (array_agg(post_id order by seq desc))[1] as post_id,
      (array_agg(channel_id order by seq desc))[1] as channel_id,
      to_jsonb((array_agg(item order by seq))[1:${MAX_ITEMS}]) as items
    from wanted where app or mode <> 'off'
    group by user_id, kind, topic, app, mode, zone, is_urgent)
  insert into notices as n
    (workspace_id, user_id, kind, topic, post_id, channel_id, count, items, in_app, is_open, mail, is_urgent, mail_due_at)
  select $1, user_id, kind, topic, post_id, channel_id, count, items, app, true, mode, is_urgent,
    ${dueAt({ mail: 'mode', isUrgent: 'is_urgent', since: 'clock_now()', zone: 'zone' })}
  from grouped order by user_id, kind, topic
  on conflict (workspace_id, user_id, kind, topic) where is_open do update set
    count = n.count + excluded.count, post_id = excluded.post_id, channel_id = excluded.channel_id,
    items = jsonb_path_query_array(n.items || excluded.items, '$[0 to ${MAX_ITEMS - 1}]'), updated_at = clock_now(),
    mail_due_at = case n.mail when 'at_once'
      then ${dueAt({ mail: 'n.mail', isUrgent: 'n.is_urgent', since: 'n.created_at', zone: "'UTC'" })}
      else n.mail_due_at end
  returning n.id, n.user_id`;

/** Writes one notice per person, kind and topic. Adds to a notice that is still open. Answers the notices. */
export async function writeNotices(tx: Tx, workspaceId: number, drafts: readonly NoticeDraft[]) {
  return tx.rows<WrittenNotice>(WRITE, [workspaceId, JSON.stringify(drafts)]);
}

/**
 * Writes notices about a person. The logs of several workspaces contain the event, but only the first makes a notice.
 */
export async function writeAccountNotices(tx: Tx, drafts: readonly NoticeDraft[]) {
  return tx.rows<WrittenNotice>(
    `insert into notices
       (user_id, kind, topic, count, items, in_app, is_open, mail, is_urgent, mail_due_at)
     select distinct on (u.id, t.kind, t.topic)
       u.id, t.kind, t.topic, 1, jsonb_build_array(t.item), true, false, t.mail, true, clock_now()
     from ${DRAFTS.replace('$2', '$1')} join users u on u.id = any(t.user_ids) order by u.id, t.kind, t.topic
     on conflict (user_id, kind, topic) where workspace_id is null do nothing
     returning id, user_id`,
    [JSON.stringify(drafts)],
  );
}
