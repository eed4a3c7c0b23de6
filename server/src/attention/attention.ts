/** Use case: list everything that wants a person. */
import type { AttentionItem } from '@belfry/contract/attention.ts';
import { allow, type Caller, may, publishesDirectly } from '../access/roles.ts';
import type { Context } from '../base/context.ts';
import { presentShown, readChannels } from '../channels/index.ts';
import type { Db } from '../db/database.ts';
import { type Group, groupCauses } from './groups.ts';
import { type Facts, presentGroup } from './present.ts';
import * as store from './store.ts';

type Ctx = Pick<Context, 'config' | 'db' | 'networks'>;

/** Items in an answer at most. */
const MAX_ITEMS = 300;

export async function getAttention(
  ctx: Ctx,
  who: Caller,
): Promise<{ data: AttentionItem[]; truncated: boolean }> {
  allow(who, 'post.read');
  const causes = await store.listCauses(ctx.db, viewerOf(who));
  const groups = groupCauses(causes);
  const shown = groups.slice(0, MAX_ITEMS);
  const facts = await readFacts(ctx, who, shown);
  const data = shown.map((group) => presentGroup(who, group, facts));
  return { data, truncated: groups.length > shown.length || isCut(causes) };
}

/** The number of items that {@link getAttention} lists for the caller. */
export async function countAttention(db: Db, who: Caller): Promise<number> {
  if (!may(who, 'post.read')) return 0;
  return Math.min(MAX_ITEMS, groupCauses(await store.listCauses(db, viewerOf(who))).length);
}

/** A person sees what concerns posts that they may change. */
function viewerOf(who: Caller): store.Viewer {
  return {
    workspaceId: who.workspaceId,
    userId: who.userId,
    channelIds: who.channelIds,
    seesAll: may(who, 'post.write') && publishesDirectly(who),
    managesChannels: may(who, 'channel.manage'),
  };
}

/** True if the statement has left out causes. */
function isCut(causes: readonly store.Cause[]): boolean {
  const failed = causes.filter(
    ({ kind }) => kind === 'may_be_live' || kind === 'failed' || kind === 'missed',
  );
  const counts = ['at_risk', 'rejected'].map((kind) => causes.filter((cause) => cause.kind === kind).length);
  const channels = (['held', 'reconnect_soon'] as const).map(
    (kind) => new Set(causes.filter((cause) => cause.kind === kind).map(({ channel_id }) => channel_id)).size,
  );
  return Math.max(failed.length, ...counts) > store.MAX_TARGETS || Math.max(...channels) > store.MAX_CHANNELS;
}

async function readFacts(
  { config, db, networks }: Ctx,
  who: Caller,
  groups: readonly Group[],
): Promise<Facts> {
  const { workspaceId } = who;
  const targetIds = groups.flatMap(({ posts }) => posts.flatMap((post) => post.targetIds));
  const postIds = groups.flatMap(({ posts }) => posts.map(({ id }) => id));
  const channelOf = await store.readChannelsOf(db, workspaceId, targetIds);
  const channelIds = [...channelOf.values(), ...groups.flatMap(({ channelId }) => channelId ?? [])];
  const channels = await readChannels(db, workspaceId, [...new Set(channelIds)]);
  const rejected = groups.filter(({ kind }) => kind === 'rejected');
  return {
    posts: new Map((await store.readPosts(db, workspaceId, postIds)).map((post) => [post.id, post])),
    channelOf,
    channels: new Map(
      channels.map((row) => [
        row.id,
        {
          shown: presentShown(config, row),
          isAsked:
            networks.get(row.platform)?.reconciles === true &&
            !row.needs_reconnect &&
            row.deleted_at === null,
        },
      ]),
    ),
    targetSince: await store.readBeginnings(db, workspaceId, targetIds),
    channelSince: await store.readChannelBeginnings(
      db,
      workspaceId,
      groups.flatMap(({ channelId }) => channelId ?? []),
    ),
    postSince: await store.readRejections(
      db,
      workspaceId,
      rejected.flatMap(({ posts }) => posts.map(({ id }) => id)),
    ),
  };
}
