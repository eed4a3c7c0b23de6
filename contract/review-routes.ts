/** The endpoints of approvals. */

import type { Route } from './route.ts';
import { closed, Id, nullable, Review, Text, wrapped } from './schemas.ts';
import { Type } from './type.ts';

const path = '/api/public/v1/posts/:id/reviews';
const byId = closed({ id: Id });

export const reviewRoutes = {
  reviewPost: {
    method: 'POST',
    path,
    summary: 'Approve or reject a post that waits for approval',
    permission: 'review.decide',
    params: byId,
    body: closed({
      decision: Type.Enum(['approve', 'reject']),
      comment: Type.Optional(nullable(Text({ maxLength: 2000 }))),
    }),
    status: 201,
    output: wrapped(Review),
    errors: [
      'not_found',
      'self_review',
      'not_pending',
      'review_decided',
      'version_conflict',
      'limits_exceeded',
    ],
    conditional: true,
  },
  listReviews: {
    method: 'GET',
    path,
    summary: 'List the decisions on a post, newest first',
    permission: 'post.read',
    params: byId,
    status: 200,
    output: wrapped(Type.Array(Review)),
    errors: ['not_found'],
  },
} as const satisfies Record<string, Route>;
