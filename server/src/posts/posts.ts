/** Use cases of posts: create, validate, list, get, delete. */
import type { PostIn } from '@belfry/contract/posts.ts';
import { allow, type Caller } from '../access/roles.ts';
import type { Context } from '../base/context.ts';
import { Problem } from '../base/problem.ts';
import type { IdempotencyKey } from '../http/index.ts';
import { type Answer, once } from '../idempotency/index.ts';
import { findMatches } from '../search/index.ts';
import { digestOf } from './bin/digest.ts';
import { binPost } from './bin/store.ts';
import { deletionOf } from './changes.ts';
import { adviceOf, checkVersions, describeMisfits } from './fitting.ts';
import { lockForChange, requireOwnOrOpen } from './ownership.ts';
import { type PostsJson, type ReadingCtx, showList, showPost } from './reading/answers.ts';
import { readCursor } from './reading/cursors.ts';
import type { Order, PostFilter } from './reading/store.ts';
import { adviseRepeats } from './repeats/repeats.ts';
import type { SavedBody } from './saving/change.ts';
import { openCreation } from './saving/create.ts';
import { type Saved, saveNew } from './saving/save.ts';
import { readPost } from './sent.ts';
import { checkBefore, readNamed, requireKnown, versionsOf } from './versions.ts';

type Ctx = Pick<Context, 'config' | 'db' | 'networks' | 'slices'>;

const MAX_POSTS = 500;

export async function createPost(
  ctx: Ctx,
  who: Caller,
  input: PostIn,
  key: IdempotencyKey | undefined,
  create = openCreation(ctx),
): Promise<Answer<SavedBody>> {
  allow(who, 'post.write');
  const body = readPost(input);
  const request = { who, body, before: await checkBefore(ctx, who, body) };
  if (key === undefined) return toAnswer(await create(request));
  return once(ctx.db, who, key, async (tx) => toAnswer((await saveNew(ctx, tx, [request]))[0]));
}

function toAnswer(saved: Saved | Problem | undefined): Answer<SavedBody> {
  if (saved === undefined || saved instanceof Problem) throw saved ?? new Error('the post was not saved');
  const { post, etag } = saved;
  return { status: 201, body: { data: post }, headers: { etag } };
}

export async function validatePost(ctx: Ctx, who: Caller, input: PostIn) {
  allow(who, 'post.read');
  const body = readPost(input);
  const named = await readNamed(ctx, who, body);
  requireKnown(who, body, named);
  const fitting = await checkVersions(ctx, versionsOf(body, named, ctx.networks));
  const { violations } = describeMisfits(fitting);
  const repeats = await adviseRepeats(ctx, who, body, named.channels, fitting.versions);
  return { valid: violations.length === 0, violations, advice: [...adviceOf(fitting), ...repeats] };
}

/** The part of the list that a client asked for. */
export interface Part {
  /** Words that the posts must have. */
  q?: string | undefined;
  order?: Order | undefined;
  limit?: number | undefined;
  cursor?: string | undefined;
}

/** `{"data": [ … ]}`, at most 500 posts; with `next_cursor` if the client asked for a `limit` or sent a `cursor`, with `truncated` if it sent `q`. */
export async function listPosts(
  ctx: ReadingCtx,
  who: Caller,
  asked: PostFilter,
  { q, order = '-at', limit, cursor }: Part,
): Promise<PostsJson> {
  allow(who, 'post.read');
  const filter = { ...asked, matches: await findMatches(ctx, who, q) };
  const whole = limit === undefined && cursor === undefined;
  if (whole && order === '-at') return showList(ctx, who, { filter, limit: MAX_POSTS });
  const after = cursor === undefined ? undefined : readCursor(order, cursor);
  return showList(ctx, who, { filter, limit: limit ?? MAX_POSTS, paging: { order, after } });
}

/** `{"data": { … }}` */
export async function getPost(
  ctx: ReadingCtx,
  who: Caller,
  id: number,
): Promise<{ json: PostsJson; etag: string }> {
  allow(who, 'post.read');
  return showPost(ctx, who, id);
}

/** Moves the post to the bin. */
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
    const digest = await digestOf(tx, old);
    await binPost(tx, who, id, { data: deletionOf(old), digest });
  });
}
