/** Saves new posts, several in one transaction: each statement and each commit then serves many requests. */
import type { Context } from '../../base/context.ts';
import type { Problem } from '../../base/problem.ts';
import { batchCalls } from '../../db/batch-calls.ts';
import { isLightPost } from '../versions.ts';
import { type Saved, type SaveRequest, saveNew } from './save.ts';

/** The saved post, or why it is refused. */
export type Create = (request: SaveRequest) => Promise<Saved | Problem>;

export function openCreation(ctx: Pick<Context, 'config' | 'db' | 'networks' | 'slices'>): Create {
  const save = (requests: readonly SaveRequest[]) => ctx.db.transaction((tx) => saveNew(ctx, tx, requests));
  const saveWithOthers = batchCalls(save);
  const saveAlone = async (request: SaveRequest) => (await save([request]))[0] as Saved | Problem;
  // A long post would delay the others, and one that asks for a free slot locks its channels for itself.
  return (request) => {
    const { body } = request;
    return body.queue === true || !isLightPost(body) ? saveAlone(request) : saveWithOthers(request);
  };
}
