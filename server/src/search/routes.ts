import type { Context } from '../base/context.ts';
import { type Handlers, replyData } from '../http/index.ts';
import { listSuggestions } from './suggestions/suggestions.ts';

export function searchHandlers(ctx: Context) {
  return {
    listSuggestions: ({ who, query }) => replyData(listSuggestions(ctx, who, query)),
  } satisfies Partial<Handlers>;
}
