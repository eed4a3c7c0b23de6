/** Converts files of posts that are due soon, so that the posts do not wait for a conversion. */
import type { Context } from '../../base/context.ts';
import { StorageUnavailable } from '../../files/index.ts';
import { NotTranscoded, prepareFile } from '../library/open.ts';
import { filesOfPosts, type MediaRow } from '../library/store.ts';
import { boundsFor, type FileBounds, filesOf } from '../library/target-files.ts';
import { type TargetDueSoon, targetsDueWithin } from './store.ts';

type Ctx = Pick<Context, 'db' | 'files' | 'config' | 'networks' | 'log'>;

/** Several rounds cover each post, so that an error is retried. */
const HORIZON_SECONDS = 600;
const MAX_TARGETS_PER_ROUND = 500;

/** Only logs errors. The post reports them when it is due. Leaves videos to `transcode-due.ts` that take minutes. */
export async function prepareDueSoon(ctx: Ctx & Pick<Context, 'canTranscode'>): Promise<void> {
  const targets = await targetsDueWithin(ctx.db, HORIZON_SECONDS, MAX_TARGETS_PER_ROUND);
  for await (const { workspaceId, row, bounds } of listFiles(ctx, targets)) {
    try {
      await prepareFile(ctx, workspaceId, row, bounds);
    } catch (error) {
      if (error instanceof NotTranscoded) continue;
      ctx.log.warn({ err: error, media: row.id }, 'a file that is due soon could not be prepared');
      // The other files would fail too, each after seconds.
      if (error instanceof StorageUnavailable) return;
    }
  }
}

/** A file that a target shows, and the bounds of the target's network. */
export interface DueFile {
  workspaceId: number;
  row: MediaRow;
  bounds: FileBounds;
}

/** Reads the files of each workspace when the caller comes to them. */
export async function* listFiles(
  ctx: Pick<Context, 'db' | 'networks'>,
  targets: readonly TargetDueSoon[],
): AsyncGenerator<DueFile> {
  for (const [workspaceId, group] of Map.groupBy(targets, ({ workspace_id }) => workspace_id)) {
    const postIds = [...new Set(group.map(({ post_id }) => post_id))];
    const files = await filesOfPosts(ctx.db, workspaceId, postIds);
    for (const target of group) {
      const found = files.get(target.post_id);
      const rules = ctx.networks.get(target.platform)?.rules;
      if (found === undefined || rules === undefined) continue;
      const shown = filesOf(target, found, rules.settings);
      const bounds = boundsFor(target.text, target, shown, { rules, account: target.limits });
      const rows = [...shown.media, ...[...shown.named.values()].map((named) => named.row)];
      for (const row of rows) yield { workspaceId, row, bounds };
    }
  }
}
