/** Converts files of posts that are due soon, so that the posts do not wait for a conversion. */
import type { Context } from '../../base/context.ts';
import { StorageUnavailable } from '../../files/index.ts';
import { prepareFile } from '../library/open.ts';
import { filesOfPosts, type PostFiles } from '../library/store.ts';
import { boundsFor, filesOf } from '../library/target-files.ts';
import { type TargetDueSoon, targetsDueWithin } from './store.ts';

type Ctx = Pick<Context, 'db' | 'files' | 'config' | 'networks' | 'log'>;

/** Several rounds cover each post, so that an error is retried. */
const HORIZON_SECONDS = 600;
const MAX_TARGETS_PER_ROUND = 500;

/** Only logs errors. The post reports them when it is due. */
export async function prepareDueSoon(ctx: Ctx): Promise<void> {
  const targets = await targetsDueWithin(ctx.db, HORIZON_SECONDS, MAX_TARGETS_PER_ROUND);
  for (const [workspaceId, group] of Map.groupBy(targets, ({ workspace_id }) => workspace_id)) {
    const postIds = [...new Set(group.map(({ post_id }) => post_id))];
    const files = await filesOfPosts(ctx.db, workspaceId, postIds);
    for (const target of group) {
      const found = files.get(target.post_id);
      if (found !== undefined && !(await prepareTarget(ctx, target, found))) return;
    }
  }
}

/** False: the storage is unavailable, so the other images would fail too, each after seconds. */
async function prepareTarget(ctx: Ctx, target: TargetDueSoon, files: PostFiles): Promise<boolean> {
  const rules = ctx.networks.get(target.platform)?.rules;
  if (rules === undefined) return true;
  const shown = filesOf(target, files, rules.settings);
  const bounds = boundsFor(target.text, target, shown, { rules, account: target.limits });
  for (const row of [...shown.media, ...[...shown.named.values()].map((named) => named.row)]) {
    try {
      await prepareFile(ctx, target.workspace_id, row, bounds);
    } catch (error) {
      ctx.log.warn({ err: error, media: row.id }, 'a file that is due soon could not be prepared');
      if (error instanceof StorageUnavailable) return false;
    }
  }
  return true;
}
