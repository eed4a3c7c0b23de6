/** Calls a network for a channel, outside an attempt. */
import { faultIn, refuse } from '@belfry/networks/core/fault.ts';
import type { Network, Session } from '@belfry/networks/core/network.ts';
import type { Context } from '../../base/context.ts';
import type { Lane } from '../../lanes/index.ts';
import { isRefusal, loseSession, type OpenSession, openSession, refreshSession } from './tokens.ts';

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
    if (faultIn(error, 'expired') === undefined) throw await judge(ctx, network, channel, open, error);
  }
  const fresh = await refreshSession(ctx, network, channel, open.version);
  try {
    return await ask(fresh.session);
  } catch (error) {
    throw await judge(ctx, network, channel, fresh, error);
  }
}

/** A question that needs a permission which the account lacks is refused, and the sign-in stays. */
async function judge(
  ctx: Ctx,
  network: Network,
  channel: Lane,
  { session, version }: OpenSession,
  error: unknown,
): Promise<unknown> {
  const fault = faultIn(error, 'reconnect');
  if (fault === undefined) return error;
  if (await isSignedIn(network, session)) return refuse(fault.message);
  await loseSession(ctx, channel, version, fault.message);
  return error;
}

/**
 * Whether the network still shows the account to this session, after it asked for a new sign-in: networks answer so to one
 * call whose permission is missing, too. False if it cannot be asked.
 */
export async function isSignedIn(network: Network, session: Session): Promise<boolean> {
  if (network.look === undefined) return false;
  try {
    await network.look(session);
    return true;
  } catch (error) {
    return !isRefusal(error);
  }
}
