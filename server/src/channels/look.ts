/** Reads each account again every day: its limits, its names, and when a person must sign in again. */
import type { AccountState } from '@belfry/networks/core/network.ts';
import type { Context } from '../base/context.ts';
import { recordEvent } from '../events/index.ts';
import { openSession } from './grants/tokens.ts';
import { fitState } from './stated.ts';
import { type ChannelRow, listStaleChannels, noteLook, readState, setReconnectBy } from './store.ts';

type Ctx = Pick<
  Context,
  'config' | 'db' | 'networks' | 'vault' | 'apps' | 'outbound' | 'clock' | 'host' | 'log'
>;

export async function listStale(ctx: Ctx): Promise<ChannelRow[]> {
  const platforms = [...ctx.networks.values()].flatMap(({ rules, look }) =>
    look === undefined ? [] : [rules.platform],
  );
  return listStaleChannels(ctx.db, platforms);
}

/** What cannot be read stays as it is. */
export async function lookAt(ctx: Ctx, channel: ChannelRow): Promise<void> {
  const network = ctx.networks.get(channel.platform);
  if (network?.look === undefined) return;
  let state: AccountState = {};
  try {
    const { session } = await openSession(ctx, network, channel);
    state = fitState(ctx, channel.account_id, await network.look(session), ctx.clock.now());
  } catch (error) {
    ctx.log.warn({ err: error, channel: channel.id }, 'the state of an account could not be read');
  }
  await storeState(ctx, channel, state);
}

/** Only a name that people see makes an event: networks change the addresses of avatars all the time. */
async function storeState({ db }: Ctx, channel: ChannelRow, state: AccountState): Promise<void> {
  const { id, workspace_id: workspaceId } = channel;
  await db.transaction(async (tx) => {
    if (state.reconnectBy !== undefined) await setReconnectBy(tx, channel, state.reconnectBy);
    const before = await readState(tx, workspaceId, id);
    if (before === undefined) return;
    const after = await noteLook(tx, workspaceId, id, state);
    if (before.name === after.name && before.username === after.username) return;
    await recordEvent(tx, 'channel.changed', {
      workspaceId,
      userId: null,
      channelId: id,
      data: { before, after },
    });
  });
}
