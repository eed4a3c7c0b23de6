import type { Context } from '../../base/context.ts';
import { type Handlers, replyData } from '../../http/index.ts';
import * as reviews from './reviews.ts';

export function reviewHandlers(ctx: Context) {
  return {
    reviewPost: ({ who, params, body, ifMatch }) =>
      replyData(reviews.reviewPost(ctx, who, params.id, body, ifMatch)),
    listReviews: ({ who, params }) => replyData(reviews.listReviews(ctx, who, params.id)),
  } satisfies Partial<Handlers>;
}
