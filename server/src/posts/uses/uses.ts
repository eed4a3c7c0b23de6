/** The posts that use a file of the library. */
import { MAX_USES } from '@belfry/contract/media-uses.ts';
import { allow, type Caller } from '../../access/roles.ts';
import type { Context } from '../../base/context.ts';
import { orNotFound } from '../../base/problem.ts';
import { readMedia } from '../../media/index.ts';
import { findUses } from './store.ts';

export async function listMediaUses({ db }: Pick<Context, 'db'>, who: Caller, mediaId: number) {
  allow(who, 'post.read');
  const [file] = await readMedia(db, who.workspaceId, [mediaId]);
  const found = await findUses(db, who, orNotFound(file).id, MAX_USES + 1);
  return { data: found.slice(0, MAX_USES), truncated: found.length > MAX_USES };
}
