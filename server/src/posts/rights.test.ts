import { allowed } from '@belfry/contract/roles.ts';
import type { Permission } from '@belfry/contract/route.ts';
import { describe, expect, test } from 'vitest';
import type { Caller } from '../access/roles.ts';
import { listBin, restorePost } from './bin/bin.ts';
import { changePosts } from './bulk/bulk.ts';
import { deleteWorkingCopy, getWorkingCopy, putWorkingCopy } from './copies/copies.ts';
import { createPost, deletePost, getPost, listPosts, validatePost } from './posts.ts';
import { reconcilePost } from './reconcile.ts';
import { dismissTarget } from './resolving/dismiss.ts';
import { resolveTarget } from './resolving/resolve.ts';
import { getApproved, listReviews, reviewPost } from './reviews/reviews.ts';
import { patchPost, updatePost } from './saving/change.ts';
import { listTimeline } from './timeline/timeline.ts';

const ctx = {
  get db(): never {
    throw new Error('it asks the database');
  },
} as never;
const draft = { status: 'draft', content: 'Hello' } as const;
const target = { id: 1, target_id: 2 };
const isOut = { outcome: 'published' } as const;
const approval = { decision: 'approve' } as const;

const useCases: [string, Permission, (who: Caller) => Promise<unknown>][] = [
  ['create a post', 'post.write', (who) => createPost(ctx, who, draft, undefined)],
  ['validate a post', 'post.read', (who) => validatePost(ctx, who, draft)],
  ['list posts', 'post.read', (who) => listPosts(ctx, who, {}, {})],
  ['read a post', 'post.read', (who) => getPost(ctx, who, 1)],
  ['change a post', 'post.write', (who) => updatePost(ctx, who, 1, draft, undefined)],
  ['change the time of a post', 'post.write', (who) => patchPost(ctx, who, 1, {}, undefined)],
  [
    'change many posts',
    'post.write',
    (who) => changePosts(ctx, who, { action: 'delete', posts: [{ id: 1 }], mode: 'each' }),
  ],
  ['list deleted posts', 'post.read', (who) => listBin(ctx, who, {})],
  ['restore a post', 'post.write', (who) => restorePost(ctx, who, 1)],
  ['read a working copy', 'post.read', (who) => getWorkingCopy(ctx, who, 1)],
  ['keep a working copy', 'post.write', (who) => putWorkingCopy(ctx, who, 1, { base_version: 1, post: {} })],
  ['discard a working copy', 'post.write', (who) => deleteWorkingCopy(ctx, who, 1)],
  ['delete a post', 'post.write', (who) => deletePost(ctx, who, 1, undefined)],
  ['ask about copies', 'post.write', (who) => reconcilePost(ctx, who, 1, undefined)],
  ['resolve a target', 'post.write', (who) => resolveTarget(ctx, who, target, isOut, undefined)],
  ['dismiss a target', 'post.write', (who) => dismissTarget(ctx, who, target)],
  ['list reviews', 'post.read', (who) => listReviews(ctx, who, 1)],
  ['read what was approved', 'post.read', (who) => getApproved(ctx, who, 1)],
  ['review a post', 'review.decide', (who) => reviewPost(ctx, who, 1, approval, undefined)],
  ['read a timeline', 'post.read', (who) => listTimeline(ctx, who, 1)],
];

const withScopes = (scopes: readonly string[]) =>
  ({ workspaceId: 1, userId: 2, role: 'owner', scopes, channelIds: null }) as unknown as Caller;

describe.each(useCases)('who may %s', (_, permission, act) => {
  test(`needs ${permission}`, async () => {
    const others = Object.keys(allowed).filter((each) => each !== permission);
    await expect(act(withScopes(others))).rejects.toMatchObject({ code: 'forbidden' });
  });

  test('needs no other permission', async () => {
    await expect(act(withScopes([permission]))).rejects.toThrow('it asks the database');
  });
});
