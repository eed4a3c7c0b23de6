/** All SQL of posts: reading them, and the one write that saves a post with its targets and media. */
import { postMoves, targetMoves } from '@belfry/contract/lifecycle.ts';
import type { PostStatus } from '@belfry/contract/posts.ts';
import { type Written, writtenFields } from '@belfry/contract/written.ts';
import type { Consent } from '@belfry/networks/core/consents.ts';
import type { Db, Tx } from '../db/database.ts';
import { jsonMoment } from '../db/json-moment.ts';
import { eventSql, kindSql } from '../events/index.ts';
import { lowerLanes, QUEUE_COLUMNS, QUEUED_AGAIN, queuedAt, SET_ASKING } from '../lanes/index.ts';
import type { Changes } from './changes.ts';
import {
  APPROVAL,
  POST,
  type PostRow,
  SHOWN_COLUMNS,
  TARGET,
  type TargetRow,
  VISIBLE,
  type Viewer,
  valuesOf,
  WRITTEN_TYPES,
} from './rows.ts';
import type { SentTarget } from './sent.ts';

export async function findPost(db: Db, who: Viewer, id: number) {
  return db.row<PostRow>(
    `select ${POST} from posts p join users u on u.id = p.author_id where ${VISIBLE} and p.id = $4`,
    [...valuesOf(who), id],
  );
}

/** Locks the post: no other transaction can change it until this one ends. */
export async function lockPost(tx: Tx, who: Viewer, id: number) {
  return tx.row<PostRow>(
    `select ${POST} from posts p join users u on u.id = p.author_id where ${VISIBLE} and p.id = $4
     for update of p`,
    [...valuesOf(who), id],
  );
}

export async function listTargets(db: Db, workspaceId: number, postIds: readonly number[]) {
  return db.rows<TargetRow>(
    `select ${TARGET} from targets t where t.workspace_id = $1 and t.post_id = any($2) order by t.post_id, t.position`,
    [workspaceId, postIds],
  );
}

/** Targets of the post that may be live: they have a commit without a clear answer. */
export async function listDoubts(tx: Tx, workspaceId: number, postId: number) {
  return tx.rows<TargetRow>(
    `select ${TARGET} from targets t where t.workspace_id = $1 and t.post_id = $2 and t.status <> 'published'
     and exists (select from journal j where j.target_id = t.id and j.state = 'open'
       and j.kind in ('commit', 'after')) order by t.position`,
    [workspaceId, postId],
  );
}

/** The input of one save. `id` is null for a new post. */
export interface PostWrite extends Written {
  id: number | null;
  workspaceId: number;
  userId: number;
  status: PostStatus;
  scheduledAt: string | null;
  mediaIds: readonly number[];
  targets: readonly (SentTarget & { position: number; consents: readonly Consent[] })[];
  /** Null: the post keeps its labels. */
  labelIds: readonly number[] | null;
  /** The files that the targets name. */
  fileIds: readonly number[];
  /** Kind of the event for the timeline, and the changes in its data. Null: no event. */
  event: 'post.saved' | 'post.scheduled' | 'review.requested' | null;
  changes: Changes;
}

export interface SavedPost {
  post: Omit<PostRow, 'author_id' | 'author_name'>;
  targets: TargetRow[];
}

/** The columns that people write into, of a table with this prefix. */
const written = (table: string) => writtenFields.map((name) => `${table}${name}`).join(', ');
const WRITTEN_DEFINED = writtenFields.map((name) => `${name} ${WRITTEN_TYPES[name]}`).join(', ');

