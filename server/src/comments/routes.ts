import type { Context } from '../base/context.ts';
import { type Handlers, replyData, replyNothing } from '../http/index.ts';
import * as comments from './comments.ts';

export function commentHandlers(ctx: Context) {
  return {
    listComments: async ({ who, params }) => ({ body: await comments.listComments(ctx, who, params.id) }),
    createComment: ({ who, params, body, idempotencyKey }) =>
      comments.createComment(ctx, who, params.id, body, idempotencyKey),
    updateComment: ({ who, params, body }) => replyData(comments.updateComment(ctx, who, params.id, body)),
    deleteComment: ({ who, params }) => replyNothing(comments.deleteComment(ctx, who, params.id)),
    readComments: ({ who, params, body }) =>
      replyData(comments.readComments(ctx, who, params.id, body.until)),
  } satisfies Partial<Handlers>;
}
