/** Calls a network for a channel, outside an attempt. */
import { NetworkFault } from '@belfry/networks/core/fault.ts';
import type { Network, Session } from '@belfry/networks/core/network.ts';
import type { Context } from '../../base/context.ts';
import type { Lane } from '../../lanes/index.ts';
import { loseSession, openSession, refreshSession } from './tokens.ts';

type Ctx = Pick<Context, 'db' | 'vault' | 'apps' | 'outbound' | 'clock' | 'host'>;

/**
 * Refreshes a token once that the network no longer accepts. Marks the channel if a person must sign in. Throws the
 * network's fault.
 */
export async function withSession<T>(
  ctx: Ctx,
  network: Network,
  channel: Lane,
  ask: (session: Session) => Promise<T>,
): Promise<T> {
  const open = await openSession(ctx, network, channel);
  try {
    return await ask(open.session);
  } catch (error) {
    if (!(error instanceof NetworkFault)) throw error;
    if (error.fault.kind === 'expired') {
      return ask((await refreshSession(ctx, network, channel, open.version)).session);
    }
    if (error.fault.kind === 'reconnect') await loseSession(ctx, channel, open.version, error.message);
    throw error;
  }
}
