/** All SQL of reviews: the decisions, and what they make of posts and their targets. */
import type { JsonObject } from '@belfry/networks/core/json.ts';
import type { Db } from '../db/database.ts';
import { firstCheck, listed, postMoves, settledTargets, targetMoves } from '../posts/lifecycle.ts';
import type { PostRow } from '../posts/lookup.ts';

export interface ReviewRow {
  post_id: number;
  decision: 'approved' | 'rejected';
  comment: string | null;
  reviewer_id: number;
  reviewer_name: string;
  /** The post's, as the decision left it: one more than what was decided. */
  version: number;
  created_at: string;
}

const REVIEW = `r.post_id, r.decision, r.comment, r.reviewer_id, u.name as reviewer_name, r.version, r.created_at`;

/** The newest first. */
export async function listReviews(db: Db, workspaceId: number, postId: number): Promise<ReviewRow[]> {
  return db.rows<ReviewRow>(
    `select ${REVIEW} from reviews r join users u on u.id = r.reviewer_id
     where r.workspace_id = $1 and r.post_id = $2 order by r.id desc limit 1000`,
    [workspaceId, postId],
  );
}

/** The latest review of each post that has any. */
export async function latestReviews(
  db: Db,
  workspaceId: number,
  postIds: readonly number[],
): Promise<Map<number, ReviewRow>> {
  const rows = await db.rows<ReviewRow>(
    `select distinct on (r.post_id) ${REVIEW} from reviews r join users u on u.id = r.reviewer_id
     where r.workspace_id = $1 and r.post_id = any($2) order by r.post_id, r.id desc`,
    [workspaceId, postIds],
  );
  return new Map(rows.map((row) => [row.post_id, row]));
}

/** Whether a sole reviewer may approve own posts here, and whether there are others with one of these roles. */
export async function readSelfReview(
  tx: Db,
  workspaceId: number,
  userId: number,
  roles: readonly string[],
): Promise<{ allowed: boolean; others: boolean }> {
  const row = await tx.row<{ allowed: boolean; others: boolean }>(
    `select allow_self_review as allowed, exists (select from members m
       where m.workspace_id = w.id and m.user_id <> $2 and m.role = any($3)) as others
     from workspaces w where w.id = $1`,
    [workspaceId, userId, roles],
  );
  return row ?? { allowed: false, others: true };
}

export interface Decision {
  workspaceId: number;
  postId: number;
  userId: number;
  comment: string | null;
}

const REVIEWED = (decision: ReviewRow['decision']) => `
  r as (
    insert into reviews (workspace_id, post_id, reviewer_id, decision, comment, version)
    select workspace_id, id, $3, '${decision}', $4, version from post returning *),
  event as (
    insert into events (workspace_id, post_id, user_id, kind, data)
    select workspace_id, id, $3, 'review.${decision}', jsonb_build_object('comment', $4::text, 'version', version - 1) from post)`;

// Channels are locked for sharing by the transaction, as whenever targets are added to lanes.
const APPROVE = `
  with post as (
    update posts set status = '${postMoves.approve.to}', approved_digest = decode($5, 'hex'), file_changed_by = '{}',
      version = version + 1, updated_at = clock_now()
    where workspace_id = $1 and id = $2 and status in (${listed(...postMoves.approve.from)})
    returning id, workspace_id, version, greatest(planned_at, clock_now()) as due_at),
  waiting as (
    update targets t set due_at = post.due_at, wake_at = post.due_at, check_at = ${firstCheck('post.due_at')}
    from post where t.post_id = post.id and t.status in (${listed(...targetMoves.start.from)}) returning t.channel_id, t.due_at),
  later as (
    select c.id, post.due_at from channels c, post where c.id in (select channel_id from waiting)
      and (c.next_due_at is null or c.next_due_at > post.due_at) order by c.id for no key update of c),
  lanes as (
    update channels c set next_due_at = later.due_at from later where c.id = later.id returning c.next_due_at),
  told as (
    select pg_notify('belfry_due', '') from lanes where next_due_at < clock_now() + interval '1 minute' limit 1),
  ${REVIEWED('approved')}
  select ${REVIEW}, (select count(*) from told) as told from r join users u on u.id = r.reviewer_id`;

/** The post is scheduled, and bound to the digest. */
export async function approvePost(
  tx: Db,
  { workspaceId, postId, userId, comment }: Decision,
  digest: string,
): Promise<ReviewRow | undefined> {
  return tx.row<ReviewRow>(APPROVE, [workspaceId, postId, userId, comment, digest]);
}

const REJECT = `
  with post as (
    update posts set status = $5, version = version + 1, updated_at = clock_now()
    where workspace_id = $1 and id = $2 and status in (${listed(...postMoves.reject.from)})
    returning id, workspace_id, version),
  refused as (
    update targets t set status = '${targetMoves.refuse.to}', error = $6 from post
    where $6::jsonb is not null and t.post_id = post.id and t.status in (${listed(...targetMoves.refuse.from)})
    returning t.*),
  failed as (
    insert into events (workspace_id, post_id, user_id, kind, data)
    select workspace_id, id, $3, 'post.failed',
      ${settledTargets('select * from refused union all select * from targets where post_id = post.id and id not in (select id from refused)')}
    from post where $6::jsonb is not null),
  ${REVIEWED('rejected')}
  select ${REVIEW} from r join users u on u.id = r.reviewer_id`;

