/** Use cases of channel sets. */
import { type ChannelSet, MAX_SETS } from '@belfry/contract/channel-sets.ts';
import { detail } from '@belfry/contract/details.ts';
import type { BodyOf } from '@belfry/contract/routes.ts';
import { allow, type Caller, canAccessChannel } from '../../access/roles.ts';
import type { Context } from '../../base/context.ts';
import { invalid, orNotFound } from '../../base/problem.ts';
import { recordEvent } from '../../events/index.ts';
import { lockWorkspace } from '../../workspaces/index.ts';
import { nameAll, requireChannels } from '../named.ts';
import * as store from './store.ts';

type Ctx = Pick<Context, 'db'>;

export async function listChannelSets({ db }: Ctx, who: Caller): Promise<ChannelSet[]> {
  allow(who, 'channel.read');
  const sets = await store.listSets(db, who.workspaceId);
  const own = sets.map((set) => ({
    ...set,
    channel_ids: set.channel_ids.filter((id) => canAccessChannel(who, id)),
  }));
  return who.channelIds === null ? own : own.filter(({ channel_ids }) => channel_ids.length > 0);
}

export async function createChannelSet(
  { db }: Ctx,
  who: Caller,
  { name, channel_ids }: BodyOf<'createChannelSet'>,
): Promise<ChannelSet> {
  allow(who, 'channel.manage');
  return db.transaction(async (tx) => {
    // Without this lock, two requests could both create the last set that the limit allows.
    orNotFound(await lockWorkspace(tx, who.workspaceId));
    await requireChannels(tx, who, nameAll('channel_ids', channel_ids));
    if ((await store.countSets(tx, who.workspaceId)) >= MAX_SETS) {
      throw invalid([detail('name', 'too_many_sets', { limit: MAX_SETS })]);
    }
    const set = await store.insertSet(tx, who.workspaceId, { name, channel_ids });
    await recordEvent(tx, 'channel_set.created', { ...who, data: { set_id: set.id, name } });
    return set;
  });
}

export async function changeChannelSet(
  { db }: Ctx,
  who: Caller,
  id: number,
  change: BodyOf<'updateChannelSet'>,
): Promise<ChannelSet> {
  allow(who, 'channel.manage');
  return db.transaction(async (tx) => {
    const before = orNotFound(await store.lockSet(tx, who.workspaceId, id));
    const { name = before.name, channel_ids } = change;
    if (channel_ids !== undefined) await requireChannels(tx, who, nameAll('channel_ids', channel_ids));
    await store.updateSet(tx, who.workspaceId, id, { name, channel_ids: channel_ids ?? null });
    const after = orNotFound(await store.lockSet(tx, who.workspaceId, id));
    const isSame = before.name === after.name && `${before.channel_ids}` === `${after.channel_ids}`;
    if (!isSame) await recordEvent(tx, 'channel_set.changed', { ...who, data: { set_id: id, name } });
    return after;
  });
}

export async function deleteChannelSet({ db }: Ctx, who: Caller, id: number): Promise<void> {
  allow(who, 'channel.manage');
  await db.transaction(async (tx) => {
    const { name } = orNotFound(await store.deleteSet(tx, who.workspaceId, id));
    await recordEvent(tx, 'channel_set.deleted', { ...who, data: { set_id: id, name } });
  });
}
