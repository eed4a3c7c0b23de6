/** The version of a post that was approved last. */
import type { Static } from 'typebox';
import { named } from './named.ts';
import { Review } from './reviews.ts';
import type { Route } from './route.ts';
import { API, byId, closed, Id, nullable, Timestamp, wrapped } from './shapes.ts';
import { WrittenTarget } from './targets.ts';
import { Type } from './type.ts';

const ApprovedPost = named(
  'ApprovedPost',
  closed({
    content: Type.String(),
    scheduled_at: nullable(Timestamp),
    media_ids: Type.Array(Id, { description: 'Also files that were deleted since.' }),
    targets: Type.Array(WrittenTarget),
  }),
);

export type ApprovedPost = Static<typeof ApprovedPost>;

export const Approved = named('Approved', closed({ review: Review, post: ApprovedPost }));

export type Approved = Static<typeof Approved>;

export const approvedRoutes = {
  getApproved: {
    method: 'GET',
    path: `${API}/posts/:id/approved`,
    summary: 'Get the version of a post that was approved last, to compare it with the present one',
    description: 'Null if nobody has approved the post. It stays when the post changes.',
    permission: 'post.read',
    params: byId,
    status: 200,
    output: wrapped(nullable(Approved)),
    errors: ['not_found'],
  },
} as const satisfies Record<string, Route>;
