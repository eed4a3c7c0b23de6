/** Use cases of reviews: decide on a post that waits for approval, list the decisions. */
import type { Approved, ApprovedPost } from '@belfry/contract/approved.ts';
import type { Review } from '@belfry/contract/reviews.ts';
import { allowed } from '@belfry/contract/roles.ts';
import { allow, type Caller, canAccessChannel } from '../../access/roles.ts';
import type { Context } from '../../base/context.ts';
import { invalid, orNotFound, Problem } from '../../base/problem.ts';
import { type ChannelRow, findMissing, lockChannels, readChannels } from '../../channels/index.ts';
import type { Tx } from '../../db/database.ts';
import { filesOf, filesOfPosts, noFiles, type PostFiles, versionOf } from '../../media/index.ts';
import { checkAgain, checkVersions, type Fitting, requireFitting, type TargetVersion } from '../fitting.ts';
import type { PostRow, TargetRow } from '../rows.ts';
import { findPost, listTargets, lockPost } from '../store.ts';
import { requireVersion } from '../version.ts';
import { checkedOf, schemaOf } from '../versions.ts';
import { digestPost } from './digest.ts';
import { presentReview } from './present.ts';
import * as store from './store.ts';

type Ctx = Pick<Context, 'db' | 'networks' | 'slices'>;

/** A locked post that waits for approval. */
interface Submitted {
  post: PostRow;
  targets: readonly TargetRow[];
  files: PostFiles;
}

export async function listReviews(ctx: Pick<Ctx, 'db'>, who: Caller, postId: number): Promise<Review[]> {
  allow(who, 'post.read');
  orNotFound(await findPost(ctx.db, who, postId));
  return (await store.listReviews(ctx.db, who.workspaceId, postId)).map(presentReview);
}

/** Null if nobody has approved the post. */
export async function getApproved(
  ctx: Pick<Ctx, 'db'>,
  who: Caller,
  postId: number,
): Promise<Approved | null> {
  allow(who, 'post.read');
  orNotFound(await findPost(ctx.db, who, postId));
  const row = await store.findApproved(ctx.db, who.workspaceId, postId);
  return row === undefined ? null : { review: presentReview(row), post: row.post };
}

/** `ifMatch` is the version that the reviewer has read. */
export async function reviewPost(
  ctx: Ctx,
  who: Caller,
  postId: number,
  { decision, comment }: { decision: 'approve' | 'reject'; comment?: string | null },
  ifMatch: string | undefined,
): Promise<Review> {
  allow(who, 'review.decide');
  const fitting = decision === 'approve' ? await checkBefore(ctx, who, postId) : undefined;
  return ctx.db.transaction(async (tx) => {
    const submitted = await lockSubmitted(tx, who, postId);
    requireVersion(submitted.post, ifMatch);
    const made = {
      workspaceId: who.workspaceId,
      postId,
      userId: who.userId,
      comment: comment?.trim() || null,
    };
    const review =
      decision === 'approve'
        ? await approve(ctx, tx, who, submitted, fitting, made)
        : await reject(tx, submitted, made);
    if (review === undefined) throw new Error('the post changed while it was locked');
    return presentReview(review);
  });
}

/** Checks the post before it is locked, since the check may take long. The result is reused if the post stays the same. */
async function checkBefore(ctx: Ctx, who: Caller, postId: number): Promise<Fitting | undefined> {
  const post = await findPost(ctx.db, who, postId);
  if (post?.status !== 'pending_approval') return undefined;
  const targets = await listTargets(ctx.db, who.workspaceId, [postId]);
  const ids = targets.map(({ channel_id }) => channel_id);
  const channels = await readChannels(ctx.db, who.workspaceId, ids);
  const files = (await filesOfPosts(ctx.db, who.workspaceId, [postId])).get(postId) ?? noFiles;
  return checkVersions(ctx, versionsOf({ post, targets, files }, byId(channels), ctx.networks));
}

function versionsOf(
  { post, targets, files }: Submitted,
  channels: ReadonlyMap<number, ChannelRow>,
  networks: Context['networks'],
): TargetVersion[] {
  return targets.flatMap((target, index) => {
    const channel = channels.get(target.channel_id);
    const shown = filesOf(target, files, schemaOf(channel, networks));
    const version = versionOf(target.content ?? post.content, target, shown);
    const hasOwnMedia = target.media_ids !== null;
    return channel === undefined ? [] : [{ index, channel: checkedOf(channel), hasOwnMedia, version }];
  });
}

