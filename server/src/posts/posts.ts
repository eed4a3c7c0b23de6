/** Use cases of posts: create, validate, list, get, replace, delete. */

import { detail } from '@belfry/contract/details.ts';
import type { PostMove } from '@belfry/contract/lifecycle.ts';
import { canMove, postMoves } from '@belfry/contract/lifecycle.ts';
import type { Post, PostIn } from '@belfry/contract/posts.ts';
import type { Caller } from '../access/roles.ts';
import { allow, publishesDirectly, reaches } from '../access/roles.ts';
import type { Context } from '../base/context.ts';
import { found, invalid, Problem } from '../base/problem.ts';
import type { ChannelRow } from '../channels/index.ts';
import { findSlot, lockChannels, presentChannel } from '../channels/index.ts';
import type { Db } from '../db/database.ts';
import type { IdempotencyKey } from '../http/index.ts';
import type { Answer } from '../idempotency/index.ts';
import { once } from '../idempotency/index.ts';
import type { MediaRow } from '../media/index.ts';
import { factsOf, holdMedia, presentMedia } from '../media/index.ts';
import { toMoment } from '../text/moment.ts';
import { changesOf, deletionOf } from './changes.ts';
import { requireKnown } from './check.ts';
import type { Fitting } from './fitting.ts';
import { checkAgain, checkBefore, checkFitting, readNamed, requireFitting, violationsOf } from './fitting.ts';
import { requireOwnOrOpen } from './ownership.ts';
import { presentPost } from './present.ts';
import type { PostsJson, ReadingCtx } from './reading/answers.ts';
import { showPosts } from './reading/answers.ts';
import type { PostFilter } from './reading/store.ts';
import { openTargets, requireRetryAllowed } from './retry.ts';
import type { ReviewRow } from './reviews/store.ts';
import { latestReviews, recordVoided } from './reviews/store.ts';
import type { PostRow, TargetRow } from './rows.ts';
import type { SentPost } from './sent.ts';
import { readPost, requireContents } from './sent.ts';
import type { SavedPost } from './store.ts';
import * as store from './store.ts';
import { etagOf, requireVersion } from './version.ts';

type Ctx = Pick<Context, 'db' | 'networks' | 'slices'>;

const MAX_POSTS = 500;

export interface Versioned<T> {
  body: T;
  etag: string;
}

export async function createPost(
  ctx: Ctx,
  who: Caller,
  input: PostIn,
  key: IdempotencyKey | undefined,
): Promise<Answer<{ data: Post }>> {
  allow(who, 'post.write');
  const body = readPost(input);
  const fitting = await checkBefore(ctx, who, body);
  return once(ctx.db, who, key, async (tx) => {
    const { post, etag } = await savePost(ctx, tx, who, body, fitting, undefined);
    return { status: 201, body: { data: post }, headers: { etag } };
  });
}

export async function validatePost(ctx: Ctx, who: Caller, input: PostIn) {
  allow(who, 'post.read');
  const body = readPost(input);
  const { channels, media } = await readNamed(ctx.db, who, body);
  requireKnown(who, body, byId(channels), media);
  const violations = violationsOf(await checkFitting(ctx, body, channels, media.map(factsOf)));
  return { valid: violations.length === 0, violations };
}

/** `{"data": [ … ]}`, at most 500 posts. */
export async function listPosts(ctx: ReadingCtx, who: Caller, filter: PostFilter): Promise<PostsJson> {
  allow(who, 'post.read');
  return (await showPosts(ctx, who, { filter, limit: MAX_POSTS })).json;
}

/** `{"data": { … }}` */
export async function getPost(
  ctx: ReadingCtx,
  who: Caller,
  id: number,
): Promise<{ json: PostsJson; etag: string }> {
  allow(who, 'post.read');
  const { posts, json } = await showPosts(ctx, who, { id });
  return { json, etag: etagOf(found(posts[0])) };
}

export async function updatePost(
  ctx: Ctx,
  who: Caller,
  id: number,
  input: PostIn,
  ifMatch: string | undefined,
): Promise<Versioned<Post>> {
  allow(who, 'post.write');
  const body = readPost(input);
  const fitting = await checkBefore(ctx, who, body);
  return ctx.db.transaction(async (tx) => {
    const old = await lockForChange(tx, who, id, ifMatch);
    if (old.status === 'publishing') throw new Problem('post_publishing');
    if (old.status === 'published') throw new Problem('post_published');
    requireOwnOrOpen(who, old);
    if (old.is_approved) await recordVoided(tx, { ...who, postId: id });
    const review = (await latestReviews(tx, who.workspaceId, [id])).get(id);
    const { post, etag } = await savePost(ctx, tx, who, body, fitting, { ...old, review });
    return { body: post, etag };
  });
}

export async function deletePost(
  ctx: Ctx,
  who: Caller,
  id: number,
  ifMatch: string | undefined,
): Promise<void> {
  allow(who, 'post.write');
  await ctx.db.transaction(async (tx) => {
    const old = await lockForChange(tx, who, id, ifMatch);
    if (old.status === 'publishing') throw new Problem('post_publishing');
    requireOwnOrOpen(who, old);
    await store.deletePost(tx, who, id, deletionOf(old));
  });
}

