/** One call to a network for a channel: with a fresh token if the network refuses the old one. */
import { NetworkFault } from '@belfry/networks/core/fault.ts';
import type { Network, Session } from '@belfry/networks/core/network.ts';
import type { Context } from '../../base/context.ts';
import type { Lane } from '../../lanes/index.ts';
import { loseSession, openSession, refreshSession } from './tokens.ts';

type Ctx = Pick<Context, 'db' | 'vault' | 'apps' | 'outbound' | 'clock' | 'host'>;

/** Throws the network's fault. If a person must sign in again, the channel is marked first. */
export async function withSession<T>(
  ctx: Ctx,
  network: Network,
  channel: Lane,
  call: (session: Session) => Promise<T>,
): Promise<T> {
  const open = await openSession(ctx, network, channel);
  try {
    return await call(open.session);
  } catch (error) {
    if (!(error instanceof NetworkFault)) throw error;
    if (error.fault.kind === 'reconnect') await loseSession(ctx, channel, open.version, error.message);
    if (error.fault.kind !== 'expired') throw error;
    return call((await refreshSession(ctx, network, channel, open.version)).session);
  }
}
