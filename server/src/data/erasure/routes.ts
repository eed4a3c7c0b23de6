import type { Context } from '../../base/context.ts';
import { type Handlers, replyData } from '../../http/index.ts';
import { deleteWorkspace, getErasure } from './erasure.ts';

export function erasureHandlers(ctx: Context) {
  return {
    deleteWorkspace: ({ who, body }) => replyData(deleteWorkspace(ctx, who, body)),
    getErasure: ({ who, params }) => replyData(getErasure(ctx, who, params.id)),
  } satisfies Partial<Handlers>;
}
