/** Converts ahead of time what is due soon, so that at its time a post waits for nothing of ours. */
import { imageBoundsOf } from '@belfry/networks/core/images.ts';
import type { Context } from '../context.ts';
import { StorageUnavailable } from '../files/files.ts';
import { prepareFile } from './open.ts';
import { imagesDueWithin } from './store.ts';

/** Seconds ahead; several rounds look at each post. */
const HORIZON = 600;
/** Images in one round. */
const MOST = 500;

/** What fails here is said when the post is due. */
export async function prepareDueSoon(
  ctx: Pick<Context, 'db' | 'files' | 'config' | 'networks' | 'log'>,
): Promise<void> {
  for (const { platform, limits, workspace_id, ...row } of await imagesDueWithin(ctx.db, HORIZON, MOST)) {
    const network = ctx.networks.get(platform);
    if (network === undefined) continue;
    const bounds = imageBoundsOf(network.rules, limits);
    try {
      await prepareFile(ctx, workspace_id, row, bounds);
    } catch (error) {
      ctx.log.warn({ err: error, media: row.id }, 'an image that is due soon could not be prepared');
      // Nothing else could be either, and each would take seconds.
      if (error instanceof StorageUnavailable) return;
    }
  }
}