function byId(rows: readonly ChannelRow[]): Map<number, ChannelRow> {
  return new Map(rows.map((row) => [row.id, row]));
}

async function lockSubmitted(tx: Tx, who: Caller, postId: number): Promise<Submitted> {
  const post = orNotFound(await lockPost(tx, who, postId));
  if (post.status !== 'pending_approval') throw await explainRefusal(tx, post);
  const targets = await listTargets(tx, who.workspaceId, [postId]);
  if (!targets.every(({ channel_id }) => canAccessChannel(who, channel_id))) {
    throw new Problem('forbidden', { message: 'This post goes to channels that you may not use.' });
  }
  const files = (await filesOfPosts(tx, who.workspaceId, [postId])).get(postId) ?? noFiles;
  return { post, targets, files };
}

/** The refusal of a second decision. It names the reviewer who decided first, if there is one. */
async function explainRefusal(tx: Tx, post: PostRow): Promise<Problem> {
  const latest = (await store.latestReviews(tx, post.workspace_id, [post.id])).get(post.id);
  const isDecided = post.is_approved || latest?.version === post.version;
  if (latest === undefined || !isDecided) return new Problem('not_pending');
  const message = `${latest.reviewer_name} has ${latest.decision} this post already.`;
  return new Problem('review_decided', { message });
}

async function approve(
  ctx: Ctx,
  tx: Tx,
  who: Caller,
  submitted: Submitted,
  fitting: Fitting | undefined,
  made: store.Decision,
) {
  const { post, targets, files } = submitted;
  await requireOthersWork(tx, who, post);
  const ids = targets.map(({ channel_id }) => channel_id);
  const workspace_id = who.workspaceId;
  const locked = ids.map((id) => ({ workspace_id, id }));
  const rows = await lockChannels(tx, locked, false);
  const settled = new Set(
    targets.filter(({ status }) => status !== 'pending').map(({ channel_id }) => channel_id),
  );
  const named = ids.map((id, at) => [`targets.${at}.channel_id`, id] as const);
  const open = named.filter(([, id]) => !settled.has(id));
  const missing = findMissing(who, rows, open);
  if (missing.length > 0) throw invalid(missing);
  // Networks may have changed their limits since the post was submitted.
  requireFitting(await checkAgain(ctx, fitting, versionsOf(submitted, byId(rows), ctx.networks)), settled);
  return store.approvePost(tx, made, { digest: digestPost(post, targets, files), copy: copyOf(submitted) });
}

/** What was approved, as people see it. */
function copyOf({ post, targets, files }: Submitted): ApprovedPost {
  return {
    content: post.content,
    scheduled_at: post.planned_at,
    media_ids: files.own.map(({ id }) => id),
    targets: targets.map(({ channel_id, content, settings, media_ids, image_fit }) => ({
      channel_id,
      content,
      settings,
      media_ids,
      image_fit,
    })),
  };
}

/**
 * Throws `self_review` if the caller wrote the post, submitted it, or changed a file of it. A workspace may exempt an
 * owner who is its only reviewer.
 */
async function requireOthersWork(tx: Tx, who: Caller, post: PostRow): Promise<void> {
  const makers = [post.author_id, post.submitted_by, ...post.file_changed_by];
  if (!makers.includes(who.userId)) return;
  const reviewers = allowed['review.decide'];
  const self = await store.readSelfReview(tx, who.workspaceId, who.userId, reviewers);
  if (self.allowed && !self.others && who.role === 'owner') return;
  throw new Problem('self_review');
}

async function reject(tx: Tx, { targets }: Submitted, made: store.Decision) {
  const isShown = targets.some(({ status }) => status === 'published');
  if (!isShown) return store.rejectPost(tx, made, null);
  const message =
    made.comment === null ? 'A reviewer rejected the post.' : `A reviewer rejected the post: ${made.comment}`;
  return store.rejectPost(tx, made, { code: 'not_approved', message, retryable: false });
}
