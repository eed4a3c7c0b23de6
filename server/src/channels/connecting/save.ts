/** Stores connected accounts as channels, with their grants. */
import type { Channel } from '@belfry/contract/channels.ts';
import { MAX_CHANNELS } from '@belfry/contract/counting.ts';
import { allowed } from '@belfry/contract/roles.ts';
import type { ConnectedAccount } from '@belfry/networks/core/network.ts';
import type { Caller } from '../../access/roles.ts';
import type { Context } from '../../base/context.ts';
import { orNotFound, Problem } from '../../base/problem.ts';
import type { Tx } from '../../db/database.ts';
import { recordEvent } from '../../events/index.ts';
import type { App } from '../../network-apps/index.ts';
import { findMember, lockWorkspace } from '../../workspaces/index.ts';
import { lockLogins, type RenewedChannel } from '../grants/logins/store.ts';
import { storeGrant } from '../grants/tokens.ts';
import { presentChannel } from '../present.ts';
import { saveChannel } from '../store.ts';
import { countWith } from './store.ts';

type Connector = Pick<Caller, 'workspaceId' | 'userId'>;

/** The network, and the app with which its accounts were opened. */
interface Opening {
  platform: string;
  app: App;
}

/** The person who began to connect may have lost the role meanwhile. */
export async function requireManager(tx: Tx, { workspaceId, userId }: Connector): Promise<void> {
  const member = await findMember(tx, workspaceId, userId);
  if (member !== undefined && allowed['channel.manage'].includes(member.role)) return;
  throw new Problem('connect_refused', {
    message: 'The person who started this sign-in may no longer connect channels.',
  });
}

/** In the order of the accounts. */
export async function saveAccounts(
  ctx: Pick<Context, 'config' | 'vault' | 'apps'>,
  tx: Tx,
  by: Connector,
  opening: Opening,
  accounts: readonly ConnectedAccount[],
): Promise<SavedChannel[]> {
  const accountIds = accounts.map(({ account }) => account.id);
  // The lock also keeps two requests from connecting the last account that the maximum allows.
  orNotFound(await lockWorkspace(tx, by.workspaceId));
  await requireRoom(tx, by, { platform: opening.platform, accountIds });
  await lockLogins(tx, by.workspaceId, opening.platform, {
    accountIds,
    logins: accounts.flatMap(({ login }) => login ?? []),
  });
  await ctx.apps.keep(tx, opening.app);
  const channels: SavedChannel[] = [];
  for (const account of accounts) channels.push(await saveAccount(ctx, tx, by, opening, account));
  return channels;
}

/** Connecting an account again, while its channel is not removed, needs no room. */
async function requireRoom(
  tx: Tx,
  { workspaceId }: Connector,
  named: { platform: string; accountIds: readonly string[] },
): Promise<void> {
  const { count, known } = await countWith(tx, workspaceId, named);
  if (known < named.accountIds.length && count > MAX_CHANNELS) throw new Problem('too_many_channels');
}

export interface SavedChannel {
  channel: Channel;
  created: boolean;
}

async function saveAccount(
  ctx: Pick<Context, 'config' | 'vault'>,
  tx: Tx,
  { workspaceId, userId }: Connector,
  { platform, app }: Opening,
  connected: ConnectedAccount,
): Promise<SavedChannel> {
  const { created, ...channel } = orNotFound(
    await saveChannel(tx, {
      workspaceId,
      platform,
      account: connected.account,
      limits: connected.limits ?? {},
      reconnectBy: connected.reconnectBy ?? null,
    }),
  );
  const renewed = await storeGrant(ctx, tx, channel, connected, app);
  const kind = created ? 'channel.connected' : 'channel.reconnected';
  const record = (event: typeof kind, { id, username }: RenewedChannel) =>
    recordEvent(tx, event, { workspaceId, userId, channelId: id, data: { platform, username } });
  await record(kind, channel);
  for (const each of renewed) await record('channel.reconnected', each);
  return { channel: await presentChannel(ctx, tx, channel), created };
}
