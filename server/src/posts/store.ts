/** All SQL of posts: reading them, and the one write that saves a post with its targets and media. */
import type { EventData } from '@belfry/contract/event-kinds.ts';
import { postMoves, targetMoves } from '@belfry/contract/lifecycle.ts';
import type { PostStatus } from '@belfry/contract/posts.ts';
import type { JsonObject } from '@belfry/networks/core/json.ts';
import type { Db, Tx } from '../db/database.ts';
import { jsonMoment } from '../db/json-moment.ts';
import { eventSql, kindSql } from '../events/index.ts';
import { lowerLanes, QUEUE_COLUMNS, QUEUED_AGAIN, queuedAt, SET_ASKING } from '../lanes/index.ts';
import type { Changes } from './changes.ts';
import type { PostRow, TargetRow, Viewer } from './rows.ts';
import { APPROVAL, POST, SHOWN_COLUMNS, TARGET, VISIBLE, valuesOf } from './rows.ts';

export async function findPost(db: Db, who: Viewer, id: number): Promise<PostRow | undefined> {
  return db.row<PostRow>(
    `select ${POST} from posts p join users u on u.id = p.author_id where ${VISIBLE} and p.id = $4`,
    [...valuesOf(who), id],
  );
}

/** Locks the post: no other transaction can change it until this one ends. */
export async function lockPost(tx: Tx, who: Viewer, id: number): Promise<PostRow | undefined> {
  return tx.row<PostRow>(
    `select ${POST} from posts p join users u on u.id = p.author_id where ${VISIBLE} and p.id = $4
     for update of p`,
    [...valuesOf(who), id],
  );
}

export async function listTargets(
  db: Db,
  workspaceId: number,
  postIds: readonly number[],
): Promise<TargetRow[]> {
  return db.rows<TargetRow>(
    `select ${TARGET} from targets t where t.workspace_id = $1 and t.post_id = any($2) order by t.post_id, t.position`,
    [workspaceId, postIds],
  );
}

/** Targets of the post that may be live: they have a commit without a clear answer. */
export async function listDoubts(tx: Tx, workspaceId: number, postId: number): Promise<TargetRow[]> {
  return tx.rows<TargetRow>(
    `select ${TARGET} from targets t where t.workspace_id = $1 and t.post_id = $2 and t.status <> 'published'
     and exists (select from journal j where j.target_id = t.id and j.state = 'open'
       and j.kind in ('commit', 'after')) order by t.position`,
    [workspaceId, postId],
  );
}

/** The input of one save. `id` is null for a new post. */
export interface PostWrite {
  id: number | null;
  workspaceId: number;
  userId: number;
  content: string;
  status: PostStatus;
  scheduledAt: string | null;
  mediaIds: readonly number[];
  targets: readonly { channel_id: number; position: number; content: string | null; settings: JsonObject }[];
  /** Kind of the event for the timeline, and the changes in its data. */
  event: 'post.saved' | 'post.scheduled' | 'review.requested';
  changes: Changes;
}

export interface SavedPost {
  post: Omit<PostRow, 'author_id' | 'author_name'>;
  targets: TargetRow[];
}

// Targets get a due time only when the post is scheduled.
const SCHEDULE = `
  due as (select case when $4 = '${postMoves.schedule.to}' then greatest($5::timestamptz, clock_now()) end as at),
  body as (select * from jsonb_to_recordset($6::jsonb)
    as t(channel_id bigint, position smallint, content text, settings jsonb)),
  attached as (
    insert into post_media (post_id, position, media_id, workspace_id)
    select post.id, m.position, m.id, $1 from post, unnest($7::bigint[]) with ordinality as m(id, position)),
  kept as (
    insert into targets as t (workspace_id, post_id, channel_id, position, content, settings, ${QUEUE_COLUMNS})
    select $1, post.id, body.channel_id, body.position, body.content, body.settings, ${queuedAt('due.at')}
    from post, body, due
    on conflict (post_id, channel_id) do update set
      position = excluded.position, content = excluded.content, settings = excluded.settings, ${QUEUED_AGAIN},
      status = '${targetMoves.retry.to}', error = null, warnings = '[]'
    returning ${TARGET}),
  ${lowerLanes('select body.channel_id, due.at as due from body, due where due.at is not null')},
  event as (
    insert into events (workspace_id, post_id, user_id, kind, data)
    select $1, post.id, $2, $8, jsonb_build_object('scheduled_at', post.planned_at) || $9::jsonb from post)
  select to_jsonb(post) as post, (select coalesce(jsonb_agg(kept order by position), '[]') from kept) as targets,
    (select count(*) from notified) as notified
  from post`;

// A timestamp in JSON needs its own format.
const POST_RETURNED = `workspace_id, version, ${APPROVAL}, ${[...SHOWN_COLUMNS, 'published_at']
  .map((column) => (column.endsWith('_at') ? `${jsonMoment(column)} as ${column}` : column))
  .join(', ')}`;

