/** Completes mentions and tags that people type, from what their workspace has used before. */
import type { QueryOf } from '@belfry/contract/routes.ts';
import type { Suggestion } from '@belfry/contract/suggestions.ts';
import { allow, type Caller } from '../../access/roles.ts';
import { catchUp, type IndexingCtx } from '../indexing.ts';
import { foldText } from '../words.ts';
import * as store from './store.ts';

export async function listSuggestions(
  ctx: IndexingCtx,
  who: Caller,
  { kind, platform, q = '' }: QueryOf<'listSuggestions'>,
): Promise<Suggestion[]> {
  allow(who, 'post.write');
  await catchUp(ctx, who.workspaceId);
  const beginning = foldText(q.trim().replace(/^[@＠#＃]/u, ''));
  return store.listSuggestions(ctx.db, who, { kind, platform, beginning });
}
