/** Use cases of channels that call no network: list, get, remove, and the list of networks. */
import type { Channel } from '@belfry/contract/channels.ts';
import type { Limit, Limits } from '@belfry/networks/core/limits.ts';
import type { Network } from '@belfry/networks/core/network.ts';
import type { Platform } from '@belfry/networks/rules.ts';
import { allow, type Caller, canAccessChannel } from '../access/roles.ts';
import type { Context } from '../base/context.ts';
import { orNotFound } from '../base/problem.ts';
import type { Db } from '../db/database.ts';
import { recordEvent } from '../events/index.ts';
import { familyOf } from '../network-apps/index.ts';
import { lockWorkspace } from '../workspaces/index.ts';
import { leaveGrant, lockSharing } from './grants/logins/store.ts';
import { listRevoking } from './grants/revoking/revoker.ts';
import { presentChannel, presentChannels } from './present.ts';
import * as store from './store.ts';

type Ctx = Pick<Context, 'config' | 'db' | 'networks'>;
type NetworksCtx = Pick<Context, 'networks' | 'apps'>;

export async function listChannels(ctx: Ctx, who: Caller): Promise<Channel[]> {
  allow(who, 'channel.read');
  const rows = await store.listChannels(ctx.db, who.workspaceId);
  const own = rows.filter(({ id }) => canAccessChannel(who, id));
  return presentChannels(ctx, ctx.db, own);
}

export async function getChannel(ctx: Ctx, who: Caller, id: number): Promise<Channel> {
  allow(who, 'channel.read');
  return presentChannel(ctx, ctx.db, await readChannel(ctx.db, who, id));
}

/** Targets of the channel fail when they are due, unless somebody connects the account again before then. */
export async function removeChannel(
  ctx: Ctx & Pick<Context, 'files' | 'log'>,
  who: Caller,
  id: number,
): Promise<void> {
  allow(who, 'channel.manage');
  const channel = { id, workspace_id: who.workspaceId };
  const { avatar_key } = await ctx.db.transaction(async (tx) => {
    await lockWorkspace(tx, who.workspaceId);
    await lockSharing(tx, channel);
    const removed = orNotFound(await store.removeChannel(tx, who.workspaceId, id));
    await leaveGrant(tx, channel, listRevoking(ctx));
    await recordEvent(tx, 'channel.removed', { ...who, channelId: id, data: {} });
    return removed;
  });
  // The channel is removed in any case. A file that stays has no row, and the daily verification removes it.
  if (avatar_key !== null)
    await ctx.files
      .remove(avatar_key)
      .catch((error: unknown) =>
        ctx.log.warn({ err: error, channel: id }, 'the picture of a removed channel could not be deleted'),
      );
}

export async function getSettingsSchema(ctx: Ctx, who: Caller, id: number) {
  allow(who, 'channel.read');
  const channel = await readChannel(ctx.db, who, id);
  const network = orNotFound(ctx.networks.get(channel.platform));
  return { $schema: 'https://json-schema.org/draft/2020-12/schema', ...network.rules.settings };
}

export async function listNetworks(ctx: NetworksCtx, who: Caller) {
  allow(who, 'channel.read');
  const states = await ctx.apps.listStates();
  return [...ctx.networks.values()].map((network) => {
    const family = familyOf(network);
    const is_optional = network.app?.optional === true;
    const app = family === undefined ? null : { family, is_configured: states.has(family), is_optional };
    return { ...describeNetwork(network), app };
  });
}

function describeNetwork({ rules, form, oauth }: Network) {
  const connectedBy = { form: form?.credentials ?? null, sign_in: oauth?.input ?? null };
  return {
    platform: rules.platform as Platform,
    name: rules.name,
    limits: describeLimits(rules.limits),
    formats: Object.fromEntries(
      Object.entries(rules.formats ?? {}).map(([name, { title, limits }]) => [
        name,
        { title, limits: describeLimits(limits) },
      ]),
    ),
    transcodes_videos: rules.transcodes === true,
    rates: (rules.rates ?? []).map((rate) => ({ confirmed: true, ...rate })),
    settings: rules.settings,
    connected_by: connectedBy,
    joined_by: connectedBy,
  };
}

function describeLimits(limits: Limits) {
  const all = Object.entries(limits as unknown as Record<string, Limit<never> & { unit?: string }>);
  return Object.fromEntries(
    all.map(([name, { value, unit, source, checked, confirmed = true }]) => [
      name,
      { value, ...(unit === undefined ? {} : { unit }), source, checked, confirmed },
    ]),
  );
}

async function readChannel(db: Db, who: Caller, id: number): Promise<store.ChannelRow> {
  return orNotFound(await store.findChannel(db, who.workspaceId, id), () => canAccessChannel(who, id));
}
