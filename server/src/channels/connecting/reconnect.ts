/** Connecting one channel again: it keeps its account. */
import { detail } from '@belfry/contract/details.ts';
import type { ConnectedAccount, Network } from '@belfry/networks/core/network.ts';
import type { Caller } from '../../access/roles.ts';
import type { Context } from '../../base/context.ts';
import { invalid, Problem } from '../../base/problem.ts';
import { requireChannels } from '../named.ts';
import type { ChannelRow } from '../store.ts';

/** The channel to connect again. Undefined if the request has no `channel_id`. */
export async function readChannelToReconnect(
  ctx: Pick<Context, 'db'>,
  who: Caller,
  { platform, channel_id: id }: { platform: string; channel_id?: number | undefined },
): Promise<ChannelRow | undefined> {
  if (id === undefined) return undefined;
  const [channel] = await requireChannels(ctx.db, who, [['channel_id', id]]);
  if (channel?.platform === platform) return channel;
  const actual = channel?.platform ?? '';
  const given = platform;
  throw invalid([detail('platform', 'channel_of_other_network', { channel_id: id, actual, given })]);
}

/** The channel's own account. A channel keeps its id, history and posts, and these must not move to another account. */
export function requireSameAccount(
  channel: ChannelRow,
  network: Network,
  accounts: ConnectedAccount[],
): ConnectedAccount {
  const same = accounts.find(({ account }) => account.id === channel.account_id);
  if (same !== undefined) return same;
  const others = accounts.map(({ account: { id, name, username } }) => ({ id, name, username }));
  const offered = others.map(({ username }) => `@${username}`).join(', ') || 'no account';
  throw new Problem('wrong_account', {
    message: `This sign-in is for ${offered}, but the channel is @${channel.username}. Sign in to ${network.rules.name} as @${channel.username}, or connect the other account without channel_id.`,
    details: {
      channel: { id: channel.account_id, name: channel.name, username: channel.username },
      accounts: others,
    },
  });
}
