/** Reads the limits of each account again every day, since its server may change them. */
import type { Context } from '../base/context.ts';
import { openSession } from './grants/tokens.ts';
import { fitLimits } from './stated.ts';
import { type ChannelRow, listStaleChannels, setLimits } from './store.ts';

type Ctx = Pick<Context, 'db' | 'networks' | 'vault' | 'apps' | 'outbound' | 'clock' | 'host' | 'log'>;

export async function listStale(ctx: Ctx): Promise<ChannelRow[]> {
  const platforms = [...ctx.networks.values()].flatMap(({ rules, look }) =>
    look === undefined ? [] : [rules.platform],
  );
  return listStaleChannels(ctx.db, platforms);
}

/** Keeps the old limits if they cannot be read. */
export async function refreshLimits(ctx: Ctx, channel: ChannelRow): Promise<void> {
  const network = ctx.networks.get(channel.platform);
  if (network?.look === undefined) return;
  try {
    const { session } = await openSession(ctx, network, channel);
    const { limits = channel.limits } = await network.look(session);
    await setLimits(ctx.db, channel.workspace_id, channel.id, fitLimits(limits));
  } catch (error) {
    ctx.log.warn({ err: error, channel: channel.id }, 'the limits of an account could not be read');
    await setLimits(ctx.db, channel.workspace_id, channel.id, fitLimits(channel.limits));
  }
}
