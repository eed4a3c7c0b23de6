/** Use cases that change a saved post: replace it, or change only some of its fields. */
import { canMove } from '@belfry/contract/lifecycle.ts';
import type { PostPatch } from '@belfry/contract/post-changes.ts';
import type { Post, PostIn } from '@belfry/contract/posts.ts';
import { allow, type Caller } from '../../access/roles.ts';
import type { Context } from '../../base/context.ts';
import { orNotFound, Problem } from '../../base/problem.ts';
import { lockForChange, requireOwnOrOpen } from '../ownership.ts';
import { readPost } from '../sent.ts';
import * as store from '../store.ts';
import { checkBefore } from '../versions.ts';
import type { OldPost } from './decide.ts';
import { labelPost } from './label.ts';
import { wholePost } from './patch.ts';
import { readOld, type SaveRequest, saveAgain } from './save.ts';

type Ctx = Pick<Context, 'config' | 'db' | 'networks' | 'slices'>;

export interface SavedBody {
  data: Post;
}

interface Versioned {
  body: SavedBody;
  etag: string;
}

export async function updatePost(
  ctx: Ctx,
  who: Caller,
  id: number,
  input: PostIn,
  ifMatch: string | undefined,
): Promise<Versioned> {
  allow(who, 'post.write');
  const body = readPost(input);
  const before = await checkBefore(ctx, who, body);
  return change(ctx, who, { id, ifMatch }, () => ({ who, body, before }));
}

/** Changes only the fields that `patch` has. */
export async function patchPost(
  ctx: Ctx,
  who: Caller,
  id: number,
  patch: PostPatch,
  ifMatch: string | undefined,
): Promise<Versioned> {
  allow(who, 'post.write');
  const { label_ids, ...others } = patch;
  if (label_ids !== undefined && Object.keys(others).length === 0) {
    return labelPost(ctx, who, { id, ifMatch }, () => label_ids ?? []);
  }
  const before = await checkPatched(ctx, who, id, patch);
  return change(ctx, who, { id, ifMatch }, (old) => ({ who, body: wholePost(patch, old), before, patch }));
}

/** Checks the post as it is now with the patch. The result is reused if the post stays the same. */
async function checkPatched(ctx: Ctx, who: Caller, id: number, patch: PostPatch) {
  const post = orNotFound(await store.findPost(ctx.db, who, id));
  if (!canMove('schedule', post.status)) return undefined;
  const targets = await store.listTargets(ctx.db, who.workspaceId, [id]);
  const mediaIds = await store.listMediaIds(ctx.db, who.workspaceId, id);
  return checkBefore(ctx, who, wholePost(patch, { post, targets, mediaIds }));
}

async function change(
  ctx: Ctx,
  who: Caller,
  { id, ifMatch }: { id: number; ifMatch: string | undefined },
  requestFor: (old: OldPost) => SaveRequest,
): Promise<Versioned> {
  return ctx.db.transaction(async (tx) => {
    const old = await lockForChange(tx, who, id, ifMatch);
    if (old.status === 'publishing') throw new Problem('post_publishing');
    if (old.status === 'published') throw new Problem('post_published');
    requireOwnOrOpen(who, old);
    const read = await readOld(tx, old);
    const { post, etag } = await saveAgain(ctx, tx, requestFor(read), read);
    return { body: { data: post }, etag };
  });
}
