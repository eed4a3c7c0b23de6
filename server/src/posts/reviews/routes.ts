import type { reviewRoutes } from '@belfry/contract/reviews.ts';
import type { Context } from '../../base/context.ts';
import type { Handlers } from '../../http/index.ts';
import * as reviews from './reviews.ts';

type ReviewHandlers = Pick<Handlers, keyof typeof reviewRoutes>;

export function reviewHandlers(ctx: Context): ReviewHandlers {
  return {
    reviewPost: async ({ who, params, body, ifMatch }) => ({
      body: { data: await reviews.reviewPost(ctx, who, params.id, body, ifMatch) },
    }),
    listReviews: async ({ who, params }) => ({
      body: { data: await reviews.listReviews(ctx, who, params.id) },
    }),
  };
}
