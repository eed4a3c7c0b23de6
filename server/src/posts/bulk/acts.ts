/** What each act does to one post. */
import type { BulkAction, BulkIn, BulkResult } from '@belfry/contract/bulk.ts';
import { detail } from '@belfry/contract/details.ts';
import type { PostPatch } from '@belfry/contract/post-changes.ts';
import { allow, type Caller } from '../../access/roles.ts';
import type { Context } from '../../base/context.ts';
import { invalid, orNotFound } from '../../base/problem.ts';
import { labelsOfPosts } from '../../labels/index.ts';
import { returnPost } from '../bin/bin.ts';
import { createPost, deletePost } from '../posts.ts';
import { reviewPost } from '../reviews/reviews.ts';
import { patchPost } from '../saving/change.ts';
import { labelPost } from '../saving/label.ts';
import { copyOf } from '../saving/patch.ts';
import { findPost, listMediaIds, listTargets } from '../store.ts';
import { etagOf, requireVersion } from '../version.ts';
import { readMoved } from './store.ts';

type Ctx = Pick<Context, 'config' | 'db' | 'networks' | 'slices'>;

interface One {
  id: number;
  ifMatch: string | undefined;
  input: Pick<BulkIn, 'days' | 'comment' | 'label_ids'>;
}

type Act = (
  ctx: Ctx,
  who: Caller,
  one: One,
) => Promise<Pick<BulkResult, 'version' | 'new_id' | 'missing_media_ids'>>;

export const acts: Record<BulkAction, Act> = {
  async move(ctx, who, { id, ifMatch, input: { days = 0 } }) {
    allow(who, 'post.write');
    const post = orNotFound(await findPost(ctx.db, who, id));
    if (post.planned_at === null) throw invalid([detail('scheduled_at', 'time_required')]);
    const scheduled_at = await readMoved(ctx.db, post.planned_at, days, who.timeZone);
    return patch(ctx, who, id, { scheduled_at }, ifMatch ?? etagOf(post));
  },
  queue: (ctx, who, one) => patchOpen(ctx, who, one, { queue: true }),
  submit: (ctx, who, one) => patchOpen(ctx, who, one, {}),
  approve: (ctx, who, one) => review(ctx, who, one, 'approve'),
  reject: (ctx, who, one) => review(ctx, who, one, 'reject'),
  async duplicate(ctx, who, { id, ifMatch }) {
    allow(who, 'post.write');
    const post = orNotFound(await findPost(ctx.db, who, id));
    requireVersion(post, ifMatch);
    const targets = await listTargets(ctx.db, who.workspaceId, [id]);
    const mediaIds = await listMediaIds(ctx.db, who.workspaceId, id);
    const labels = (await labelsOfPosts(ctx.db, who.workspaceId, [id])).get(id) ?? [];
    const label_ids = labels.map((label) => label.id);
    const copy = { ...copyOf({ post, targets, mediaIds }), label_ids, status: 'draft' as const };
    const { body } = await createPost(ctx, who, copy, undefined);
    return { version: post.version, new_id: body.data.id };
  },
  label: (ctx, who, one) => relabel(ctx, who, one, (now, chosen) => [...now.union(chosen)]),
  unlabel: (ctx, who, one) => relabel(ctx, who, one, (now, chosen) => [...now.difference(chosen)]),
  async delete(ctx, who, { id, ifMatch }) {
    await deletePost(ctx, who, id, ifMatch);
    return {};
  },
  restore: (ctx, who, { id }) => returnPost(ctx, who, id),
};

/** Schedules a draft or a failed post. The status of other posts stays. */
async function patchOpen(ctx: Ctx, who: Caller, { id, ifMatch }: One, change: PostPatch) {
  allow(who, 'post.write');
  const post = orNotFound(await findPost(ctx.db, who, id));
  const isOpen = post.status === 'draft' || post.status === 'failed';
  const whole: PostPatch = isOpen ? { ...change, status: 'scheduled' } : change;
  return patch(ctx, who, id, whole, ifMatch ?? etagOf(post));
}

async function relabel(
  ctx: Ctx,
  who: Caller,
  { id, ifMatch, input }: One,
  next: (now: ReadonlySet<number>, chosen: ReadonlySet<number>) => number[],
) {
  const chosen = new Set(input.label_ids);
  const made = await labelPost(ctx, who, { id, ifMatch }, (now) => next(new Set(now), chosen));
  return { version: made.body.data.version };
}

async function patch(ctx: Ctx, who: Caller, id: number, change: PostPatch, ifMatch: string | undefined) {
  const { etag } = await patchPost(ctx, who, id, change, ifMatch);
  return { version: Number(etag.slice(1, -1)) };
}

async function review(ctx: Ctx, who: Caller, { id, ifMatch, input }: One, decision: 'approve' | 'reject') {
  const made = await reviewPost(ctx, who, id, { decision, comment: input.comment ?? null }, ifMatch);
  return { version: made.version + 1 };
}
