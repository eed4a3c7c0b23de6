import type { Context } from '../base/context.ts';
import { type Handlers, replyData, replyNothing } from '../http/index.ts';
import { createLabel, deleteLabel, listLabels, updateLabel } from './labels.ts';

export function labelHandlers(ctx: Context) {
  return {
    listLabels: ({ who }) => replyData(listLabels(ctx, who)),
    createLabel: ({ who, body }) => replyData(createLabel(ctx, who, body)),
    updateLabel: ({ who, params, body }) => replyData(updateLabel(ctx, who, params.id, body)),
    deleteLabel: ({ who, params }) => replyNothing(deleteLabel(ctx, who, params.id)),
  } satisfies Partial<Handlers>;
}
