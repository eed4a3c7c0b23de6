/** Use cases of comments: read the thread of a post, comment on it, change and delete one's own comments. */
import type { Comment, CommentIn, ThreadEntry } from '@belfry/contract/comments.ts';
import { THREAD_PAGE } from '@belfry/contract/comments.ts';
import { detail } from '@belfry/contract/details.ts';
import { allow, type Caller } from '../access/roles.ts';
import type { Context } from '../base/context.ts';
import { invalid, orNotFound, Problem } from '../base/problem.ts';
import type { Db, Tx } from '../db/database.ts';
import type { IdempotencyKey } from '../http/index.ts';
import { type Answer, once } from '../idempotency/index.ts';
import { findPost } from '../posts/index.ts';
import { toMoment } from '../text/moment.ts';
import * as store from './store.ts';

type Ctx = Pick<Context, 'db'>;

interface Thread {
  data: ThreadEntry[];
  unread: number;
  truncated: boolean;
}

export async function listComments(ctx: Ctx, who: Caller, postId: number): Promise<Thread> {
  allow(who, 'post.read');
  await requirePost(ctx.db, who, postId);
  const entries = await store.listThread(ctx.db, who.workspaceId, postId);
  const unread = await store.countUnread(ctx.db, who, postId);
  return { data: entries.slice(-THREAD_PAGE), unread, truncated: entries.length > THREAD_PAGE };
}

export async function createComment(
  ctx: Ctx,
  who: Caller,
  postId: number,
  input: CommentIn,
  key: IdempotencyKey | undefined,
): Promise<Answer<{ data: Comment }>> {
  allow(who, 'post.write');
  const text = readText(input);
  return once(ctx.db, who, key, async (tx) => {
    await requirePost(tx, who, postId);
    const mentions = await requireReaders(tx, who, postId, input.mentions);
    const id = orNotFound(await store.insertComment(tx, who, postId, { text, mentions }));
    return { status: 201, body: { data: orNotFound(await store.findComment(tx, who.workspaceId, id)) } };
  });
}

export async function updateComment(ctx: Ctx, who: Caller, id: number, input: CommentIn): Promise<Comment> {
  allow(who, 'post.write');
  const text = readText(input);
  return ctx.db.transaction(async (tx) => {
    const { post_id } = await lockOwn(tx, who, id);
    const mentions = await requireReaders(tx, who, post_id, input.mentions);
    await store.changeComment(tx, who, id, { text, mentions });
    return orNotFound(await store.findComment(tx, who.workspaceId, id));
  });
}

export async function deleteComment(ctx: Ctx, who: Caller, id: number): Promise<void> {
  allow(who, 'post.write');
  await ctx.db.transaction(async (tx) => {
    await lockOwn(tx, who, id);
    await store.deleteComment(tx, who, id);
  });
}

export async function readComments(
  ctx: Ctx,
  who: Caller,
  postId: number,
  until: string,
): Promise<{ unread: number }> {
  allow(who, 'post.read');
  await requirePost(ctx.db, who, postId);
  await store.markRead(ctx.db, who, postId, toMoment(until) ?? until);
  return { unread: await store.countUnread(ctx.db, who, postId) };
}

function readText({ text }: CommentIn): string {
  const trimmed = text.trim();
  if (trimmed === '') throw invalid([detail('text', 'too_short', { limit: 1 })]);
  return trimmed;
}

async function requirePost(db: Db, who: Caller, postId: number): Promise<void> {
  orNotFound(await findPost(db, who, postId));
}

/** Throws for a comment of another person, and for one on a post that the caller may not see any more. */
async function lockOwn(tx: Tx, who: Caller, id: number): Promise<store.LockedComment> {
  const comment = orNotFound(await store.lockComment(tx, who.workspaceId, id));
  await requirePost(tx, who, comment.post_id);
  if (comment.author_id === who.userId) return comment;
  throw new Problem('forbidden', { message: 'Somebody else wrote this comment.' });
}

/** Throws if one of the ids is not a member who can see the post. */
async function requireReaders(
  tx: Tx,
  who: Caller,
  postId: number,
  ids: readonly number[] = [],
): Promise<readonly number[]> {
  const readers = new Set(await store.listReaders(tx, who.workspaceId, postId, ids));
  const unknown = ids.flatMap((id, at) =>
    readers.has(id) ? [] : [detail(`mentions.${at}`, 'unknown_reader', { user_id: id })],
  );
  if (unknown.length > 0) throw invalid(unknown);
  return ids;
}