const SUBMITTER = `case when $4 = '${postMoves.submit.to}' then $2::bigint end`;

const INSERT = `
  with post as (
    insert into posts (workspace_id, author_id, content, status, scheduled_at, planned_at, submitted_by)
    values ($1, $2, $3, $4, $5, $5, ${SUBMITTER}) returning ${POST_RETURNED}),
  ${SCHEDULE}`;

const REPLACE = `
  with post as (
    update posts set content = $3, status = $4, planned_at = $5, scheduled_at = $5,
      submitted_by = ${SUBMITTER}, file_changed_by = '{}', approved_digest = null, updated_at = clock_now(), version = version + 1
    where workspace_id = $1 and id = $10 returning ${POST_RETURNED}),
  ${SCHEDULE}`;

/**
 * Saves the post with its media and these targets, as the transaction's last statement. The transaction must have
 * locked the channels: `lockChannels`.
 */
export async function writePost(tx: Tx, write: PostWrite): Promise<SavedPost> {
  const db = tx.last;
  const values = [
    write.workspaceId,
    write.userId,
    write.content,
    write.status,
    write.scheduledAt,
    JSON.stringify(write.targets),
    write.mediaIds,
    write.event,
    JSON.stringify(write.changes),
  ];
  const saved =
    write.id === null
      ? await db.row<SavedPost & { notified: number }>(INSERT, values)
      : await db.row<SavedPost & { notified: number }>(REPLACE, [...values, write.id]);
  if (saved === undefined) throw new Error('the post vanished while it was locked');
  return { post: saved.post, targets: saved.targets };
}

/** In order. */
export async function listMediaIds(tx: Tx, workspaceId: number, postId: number): Promise<number[]> {
  const rows = await tx.rows<{ media_id: number }>(
    'select media_id from post_media where workspace_id = $1 and post_id = $2 order by position',
    [workspaceId, postId],
  );
  return rows.map(({ media_id }) => media_id);
}

/**
 * Prepares a post for its replacement. Deletes its media, and the targets whose channels are left out. Of the other
 * targets, deletes the journal entries that prepared the earlier version. Keeps the entries of commits, except open
 * ones of targets that a person has confirmed to `resend`.
 */
export async function clearPost(
  tx: Tx,
  workspaceId: number,
  postId: number,
  { keepChannelIds, resend }: { keepChannelIds: readonly number[]; resend: readonly number[] },
): Promise<void> {
  await tx.rows('delete from post_media where workspace_id = $1 and post_id = $2', [workspaceId, postId]);
  await tx.rows(
    `delete from targets where workspace_id = $1 and post_id = $2 and status <> 'published'
     and not channel_id = any($3)`,
    [workspaceId, postId, keepChannelIds],
  );
  await tx.rows(
    `delete from journal j using targets t where t.id = j.target_id and t.workspace_id = $1 and t.post_id = $2
     and t.status <> 'published'
     and (j.kind in ('step', 'until') or (j.state = 'open' and t.id = any($3::bigint[])))`,
    [workspaceId, postId, resend],
  );
}

// An ordinary attempt asks the network, when its lane comes to the target.
const ASK = `
  with post as (
    update posts set status = '${postMoves.ask.to}', version = version + 1, updated_at = clock_now()
    where workspace_id = $1 and id = $2 and status = any($4) returning id),
  asked as (
    update targets t set status = '${targetMoves.ask.to}', error = null, ${SET_ASKING}
    from post where t.post_id = post.id and t.id = any($3) returning t.channel_id),
  ${lowerLanes('select channel_id, clock_now() as due from asked')},
  event as (
    insert into events (workspace_id, post_id, user_id, kind) select $1, post.id, $5, ${kindSql('post.reconciling')} from post)
  select count(*) from notified`;

/** `userId` is null for the operator, who asks for all workspaces. */
export type Requester = Pick<Viewer, 'workspaceId'> & { userId: number | null };

/** `ids` are targets. The transaction must have locked their channels: `lockChannels`. */
export async function askAbout(
  tx: Tx,
  who: Requester,
  postId: number,
  ids: readonly number[],
): Promise<void> {
  await tx.rows(ASK, [who.workspaceId, postId, ids, postMoves.ask.from, who.userId]);
}

/** `data` is the former content, for the event. */
export async function deletePost(
  tx: Tx,
  who: Requester,
  id: number,
  data: EventData['post.deleted'],
): Promise<void> {
  await tx.rows(
    `with gone as (delete from posts where workspace_id = $1 and id = $2 returning id)
     insert into events (workspace_id, post_id, user_id, kind, data) select $1, id, $3, ${eventSql('post.deleted', '$4')} from gone`,
    [who.workspaceId, id, who.userId, JSON.stringify(data)],
  );
}