/** Throws if the caller may not change all of the post, or has read another version of it. */
export async function lockForChange(
  tx: Db,
  who: Caller,
  id: number,
  ifMatch: string | undefined,
): Promise<PostRow> {
  const post = found(await store.lockPost(tx, who, id));
  await requireAllChannels(tx, who, id);
  requireVersion(post, ifMatch);
  return post;
}

/** A caller who is limited to some channels sees posts that also go to others, but must not change those there. */
async function requireAllChannels(tx: Db, who: Caller, postId: number): Promise<void> {
  if (who.channelIds === null) return;
  const targets = await store.listTargets(tx, who.workspaceId, [postId]);
  if (targets.every((target) => reaches(who, target.channel_id))) return;
  const message = 'This post also goes to channels that you may not use. Ask somebody who may.';
  throw new Problem('forbidden', { message });
}

/** Saves a new post, or replaces a locked one. */
async function savePost(
  ctx: Ctx,
  tx: Db,
  who: Caller,
  body: SentPost,
  fitting: Fitting | undefined,
  old: (PostRow & { review: ReviewRow | undefined }) | undefined,
): Promise<{ post: Post; etag: string }> {
  const oldTargets = old === undefined ? [] : await store.listTargets(tx, who.workspaceId, [old.id]);
  const oldMediaIds = old === undefined ? [] : await store.listMediaIds(tx, who.workspaceId, old.id);
  const doubts = old === undefined ? [] : await store.listDoubts(tx, who.workspaceId, old.id);
  const published = oldTargets.filter((target) => target.status === 'published');
  const live = new Set(published.map((target) => target.channel_id));
  const open = openTargets(body, live);
  const firstPosition = 1 + Math.max(-1, ...published.map(({ position }) => position));
  requireRetryAllowed(body, published, doubts, open);
  if (old !== undefined) requireContents(body, { post: old, targets: oldTargets, mediaIds: oldMediaIds });
  const named = [...new Set([...open, ...published].map((target) => target.channel_id))];
  const channels = byId(await lockChannels(tx, who.workspaceId, named, body.queue === true));
  const media = await holdMedia(tx, who.workspaceId, body.media_ids ?? []);
  requireKnown(who, body, channels, media, live);
  if (body.status === 'scheduled') {
    requireFitting(await checkAgain(ctx, fitting, body, [...channels.values()], media.map(factsOf)), live);
  }
  const move = moveFor(who, body.status);
  if (old !== undefined && !canMove(move, old.status)) throw new Problem('post_published');
  const scheduledAt = await momentFor(tx, who, body, channels, old?.id);
  const write = { content: body.content ?? '', scheduledAt, ...partsOf(media, open, firstPosition) };
  const changes = changesOf(old && { post: old, targets: oldTargets, mediaIds: oldMediaIds }, write);
  if (old !== undefined) {
    await store.clearPost(tx, who.workspaceId, old.id, {
      keepChannelIds: open.map((target) => target.channel_id),
      resend: body.confirm_resend ?? [],
    });
  }
  const saved = await store.writePost(tx, {
    id: old?.id ?? null,
    workspaceId: who.workspaceId,
    userId: who.userId,
    ...write,
    status: postMoves[move].to,
    changes,
    event: movedEvents[move],
  });
  return presentSaved(
    saved,
    old ?? { author_id: who.userId, author_name: who.name, review: undefined },
    published,
    media,
    channels,
  );
}

function partsOf(media: readonly MediaRow[], open: ReturnType<typeof openTargets>, firstPosition: number) {
  return {
    mediaIds: media.map(({ id }) => id),
    targets: open.map((target, position) => ({
      channel_id: target.channel_id,
      position: firstPosition + position,
      content: target.content,
      settings: target.settings,
    })),
  };
}

const movedEvents = { save: 'post.saved', schedule: 'post.scheduled', submit: 'review.requested' } as const;

function moveFor(who: Caller, status: SentPost['status']): Extract<PostMove, 'save' | 'schedule' | 'submit'> {
  if (status === 'draft') return 'save';
  return publishesDirectly(who) ? 'schedule' : 'submit';
}

async function momentFor(
  tx: Db,
  who: Caller,
  body: SentPost,
  channels: ReadonlyMap<number, ChannelRow>,
  postId: number | undefined,
): Promise<string | null> {
  if (body.queue !== true) return body.scheduled_at == null ? null : (toMoment(body.scheduled_at) ?? null);
  if (body.status === 'draft') throw invalid([detail('queue', 'queued_draft')]);
  const inOrder = (body.targets ?? []).flatMap(({ channel_id }) => channels.get(channel_id) ?? []);
  return findSlot(tx, who, inOrder, postId);
}

function presentSaved(
  saved: SavedPost,
  old: Pick<PostRow, 'author_id' | 'author_name'> & { review: ReviewRow | undefined },
  published: readonly TargetRow[],
  media: readonly MediaRow[],
  channels: ReadonlyMap<number, ChannelRow>,
): { post: Post; etag: string } {
  const shown = new Map([...channels].map(([id, row]) => [id, presentChannel(row)]));
  const post = presentPost(
    { ...saved.post, author_id: old.author_id, author_name: old.author_name },
    {
      targets: [...published, ...saved.targets],
      media: media.map(presentMedia),
      review: old.review,
    },
    shown,
  );
  return { post, etag: etagOf(saved.post) };
}

function byId(rows: readonly ChannelRow[]): Map<number, ChannelRow> {
  return new Map(rows.map((row) => [row.id, row]));
}
