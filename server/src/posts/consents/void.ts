/** Ends declarations for versions that show a file, when somebody changes the file in the library. */
import { listConsents } from '@belfry/networks/core/consents.ts';
import type { JsonSchema } from '@belfry/networks/core/json.ts';
import type { Caller } from '../../access/roles.ts';
import type { Context } from '../../base/context.ts';
import { Problem } from '../../base/problem.ts';
import { readChannels } from '../../channels/index.ts';
import type { Tx } from '../../db/database.ts';
import { scheduleChecks } from '../../lanes/index.ts';
import { listTargetFiles } from '../../media/index.ts';
import type { ShowingRow } from '../reviews/store.ts';
import type { TargetRow } from '../rows.ts';
import { listTargets } from '../store.ts';
import { schemaOf } from '../versions.ts';
import { listAttached, removeConsents } from './store.ts';

/**
 * Removes the declarations from the settings, so that the posts cannot be published without new ones. `posts` are all
 * planned posts that show the file, locked. Throws 409 while one with a declaration is being published.
 */
export async function voidConsents(
  ctx: Pick<Context, 'networks'>,
  tx: Tx,
  who: Caller,
  mediaId: number,
  posts: readonly ShowingRow[],
): Promise<void> {
  if (posts.length === 0) return;
  const ended = (await listShowing(ctx, tx, who, mediaId, posts)).flatMap(({ target, schema }) =>
    listConsents(schema, target.settings).map((consent) => ({ target, consent })),
  );
  const begun = new Set(posts.filter(isBeingPublished).map(({ id }) => id));
  if (ended.some(({ target }) => begun.has(target.post_id))) {
    const message =
      'A post with this file and a declaration is being published. Wait until it is published or has failed.';
    throw new Problem('post_publishing', { message });
  }
  if (ended.length === 0) return;
  const rows = ended.map(({ target, consent: { field, code } }) => ({ id: target.id, field, code }));
  await removeConsents(tx, who, mediaId, rows);
  const channelIds = new Set(ended.map(({ target }) => target.channel_id));
  for (const id of channelIds) await scheduleChecks(tx, { workspace_id: who.workspaceId, id });
}

/** The unpublished targets that show the file, each with the schema of its settings. */
async function listShowing(
  { networks }: Pick<Context, 'networks'>,
  tx: Tx,
  { workspaceId }: Caller,
  mediaId: number,
  posts: readonly ShowingRow[],
) {
  const postIds = posts.map(({ id }) => id);
  const attached = new Set(await listAttached(tx, workspaceId, mediaId, postIds));
  const targets = (await listTargets(tx, workspaceId, postIds)).filter(
    ({ status }) => status !== 'published',
  );
  const ids = targets.map(({ channel_id }) => channel_id);
  const channels = new Map((await readChannels(tx, workspaceId, ids)).map((row) => [row.id, row]));
  const isShown = (target: TargetRow, schema: JsonSchema) =>
    (target.media_ids === null && attached.has(target.post_id)) ||
    listTargetFiles(target, schema).includes(mediaId);
  return targets
    .map((target) => ({ target, schema: schemaOf(channels.get(target.channel_id), networks) }))
    .filter(({ target, schema }) => isShown(target, schema));
}

function isBeingPublished({ status, is_begun }: ShowingRow): boolean {
  return is_begun && status !== 'pending_approval';
}
