import type { Context } from '../base/context.ts';
import { type Handlers, replyData } from '../http/index.ts';
import { getStart } from './start.ts';

export function startHandlers(ctx: Context) {
  return {
    getStart: ({ who }) => replyData(getStart(ctx, who)),
  } satisfies Partial<Handlers>;
}
