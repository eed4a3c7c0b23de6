/** Converts images of posts that are due soon, so that the posts do not wait for a conversion. */
import { imageBoundsOf } from '@belfry/networks/core/images.ts';
import type { Context } from '../../base/context.ts';
import { StorageUnavailable } from '../../files/index.ts';
import { prepareFile } from '../library/open.ts';
import { imagesDueWithin } from '../library/store.ts';

/** Several rounds cover each post, so that an error is retried. */
const HORIZON_SECONDS = 600;
const MAX_IMAGES_PER_ROUND = 500;

/** Only logs errors. The post reports them when it is due. */
export async function prepareDueSoon(
  ctx: Pick<Context, 'db' | 'files' | 'config' | 'networks' | 'log'>,
): Promise<void> {
  for (const { platform, limits, workspace_id, ...row } of await imagesDueWithin(
    ctx.db,
    HORIZON_SECONDS,
    MAX_IMAGES_PER_ROUND,
  )) {
    const network = ctx.networks.get(platform);
    if (network === undefined) continue;
    const bounds = imageBoundsOf({ rules: network.rules, account: limits });
    try {
      await prepareFile(ctx, workspace_id, row, bounds);
    } catch (error) {
      ctx.log.warn({ err: error, media: row.id }, 'an image that is due soon could not be prepared');
      // The other images would fail too, each after seconds.
      if (error instanceof StorageUnavailable) return;
    }
  }
}
