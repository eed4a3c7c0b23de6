import type { Context } from '../base/context.ts';
import { type Handlers, replyData } from '../http/index.ts';
import { getMetrics } from './measuring/metrics.ts';
import { removeTarget } from './removal.ts';

export function liveHandlers(ctx: Context) {
  return {
    getPostMetrics: ({ who, params }) => replyData(getMetrics(ctx, who, params.id)),
    removeTarget: ({ who, params, idempotencyKey }) => removeTarget(ctx, who, params, idempotencyKey),
  } satisfies Partial<Handlers>;
}
