/** Media as adapters read them. */
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import type { Media } from '@belfry/networks/core/network.ts';
import type { Context } from '../context.ts';
import { factsOf } from './present.ts';
import { mediaOfPosts } from './store.ts';

/** The media of a post in order; their bytes are read when an adapter opens them. */
export async function openMedia(
  ctx: Pick<Context, 'db' | 'config'>,
  workspaceId: number,
  postId: number,
): Promise<Media[]> {
  const rows = (await mediaOfPosts(ctx.db, workspaceId, [postId])).get(postId) ?? [];
  return rows.map((row) => ({
    ...factsOf(row),
    name: row.name,
    open: () => createReadStream(join(ctx.config.dataDir, 'media', row.storage_key)),
  }));
}
