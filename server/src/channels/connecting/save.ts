/** Stores a connected account as a channel, with its grant. */
import type { ConnectedAccount } from '@belfry/networks/core/network.ts';
import type { Caller } from '../../access/roles.ts';
import type { Context } from '../../base/context.ts';
import { orNotFound } from '../../base/problem.ts';
import type { Tx } from '../../db/database.ts';
import { recordEvent } from '../../events/index.ts';
import { storeGrant } from '../grants/tokens.ts';
import { saveChannel } from '../store.ts';

export async function saveAccount(
  ctx: Pick<Context, 'vault'>,
  tx: Tx,
  { workspaceId, userId }: Pick<Caller, 'workspaceId' | 'userId'>,
  platform: string,
  connected: ConnectedAccount,
) {
  const channel = orNotFound(
    await saveChannel(tx, {
      workspaceId,
      platform,
      account: connected.account,
      limits: connected.limits ?? {},
      reconnectBy: connected.reconnectBy ?? null,
    }),
  );
  await storeGrant(ctx, tx, channel, connected);
  const kind = channel.created ? 'channel.connected' : 'channel.reconnected';
  const data = { platform, username: channel.username };
  await recordEvent(tx, kind, { workspaceId, userId, channelId: channel.id, data });
  return channel;
}
