/** Approvals. */
import type { Static } from 'typebox';
import { named } from './named.ts';
import type { Route } from './route.ts';
import { byId, closed, nullable, Person, PUBLIC, Text, Timestamp, wrapped } from './shapes.ts';
import { Type } from './type.ts';

export const Review = named(
  'Review',
  closed({
    decision: Type.Enum(['approved', 'rejected']),
    comment: nullable(Type.String()),
    reviewer: Person,
    version: Type.Integer({
      minimum: 1,
      description:
        'The version of the post that the decision is about: the number in its ETag before the decision.',
    }),
    created_at: Timestamp,
  }),
);

export type Review = Static<typeof Review>;

const path = `${PUBLIC}/posts/:id/reviews`;

export const reviewRoutes = {
  reviewPost: {
    method: 'POST',
    path,
    summary: 'Approve or reject a post that waits for approval',
    description:
      'You cannot approve a post that you wrote or saved last, or of which you changed a file. An approved post is scheduled, or published at once if its time has passed. A rejected post becomes a draft, or `failed` if a channel already shows it.',
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
    description: 'Decisions stay in the list after the post changes.',
    permission: 'post.read',
    params: byId,
    status: 200,
    output: wrapped(Type.Array(Review)),
    errors: ['not_found'],
  },
} as const satisfies Record<string, Route>;