// The posts to save. `n` is the place in the order of the input.
const WRITE = (id: string) => `
  write as materialized (
    select w.n, ${id} as id, w.workspace_id, w.user_id, ${written('w.')}, w.status, w.scheduled_at, w.media_ids, w.label_ids, w.file_ids, w.targets, w.event,
      w.changes, case when w.status = '${postMoves.submit.to}' then w.user_id end as submitted_by,
      -- Targets get a due time only when the post is scheduled.
      case when w.status = '${postMoves.schedule.to}' then greatest(w.scheduled_at, clock_now()) end as due
    from json_to_recordset($1) as w(n int, id bigint, workspace_id bigint, user_id bigint, ${WRITTEN_DEFINED}, status text,
      scheduled_at timestamptz, media_ids bigint[], label_ids bigint[], file_ids bigint[], targets json, event text, changes jsonb))`;

const CONSENTED = eventSql('target.consented', {
  field: "'settings.' || c.field",
  code: 'c.code',
  declaration: 'c.declaration',
});

const PARTS = `
  body as (
    select post.id as post_id, write.n, write.workspace_id, write.user_id, write.due, t.* from post join write using (id),
      json_to_recordset(write.targets) as t(channel_id bigint, position smallint, content text,
        settings jsonb, media_ids bigint[], image_fit text, consents json)),
  attached as (
    insert into post_media (post_id, position, media_id, workspace_id)
    select post.id, m.position, m.id, write.workspace_id
    from post join write using (id), unnest(write.media_ids) with ordinality as m(id, position)),
  unlabelled as (
    delete from post_labels l using write
    where l.post_id = write.id and l.workspace_id = write.workspace_id and not l.label_id = any(write.label_ids)),
  labelled as (
    insert into post_labels (post_id, label_id, workspace_id)
    select post.id, l.id, write.workspace_id from post join write using (id), unnest(write.label_ids) as l(id)
    on conflict (post_id, label_id) do nothing),
  named as (
    insert into post_files (post_id, media_id, workspace_id)
    select post.id, f.id, write.workspace_id from post join write using (id), unnest(write.file_ids) as f(id)),
  kept as (
    insert into targets as t (workspace_id, post_id, channel_id, position, content, settings, media_ids, image_fit,
      ${QUEUE_COLUMNS})
    select workspace_id, post_id, channel_id, position, content, settings, media_ids, image_fit, ${queuedAt('due')} from body
    on conflict (post_id, channel_id) do update set
      position = excluded.position, content = excluded.content, settings = excluded.settings,
      media_ids = excluded.media_ids, image_fit = excluded.image_fit, ${QUEUED_AGAIN},
      status = '${targetMoves.retry.to}', error = null, warnings = '[]'
    returning ${TARGET}),
  ${lowerLanes('select channel_id, min(due) as due from body where due is not null group by channel_id')},
  event as (
    insert into events (workspace_id, post_id, target_id, channel_id, user_id, kind, data)
    select workspace_id, post_id, target_id, channel_id, user_id, kind, data from (
      select write.n, -1 as position, write.workspace_id, post.id as post_id, null::bigint as target_id, null::bigint as channel_id,
        write.user_id, write.event as kind, jsonb_build_object('scheduled_at', post.planned_at) || write.changes as data
      from post join write using (id) where write.event is not null
      union all
      select body.n, body.position, body.workspace_id, post_id, kept.id, channel_id, body.user_id, ${CONSENTED}
      from body join kept using (post_id, channel_id),
        json_to_recordset(body.consents) as c(field text, code text, declaration text)) as happened
    order by n, position)
  select to_jsonb(post) as post,
    (select coalesce(jsonb_agg(kept order by position), '[]') from kept where kept.post_id = post.id) as targets,
    (select count(*) from notified) as notified
  from post join write using (id) order by write.n`;

// A timestamp in JSON needs its own format.
const POST_RETURNED = `p.workspace_id, ${APPROVAL}, ${[...SHOWN_COLUMNS, 'published_at']
  .map((column) => (column.endsWith('_at') ? `${jsonMoment(`p.${column}`)} as ${column}` : `p.${column}`))
  .join(', ')}`;

