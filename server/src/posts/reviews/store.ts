/** All SQL of reviews: the decisions, and how they change posts and targets. */
import type { ApprovedPost } from '@belfry/contract/approved.ts';
import type { EventData } from '@belfry/contract/event-kinds.ts';
import { postMoves, targetMoves } from '@belfry/contract/lifecycle.ts';
import type { Review } from '@belfry/contract/reviews.ts';
import type { JsonObject } from '@belfry/networks/core/json.ts';
import type { Db, Tx } from '../../db/database.ts';
import { listed } from '../../db/listed.ts';
import { eventSql } from '../../events/index.ts';
import {
  type Claim,
  freeLane,
  isAloneInFlight,
  lowerLanes,
  setDue,
  settledTargets,
  WITHDRAWN,
} from '../../lanes/index.ts';
import type { PostRow, StoredPost } from '../rows.ts';

export type ReviewRow = Omit<Review, 'reviewer'> & {
  post_id: number;
  reviewer_id: number;
  reviewer_name: string;
};

const REVIEW = `r.post_id, r.decision, r.comment, r.reviewer_id, u.name as reviewer_name, r.version, r.created_at`;

/** Newest first. */
export async function listReviews(db: Db, workspaceId: number, postId: number) {
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

/** Whether a sole reviewer may approve their own posts, and whether other members have one of these roles. */
export async function readSelfReview(
  tx: Tx,
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
    select workspace_id, id, $3, ${eventSql(`review.${decision}`, { comment: '$4::text', version: 'version - 1' })} from post)`;

// The transaction must have locked the channels, as always when targets are added to lanes: `lockChannels`.
const APPROVE = `
  with post as (
    update posts set status = '${postMoves.approve.to}', approved_digest = decode($5, 'hex'), file_changed_by = '{}',
      version = version + 1, updated_at = clock_now()
    where workspace_id = $1 and id = $2 and status in (${listed(...postMoves.approve.from)})
    returning id, workspace_id, version, greatest(planned_at, clock_now()) as due),
  waiting as (
    update targets t set ${setDue('post.due')}
    from post where t.post_id = post.id and t.status in (${listed(...targetMoves.start.from)}) returning t.channel_id),
  ${lowerLanes('select waiting.channel_id, post.due from waiting, post')},
  ${REVIEWED('approved')},
  copy as (
    insert into approved_copies (post_id, review_id, workspace_id, post) select post_id, id, workspace_id, $6 from r
    on conflict (post_id) do update set review_id = excluded.review_id, post = excluded.post)
  select ${REVIEW}, (select count(*) from notified) as notified from r join users u on u.id = r.reviewer_id`;

/** Schedules the post, binds the approval to the digest, and keeps what was approved. */
export async function approvePost(
  tx: Tx,
  { workspaceId, postId, userId, comment }: Decision,
  { digest, copy }: { digest: string; copy: ApprovedPost },
): Promise<ReviewRow | undefined> {
  return tx.last.row<ReviewRow & { notified: number }>(APPROVE, [
    workspaceId,
    postId,
    userId,
    comment,
    digest,
    JSON.stringify(copy),
  ]);
}

/** The latest approval of a post, with what was approved. */
export async function findApproved(
  db: Db,
  workspaceId: number,
  postId: number,
): Promise<(ReviewRow & { post: StoredPost<ApprovedPost> }) | undefined> {
  return db.row<ReviewRow & { post: StoredPost<ApprovedPost> }>(
    `select ${REVIEW}, a.post from approved_copies a join reviews r on r.id = a.review_id
       join users u on u.id = r.reviewer_id
     where a.workspace_id = $1 and a.post_id = $2`,
    [workspaceId, postId],
  );
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
    select workspace_id, id, $3, ${eventSql('post.failed', {
      targets: settledTargets(
        'select * from refused union all select * from targets where post_id = post.id and id not in (select id from refused)',
      ),
    })}
    from post where $6::jsonb is not null),
  ${REVIEWED('rejected')}
  select ${REVIEW} from r join users u on u.id = r.reviewer_id`;

/** Makes the post a draft again. With an `error`, fails the post and its pending targets instead. */
export async function rejectPost(
  tx: Tx,
  { workspaceId, postId, userId, comment }: Decision,
  error: JsonObject | null,
) {
  const status = error === null ? postMoves.reject.to : postMoves.refuse.to;
  const refusal = error === null ? null : JSON.stringify(error);
  return tx.last.row<ReviewRow>(REJECT, [workspaceId, postId, userId, comment, status, refusal]);
}

/** Records that a person changed an approved post. */
export async function recordVoided(
  tx: Tx,
  { workspaceId, postId, userId }: Omit<Decision, 'comment'>,
): Promise<void> {
  await tx.rows(
    `insert into events (workspace_id, post_id, user_id, kind, data)
     values ($1, $2, $3, ${eventSql('review.voided', { because: "'edited'" })})`,
    [workspaceId, postId, userId],
  );
}

// Journal entries that prepared the post may contain what has changed, so they are deleted. Those of commits are kept.
const VOID = `
  with post as (
    update posts set status = '${postMoves.void.to}', approved_digest = null,
      file_changed_by = array_remove(array[$2::bigint], null), version = version + 1, updated_at = clock_now()
    where workspace_id = $4 and id = any($1) and status in (${listed(...postMoves.void.from)}) and approved_digest is not null
    returning id, workspace_id, planned_at),
  withdrawn as (
    update targets t set status = '${targetMoves.void.to}', ${WITHDRAWN}
    from post where t.post_id = post.id and t.status in (${listed(...targetMoves.void.from)}) returning t.id),
  forgotten as (
    delete from journal j using withdrawn where j.target_id = withdrawn.id and j.kind in ('step', 'until')),
  event as (
    insert into events (workspace_id, post_id, user_id, kind, data)
    select workspace_id, id, $2, kind, data from post, lateral (values
      (${eventSql('review.voided', '$3::jsonb')}),
      (${eventSql('review.requested', { scheduled_at: 'planned_at' })})) as happened(kind, data))
  select id from post`;

/** Sends these posts back for approval. */
export async function voidApprovals(
  tx: Tx,
  workspaceId: number,
  postIds: readonly number[],
  userId: number | null,
  because: EventData['review.voided'],
): Promise<void> {
  await tx.rows(VOID, [postIds, userId, JSON.stringify(because), workspaceId]);
}

/** `is_begun`: the post is being published, or one of its targets may be live. */
export interface ShowingRow extends Pick<PostRow, 'id' | 'author_id' | 'status' | 'is_approved'> {
  is_begun: boolean;
  channel_ids: number[];
}

const SHOWING = `
  from posts p
  where p.workspace_id = $1 and p.id in (
      select post_id from post_media where workspace_id = $1 and media_id = $2
      union all select post_id from post_files where workspace_id = $1 and media_id = $2)
    and p.status in (${listed(postMoves.submit.to, ...postMoves.void.from)})`;

/** Locks the posts with this file that wait for approval or are not published yet. */
export async function lockShowing(tx: Tx, workspaceId: number, mediaId: number) {
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

/** Whether any other posts show this file. */
export async function isShownElsewhere(
  tx: Tx,
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

/** Records that this person changed a file of these posts, which wait for approval. */
export async function noteFileChange(
  tx: Tx,
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

/** A target that a worker has leased. */
type Leased = Pick<Claim, 'target_id' | 'lease' | 'workspace_id' | 'post_id'> & { channel: { id: number } };

/** Sends the target's post back for approval. Changes nothing if the lease was lost or another target is being sent. */
export async function voidLeased(tx: Tx, leased: Leased): Promise<boolean> {
  if (!(await isAloneInFlight(tx, leased))) return false;
  await voidApprovals(tx, leased.workspace_id, [leased.post_id], null, { because: 'changed' });
  await freeLane(tx, leased.channel.id);
  return true;
}
