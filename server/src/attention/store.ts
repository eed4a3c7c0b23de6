/** All SQL of the attention list. It reads rows of posts, targets, channels and reviews, and writes none. */
import { ATTENTION_POSTS, type AttentionKind } from '@belfry/contract/attention.ts';
import type { PostStatus } from '@belfry/contract/posts.ts';
import type { TargetErrorCode } from '@belfry/contract/targets.ts';
import type { JsonObject } from '@belfry/networks/core/json.ts';
import type { Db } from '../db/database.ts';
import { kindSql } from '../events/index.ts';
import { DUE, NOT_DISMISSED, OPEN_POSTS, WAITS } from '../lanes/index.ts';

export interface Viewer {
  workspaceId: number;
  userId: number;
  channelIds: readonly number[] | null;
  /** Also sees what concerns the posts of others. */
  seesAll: boolean;
  /** Also sees channels without posts. */
  managesChannels: boolean;
}

/** One target that a cause concerns, or a post or a channel without one. */
export interface Cause {
  kind: AttentionKind;
  /** Null: the cause is a post, whatever its channels. */
  channel_id: number | null;
  post_id: number | null;
  target_id: number | null;
  code: TargetErrorCode | null;
  message: string | null;
  details: JsonObject | null;
  /** Sending the same again can help. */
  retryable: boolean;
  until: string | null;
}

/** Rows of each kind at most. One more is read, to know whether the list is complete. */
export const MAX_TARGETS = 300;
/** Channels of each kind at most. */
export const MAX_CHANNELS = 50;

// $1 is the workspace, $2 the person, $3 their channels, $4 `seesAll`, $5 `managesChannels`.
const SEEN = `($4 and ($3::bigint[] is null or t.channel_id = any($3)) or p.author_id = $2)`;
const SEEN_CHANNEL = `($3::bigint[] is null or c.id = any($3))`;
/** The channel `c` takes nothing before a person has connected it again. */
const IS_HELD = 'c.needs_reconnect and c.deleted_at is null';
const ENDS_SOON = `c.reconnect_by <= clock_now() + interval '14 days' and c.deleted_at is null and not c.needs_reconnect`;

// The condition is that of the index `targets_wanting`. A rejected post is a cause of its own.
const FAILED = `
  select case t.error ->> 'code' when 'outcome_unknown' then 'may_be_live' when 'missed' then 'missed' else 'failed' end as kind,
    t.channel_id, t.post_id, t.id as target_id,
    t.error ->> 'code' as code, t.error ->> 'message' as message, t.error -> 'details' as details,
    (t.error -> 'retryable')::boolean as retryable,
    null::timestamptz as until
  from targets t join posts p on p.id = t.post_id
  where t.workspace_id = $1 and t.status = 'failed' and ${NOT_DISMISSED}
    and t.error ->> 'code' <> 'not_approved' and ${SEEN}
  order by t.post_id desc, t.id limit ${MAX_TARGETS + 1}`;

/** Targets with a risk that a check ahead found, and those whose channel was removed. Each set has an index. */
const RISKY = `
  select t.id from targets t where t.workspace_id = $1 and t.status = 'pending' and t.warnings <> '[]'
  union all
  select t.id from channels c join targets t on t.channel_id = c.id
  where c.workspace_id = $1 and c.deleted_at is not null and ${WAITS} and t.status = 'pending'`;

// A channel that must be connected again is a cause of its own.
const AT_RISK = `
  select 'at_risk', case when risk.code = 'channel_disconnected' then t.channel_id end, t.post_id, t.id, risk.code,
    t.warnings ->> 0, null, false, ${DUE}
  from targets t join posts p on p.id = t.post_id join channels c on c.id = t.channel_id
    left join lateral (
      select 'channel_disconnected' as code where t.warnings = '[]'
      union all
      (select e.data ->> 'code' from events e
       where e.post_id = t.post_id and e.target_id = t.id and e.kind = ${kindSql('target.at_risk')} and t.warnings <> '[]'
       order by e.id desc limit 1)) risk on true
  where t.id in (${RISKY}) and p.status in (${OPEN_POSTS})
    and not (${IS_HELD}) and (c.reconnect_by > ${DUE}) is not false and ${SEEN}
  order by ${DUE}, t.id limit ${MAX_TARGETS + 1}`;

const ofChannel = (kind: AttentionKind, is: string, until: string, waits: string) => `
  select '${kind}', c.id, waiting.post_id, waiting.id, null, null, null, false, ${until}
  from (
    select * from channels c where c.workspace_id = $1 and ${is} order by c.id limit ${MAX_CHANNELS + 1}) c
    join workspaces w on w.id = c.workspace_id
    left join lateral (
      select t.id, t.post_id, ${DUE} as due from targets t join posts p on p.id = t.post_id
      where t.channel_id = c.id and ${WAITS}
        and p.status in (${OPEN_POSTS}) and ${waits} and ${SEEN}
      order by ${DUE}, t.id limit ${ATTENTION_POSTS + 1}) waiting on true
  where waiting.id is not null or ($5 and ${SEEN_CHANNEL})`;

