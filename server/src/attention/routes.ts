import type { Context } from '../base/context.ts';
import type { Handlers } from '../http/index.ts';
import { getAttention } from './attention.ts';

export function attentionHandlers(ctx: Context) {
  return {
    getAttention: async ({ who }) => ({ body: await getAttention(ctx, who) }),
  } satisfies Partial<Handlers>;
}