const INSERT = `
  with ${WRITE("nextval(pg_get_serial_sequence('posts', 'id'))")},
  post as (
    insert into posts as p (id, workspace_id, author_id, ${written('')}, status, scheduled_at, planned_at, submitted_by)
    overriding system value
    select id, workspace_id, user_id, ${written('')}, status, scheduled_at, scheduled_at, submitted_by from write order by n
    returning ${POST_RETURNED}),
  ${PARTS}`;

const REPLACE = `
  with ${WRITE('w.id')},
  post as (
    update posts p set ${writtenFields.map((name) => `${name} = write.${name}`).join(', ')}, status = write.status, planned_at = write.scheduled_at,
      scheduled_at = write.scheduled_at, submitted_by = write.submitted_by, file_changed_by = '{}', approved_digest = null,
      updated_at = clock_now(), version = version + 1
    from write where p.workspace_id = write.workspace_id and p.id = write.id returning ${POST_RETURNED}),
  ${PARTS}`;

/**
 * Saves posts with their media and targets, as the transaction's last statement: new ones, or one that replaces a
 * locked post. The transaction must have locked the channels: `lockChannels`. Returns them in order.
 */
export async function writePosts(tx: Tx, writes: readonly PostWrite[]): Promise<SavedPost[]> {
  const statement = writes.every(({ id }) => id === null) ? INSERT : REPLACE;
  const saved = await tx.last.rows<SavedPost & { notified: number }>(statement, [
    JSON.stringify(writes.map(toRow)),
  ]);
  if (saved.length < writes.length) throw new Error('the post vanished while it was locked');
  return saved.map(({ post, targets }) => ({ post, targets }));
}

function toRow(
  { workspaceId, userId, scheduledAt, mediaIds, labelIds, fileIds, ...more }: PostWrite,
  n: number,
) {
  return {
    ...more,
    n,
    workspace_id: workspaceId,
    user_id: userId,
    scheduled_at: scheduledAt,
    media_ids: mediaIds,
    label_ids: labelIds,
    file_ids: fileIds,
  };
}

/** Replaces the labels of a locked post. Its version stays. Does nothing if the `changes` name no labels. */
export async function relabelPost(
  tx: Tx,
  { workspaceId, userId }: Viewer,
  id: number,
  { labelIds, changes }: Pick<PostWrite, 'labelIds' | 'changes'>,
): Promise<void> {
  if (labelIds === null || changes.after?.label_ids === undefined) return;
  await tx.rows(
    `with gone as (
       delete from post_labels where workspace_id = $1 and post_id = $2 and not label_id = any($4)),
     added as (
       insert into post_labels (post_id, label_id, workspace_id) select $2, id, $1 from unnest($4::bigint[]) as id
       on conflict (post_id, label_id) do nothing)
     insert into events (workspace_id, post_id, user_id, kind, data)
     values ($1, $2, $3, ${kindSql('post.labelled')}, $5)`,
    [workspaceId, id, userId, labelIds, JSON.stringify(changes)],
  );
}

/** Whether the log has an event of the last ten minutes that this person saved the draft. */
export async function isSaveLogged(tx: Tx, { workspaceId, userId }: Viewer, id: number): Promise<boolean> {
  const row = await tx.row(
    `select 1 as one from events where workspace_id = $1 and post_id = $2 and user_id = $3
       and kind = ${kindSql('post.saved')} and at > clock_now() - interval '10 minutes' limit 1`,
    [workspaceId, id, userId],
  );
  return row !== undefined;
}

/** So many seconds from now. */
export async function readClock(tx: Tx, seconds: number): Promise<string | undefined> {
  const row = await tx.row<{ at: string }>('select clock_now() + make_interval(secs => $1) as at', [seconds]);
  return row?.at;
}

/** In order. */
export async function listMediaIds(db: Db, workspaceId: number, postId: number): Promise<number[]> {
  const rows = await db.rows<{ media_id: number }>(
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
  await tx.rows(
    `with files as (delete from post_files where workspace_id = $1 and post_id = $2)
     delete from post_media where workspace_id = $1 and post_id = $2`,
    [workspaceId, postId],
  );
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
