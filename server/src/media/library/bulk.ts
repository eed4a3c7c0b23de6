/** Changes many files, each by the same use case as a single request. */
import { detail } from '@belfry/contract/details.ts';
import type { MediaBulkIn, MediaResult } from '@belfry/contract/media-uses.ts';
import { allow, type Caller } from '../../access/roles.ts';
import type { Context } from '../../base/context.ts';
import { invalid, Problem } from '../../base/problem.ts';
import { labelMedia } from './labels/label.ts';
import { deleteMedia } from './library.ts';

type Ctx = Pick<Context, 'db' | 'files'>;

/** One file after the other, so that a request uses one connection to the database. */
export async function changeMany(
  ctx: Ctx,
  who: Caller,
  { ids, action, label_ids }: MediaBulkIn,
): Promise<MediaResult[]> {
  allow(who, 'media.write');
  if (action !== 'delete' && label_ids === undefined) throw invalid([detail('label_ids', 'required')]);
  const chosen = new Set(label_ids);
  const results: MediaResult[] = [];
  for (const id of ids) results.push(await resultOf(id, acts[action](ctx, who, id, chosen)));
  return results;
}

type Act = (ctx: Ctx, who: Caller, id: number, chosen: ReadonlySet<number>) => Promise<void>;

/** `label` and `unlabel` leave the other labels of the file as they are. */
const acts: Record<MediaBulkIn['action'], Act> = {
  delete: (ctx, who, id) => deleteMedia(ctx, who, id),
  label: (ctx, who, id, chosen) => labelMedia(ctx, who, id, (now) => [...chosen.union(new Set(now))]),
  unlabel: (ctx, who, id, chosen) =>
    labelMedia(ctx, who, id, (now) => now.filter((each) => !chosen.has(each))),
};

async function resultOf(id: number, work: Promise<void>): Promise<MediaResult> {
  try {
    await work;
    return { id, status: 'done', error: null };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { id, status: 'refused', error: { code: error.code, message: error.message } };
  }
}