const HELD = ofChannel('held', IS_HELD, 'waiting.due + make_interval(hours => w.grace_hours)', 'true');
const RECONNECT_SOON = ofChannel('reconnect_soon', ENDS_SOON, 'c.reconnect_by', `${DUE} >= c.reconnect_by`);

// Every save raises the version, so a post with the version of its rejection was not changed since.
const REJECTED = `
  select 'rejected', null::bigint, p.id, t.id, null, r.comment, null, false, null
  from (
    select post_id, version, comment from reviews where workspace_id = $1 and decision = 'rejected'
    order by id desc limit 2000) r
    join posts p on p.id = r.post_id and p.version = r.version and p.status in ('draft', 'failed')
    left join targets t on t.post_id = p.id and t.status <> 'published'
  where p.workspace_id = $1 and p.author_id = $2
  order by p.id desc, t.id limit ${MAX_TARGETS + 1}`;

const CAUSES = [FAILED, HELD, AT_RISK, REJECTED, RECONNECT_SOON].map((sql) => `(${sql})`).join(' union all ');

/** In any order between the kinds; each kind in its own. */
export async function listCauses(db: Db, viewer: Viewer) {
  const { workspaceId, userId, channelIds, seesAll, managesChannels } = viewer;
  return db.rows<Cause>(CAUSES, [workspaceId, userId, channelIds, seesAll, managesChannels]);
}

export interface PostRow {
  id: number;
  author_id: number;
  version: number;
  status: PostStatus;
  at: string | null;
  /** The beginning of the text. */
  text: string;
  /** Of all targets. */
  channel_ids: number[];
}

export async function readPosts(db: Db, workspaceId: number, ids: readonly number[]) {
  return db.rows<PostRow>(
    `select p.id, p.author_id, p.version, p.status, coalesce(p.published_at, p.planned_at) as at, left(p.content, 2000) as text,
       to_json(array(select t.channel_id from targets t where t.post_id = p.id order by t.position)) as channel_ids
     from posts p where p.workspace_id = $1 and p.id = any($2)`,
    [workspaceId, ids],
  );
}

/** The channel of each target. */
export async function readChannelsOf(
  db: Db,
  workspaceId: number,
  targetIds: readonly number[],
): Promise<Map<number, number>> {
  const rows = await db.rows<{ id: number; channel_id: number }>(
    'select id, channel_id from targets where workspace_id = $1 and id = any($2)',
    [workspaceId, targetIds],
  );
  return new Map(rows.map(({ id, channel_id }) => [id, channel_id]));
}

const BEGAN = [kindSql('target.failed'), kindSql('target.at_risk'), kindSql('target.held')].join(', ');

/** When each target failed last, or came to be at risk or held. Without targets whose events are gone. */
export async function readBeginnings(
  db: Db,
  workspaceId: number,
  targetIds: readonly number[],
): Promise<Map<number, string>> {
  const rows = await db.rows<{ id: number; at: string }>(
    `select t.id, e.at from targets t cross join lateral (
       select e.at from events e where e.post_id = t.post_id and e.target_id = t.id and e.kind in (${BEGAN})
       order by e.id desc limit 1) e
     where t.workspace_id = $1 and t.id = any($2)`,
    [workspaceId, targetIds],
  );
  return new Map(rows.map(({ id, at }) => [id, at]));
}

/** When each channel was removed or lost its sign-in, or when people were first told that they will have to sign in again. */
export async function readChannelBeginnings(
  db: Db,
  workspaceId: number,
  channelIds: readonly number[],
): Promise<Map<number, string>> {
  const rows = await db.rows<{ id: number; at: string | null }>(
    `select c.id, coalesce(c.deleted_at,
       (select e.at from events e where c.needs_reconnect and e.workspace_id = $1 and e.channel_id = c.id
          and e.kind = ${kindSql('channel.needs_reconnect')} and e.seq is not null order by e.at desc limit 1),
       case when not c.needs_reconnect then c.reconnect_by - interval '14 days' end) as at
     from channels c where c.workspace_id = $1 and c.id = any($2)`,
    [workspaceId, channelIds],
  );
  return new Map(rows.flatMap(({ id, at }) => (at === null ? [] : [[id, at]])));
}

/** When each post was last rejected. */
export async function readRejections(
  db: Db,
  workspaceId: number,
  postIds: readonly number[],
): Promise<Map<number, string>> {
  const rows = await db.rows<{ post_id: number; at: string }>(
    `select post_id, max(created_at) as at from reviews
     where workspace_id = $1 and post_id = any($2) and decision = 'rejected' group by post_id`,
    [workspaceId, postIds],
  );
  return new Map(rows.map(({ post_id, at }) => [post_id, at]));
}