/** The post is a draft again; with an error for those of its targets that wait, it has failed instead. */
export async function rejectPost(
  tx: Db,
  { workspaceId, postId, userId, comment }: Decision,
  error: JsonObject | null,
): Promise<ReviewRow | undefined> {
  const status = error === null ? postMoves.reject.to : postMoves.refuse.to;
  const refusal = error === null ? null : JSON.stringify(error);
  return tx.row<ReviewRow>(REJECT, [workspaceId, postId, userId, comment, status, refusal]);
}

/** Notes that somebody changed what was approved. */
export async function recordVoided(
  tx: Db,
  { workspaceId, postId, userId }: Omit<Decision, 'comment'>,
): Promise<void> {
  await tx.rows(
    `insert into events (workspace_id, post_id, user_id, kind, data)
     values ($1, $2, $3, 'review.voided', '{"because": "edited"}')`,
    [workspaceId, postId, userId],
  );
}

// What was prepared at the networks may hold what was changed: it is forgotten, what was sent is not.
const VOID = `
  with post as (
    update posts set status = '${postMoves.void.to}', approved_digest = null,
      file_changed_by = array_remove(array[$2::bigint], null), version = version + 1, updated_at = clock_now()
    where workspace_id = $4 and id = any($1) and status in (${listed(...postMoves.void.from)}) and approved_digest is not null
    returning id, workspace_id, planned_at),
  withdrawn as (
    update targets t set status = '${targetMoves.void.to}', due_at = null, wake_at = null, check_at = null, lease_id = null,
      tries = 0, crashes = 0
    from post where t.post_id = post.id and t.status in (${listed(...targetMoves.void.from)}) returning t.id),
  forgotten as (
    delete from journal j using withdrawn where j.target_id = withdrawn.id and j.kind in ('step', 'until')),
  event as (
    insert into events (workspace_id, post_id, user_id, kind, data)
    select workspace_id, id, $2, kind, data from post, lateral (values
      ('review.voided', $3::jsonb),
      ('review.requested', jsonb_build_object('scheduled_at', planned_at))) as told(kind, data))
  select id from post`;

/** They wait for approval again. */
export async function voidApprovals(
  tx: Db,
  workspaceId: number,
  postIds: readonly number[],
  userId: number | null,
  because: JsonObject,
): Promise<void> {
  await tx.rows(VOID, [postIds, userId, JSON.stringify(because), workspaceId]);
}

/** `is_begun`: it is being published, or something of it may be live without our knowing. */
export interface ShowingRow extends Pick<PostRow, 'id' | 'author_id' | 'status' | 'is_approved'> {
  is_begun: boolean;
  channel_ids: number[];
}

const SHOWING = `
  from posts p
  where p.workspace_id = $1 and p.id in (select post_id from post_media where workspace_id = $1 and media_id = $2)
    and p.status in (${listed(postMoves.submit.to, ...postMoves.void.from)})`;

/** Posts with this file that wait for approval, or are not out yet; locked. */
export async function lockShowing(tx: Db, workspaceId: number, mediaId: number): Promise<ShowingRow[]> {
  return tx.rows<ShowingRow>(
    `select p.id, p.author_id, p.status, p.approved_digest is not null as is_approved,
       p.status in (${listed(postMoves.start.to)}) or exists (
         select from targets t join journal j on j.target_id = t.id
         where t.post_id = p.id and t.status <> 'published' and j.kind in ('commit', 'after')) as is_begun,
       array(select channel_id from targets t where t.post_id = p.id) as channel_ids
     ${SHOWING} order by p.id for update of p`,
    [workspaceId, mediaId],
  );
}

/** Whether posts show it that are not among these. */
export async function isShownElsewhere(
  tx: Db,
  workspaceId: number,
  mediaId: number,
  posts: readonly Pick<ShowingRow, 'id'>[],
): Promise<boolean> {
  const ids = posts.map(({ id }) => id);
  const row = await tx.row<{ id: number }>(`select p.id ${SHOWING} and p.id <> all($3) limit 1`, [
    workspaceId,
    mediaId,
    ids,
  ]);
  return row !== undefined;
}

/** Something of these posts, which wait for approval, is another now, and this person changed it. */
export async function noteFileChange(
  tx: Db,
  { workspaceId, userId }: Pick<Decision, 'workspaceId' | 'userId'>,
  postIds: readonly number[],
): Promise<void> {
  await tx.rows(
    `update posts set version = version + 1, updated_at = clock_now(),
       file_changed_by = array_append(array_remove(file_changed_by, $3), $3)
     where workspace_id = $1 and id = any($2)`,
    [workspaceId, postIds, userId],
  );
}

/** A target that a worker holds. */
interface Held {
  target_id: number;
  lease_id: string;
  workspace_id: number;
  post_id: number;
  channel: { id: number };
}

/** False when the lease was lost, or another target of the post is at work: then nothing is written. */
export async function voidHeld(tx: Db, held: Held): Promise<boolean> {
  await tx.rows('select from posts where id = $1 for no key update', [held.post_id]);
  const row = await tx.row<{ alone: boolean }>(
    `select count(*) filter (where id = $2 and lease_id = $3) = 1 and count(*) = 1 as alone
     from targets where post_id = $1 and status in (${listed(targetMoves.start.to)})`,
    [held.post_id, held.target_id, held.lease_id],
  );
  if (row?.alone !== true) return false;
  await voidApprovals(tx, held.workspace_id, [held.post_id], null, { because: 'changed' });
  await tx.rows("update channels set busy_until = '-infinity', next_due_at = clock_now() where id = $1", [
    held.channel.id,
  ]);
  return true;
}
