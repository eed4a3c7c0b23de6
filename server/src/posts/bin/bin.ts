/** Use cases of deleted posts: list and restore them. */
import type { BinEntry } from '@belfry/contract/bin.ts';
import { allow, type Caller, canAccessChannel } from '../../access/roles.ts';
import type { Context } from '../../base/context.ts';
import { orNotFound } from '../../base/problem.ts';
import { lockChannels } from '../../channels/index.ts';
import type { Tx } from '../../db/database.ts';
import { lockLabels } from '../../labels/index.ts';
import { lockMediaForPosts } from '../../media/index.ts';
import { refuseForeignChannels, requireOwnOrOpen } from '../ownership.ts';
import { type PostsJson, type ReadingCtx, showPost } from '../reading/answers.ts';
import { listTargets, lockPost } from '../store.ts';
import { digestOf, isPlanned } from './digest.ts';
import * as store from './store.ts';

const DEFAULT_PAGE = 50;

export async function listBin(
  ctx: Pick<Context, 'db'>,
  who: Caller,
  { cursor, limit = DEFAULT_PAGE }: { cursor?: number | undefined; limit?: number | undefined },
): Promise<{ data: BinEntry[]; next_cursor: number | null }> {
  allow(who, 'post.read');
  const rows = await store.listBin(ctx.db, who, { before: cursor, limit: limit + 1 });
  const page = rows.slice(0, limit);
  const next_cursor = rows.length > limit ? (page.at(-1)?.cursor ?? null) : null;
  return { data: page.map(({ cursor: _, ...entry }) => entry), next_cursor };
}

export async function restorePost(
  ctx: ReadingCtx,
  who: Caller,
  id: number,
): Promise<{ json: PostsJson; etag: string }> {
  const { missing_media_ids } = await returnPost(ctx, who, id);
  return showPost(ctx, who, id, { missing_media_ids });
}

interface Returned {
  version: number;
  /** Files of the post that do not exist any more. */
  missing_media_ids: number[];
}

/** As {@link restorePost}, without reading the post. */
export async function returnPost(ctx: Pick<Context, 'db'>, who: Caller, id: number): Promise<Returned> {
  allow(who, 'post.write');
  return ctx.db.transaction((tx) => restore(tx, who, id));
}

async function restore(tx: Tx, who: Caller, id: number): Promise<Returned> {
  const { workspaceId } = who;
  const binned = orNotFound(await store.lockBinned(tx, who, id));
  if (!binned.channel_ids.every((each) => canAccessChannel(who, each))) refuseForeignChannels();
  requireOwnOrOpen(who, binned);
  const named = (ids: readonly number[]) => ids.map((each) => ({ workspace_id: workspaceId, id: each }));
  // For itself, so that no other post can take the slot meanwhile.
  const channels = await lockChannels(tx, named(binned.channel_ids), true);
  const media = await lockMediaForPosts(tx, named(binned.media_ids));
  const labels = await lockLabels(tx, named(binned.label_ids));
  const existing = { media_id: media.map((file) => file.id), label_id: labels.map((label) => label.id) };
  const version = await store.putBack(tx, workspaceId, id, existing);
  const areConnected = channels.every(({ deleted_at }) => deleted_at === null);
  if (isPlanned(binned) && !(areConnected && (await canKeepPlan(tx, who, binned)))) {
    const targets = await listTargets(tx, workspaceId, [id]);
    const isShown = targets.some(({ status }) => status === 'published');
    await store.unplan(tx, workspaceId, id, isShown ? missed : null);
  }
  const missing = new Set(binned.media_ids).difference(new Set(existing.media_id));
  const missing_media_ids = [...missing].sort((one, other) => one - other);
  await store.recordRestored(tx, who, id, missing_media_ids);
  return { version, missing_media_ids };
}

const missed = {
  code: 'missed',
  message: 'The post was deleted and restored after its time. Schedule it again.',
  retryable: true,
};

/** Whether the time of the restored post is free, and the post would publish exactly what it was to publish. */
async function canKeepPlan(tx: Tx, who: Caller, { post_id, digest }: store.BinnedRow): Promise<boolean> {
  const post = orNotFound(await lockPost(tx, { ...who, channelIds: null }, post_id));
  return (await store.isTimeFree(tx, who.workspaceId, post_id)) && (await digestOf(tx, post)) === digest;
}
