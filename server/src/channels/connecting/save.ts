/** Stores connected accounts as channels, with their grants. */
import type { Channel } from '@belfry/contract/channels.ts';
import { allowed } from '@belfry/contract/roles.ts';
import type { ConnectedAccount } from '@belfry/networks/core/network.ts';
import type { Caller } from '../../access/roles.ts';
import type { Context } from '../../base/context.ts';
import { orNotFound, Problem } from '../../base/problem.ts';
import type { Tx } from '../../db/database.ts';
import { recordEvent } from '../../events/index.ts';
import type { App } from '../../network-apps/index.ts';
import { findMember } from '../../workspaces/index.ts';
import { storeGrant } from '../grants/tokens.ts';
import { presentChannel } from '../present.ts';
import { saveChannel } from '../store.ts';

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

/** Saves in the order of the accounts' ids, so that two requests cannot deadlock. Answers in the given order. */
export async function saveAccounts(
  ctx: Pick<Context, 'vault' | 'apps'>,
  tx: Tx,
  by: Connector,
  opening: Opening,
  accounts: readonly ConnectedAccount[],
): Promise<Channel[]> {
  const sorted = accounts.toSorted((one, other) => (one.account.id < other.account.id ? -1 : 1));
  const channels = new Map<ConnectedAccount, Channel>();
  for (const account of sorted) {
    const { created: _, ...row } = await saveAccount(ctx, tx, by, opening, account);
    channels.set(account, presentChannel(row));
  }
  return accounts.flatMap((account) => channels.get(account) ?? []);
}

export async function saveAccount(
  ctx: Pick<Context, 'vault' | 'apps'>,
  tx: Tx,
  { workspaceId, userId }: Connector,
  { platform, app }: Opening,
  connected: ConnectedAccount,
) {
  await ctx.apps.keep(tx, app);
  const channel = orNotFound(
    await saveChannel(tx, {
      workspaceId,
      platform,
      account: connected.account,
      limits: connected.limits ?? {},
      reconnectBy: connected.reconnectBy ?? null,
    }),
  );
  await storeGrant(ctx, tx, channel, connected, app);
  const kind = channel.created ? 'channel.connected' : 'channel.reconnected';
  const data = { platform, username: channel.username };
  await recordEvent(tx, kind, { workspaceId, userId, channelId: channel.id, data });
  return channel;
}
