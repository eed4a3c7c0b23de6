/** Changes many files, each by the same use case as a single request. */
import type { MediaBulkIn, MediaResult } from '@belfry/contract/media-uses.ts';
import { allow, type Caller } from '../../access/roles.ts';
import type { Context } from '../../base/context.ts';
import { Problem } from '../../base/problem.ts';
import { deleteMedia } from './library.ts';

/** One file after the other, so that a request uses one connection to the database. */
export async function changeMany(
  ctx: Pick<Context, 'db' | 'files'>,
  who: Caller,
  { ids }: MediaBulkIn,
): Promise<MediaResult[]> {
  allow(who, 'media.write');
  const results: MediaResult[] = [];
  for (const id of ids) results.push(await resultOf(id, deleteMedia(ctx, who, id)));
  return results;
}

async function resultOf(id: number, work: Promise<void>): Promise<MediaResult> {
  try {
    await work;
    return { id, status: 'done', error: null };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { id, status: 'refused', error: { code: error.code, message: error.message } };
  }
}
