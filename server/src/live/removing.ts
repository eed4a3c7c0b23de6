/** Deletes published posts at their networks, part by part, until all are gone or the network refuses. */

import { backOff } from '@belfry/engine/outcome.ts';
import { NetworkFault } from '@belfry/networks/core/fault.ts';
import type { Network } from '@belfry/networks/core/network.ts';
import type { Context } from '../base/context.ts';
import { withSession } from '../channels/index.ts';
import * as store from './store.ts';

type Ctx = Pick<Context, 'db' | 'networks' | 'vault' | 'apps' | 'outbound' | 'clock' | 'host' | 'log'>;

const BATCH = 20;
/** Seconds. Deleting one part takes less, and each part that is gone is kept. */
const LEASE = 300;
/** Seconds after the request at which Belfry gives up. */
const GIVE_UP = 86_400;

/** Deletes everything that is due. Several processes share the work. Deleting a part twice does no harm. */
export async function performRemovals(ctx: Ctx, ending: AbortSignal): Promise<void> {
  for (let found = BATCH; found === BATCH && !ending.aborted; ) {
    const removals = await store.claimRemovals(ctx.db, BATCH, LEASE);
    await Promise.all(removals.map((removal) => perform(ctx, removal, ending)));
    found = removals.length;
  }
}

async function perform(ctx: Ctx, removal: store.DueRemoval, ending: AbortSignal): Promise<void> {
  const network = ctx.networks.get(removal.channel.platform);
  try {
    if (network?.remove === undefined) throw unsupported();
    const isDone = await removeParts(ctx, network, removal, ending);
    if (isDone) await ctx.db.transaction((tx) => store.endRemoval(tx, removal));
  } catch (error) {
    await afterError(ctx, removal, error);
  }
}

/** Last to first, so that no reader finds half of a thread from its beginning. False if it stopped before the end. */
async function removeParts(
  ctx: Ctx,
  network: Network,
  removal: store.DueRemoval,
  ending: AbortSignal,
): Promise<boolean> {
  for (let left = removal.parts.length; left > 0; left -= 1) {
    const part = removal.parts[left - 1];
    if (ending.aborted) return false;
    if (part !== undefined)
      await withSession(ctx, network, removal.channel, async (session) => network.remove?.(part, session));
    if (!(await store.keepParts(ctx.db, removal, removal.parts.slice(0, left - 1)))) return false;
  }
  return true;
}

async function afterError(ctx: Ctx, removal: store.DueRemoval, error: unknown): Promise<void> {
  const fault = error instanceof NetworkFault ? error.fault : undefined;
  if (fault === undefined) {
    ctx.log.error({ err: error, target: removal.target_id }, 'a post could not be deleted at its network');
  }
  const isRefused = fault !== undefined && ['rejected', 'reconnect', 'expired'].includes(fault.kind);
  if (isRefused || removal.age > GIVE_UP) {
    const message = fault?.message ?? 'Belfry did not understand the answer of the network.';
    return ctx.db.transaction((tx) => store.failRemoval(tx, removal, message));
  }
  const asked = fault?.kind === 'throttled' ? (fault.retryAfter ?? 0) : 0;
  await store.putOff(ctx.db, removal, Math.max(asked, backOff(removal.tries)));
}

function unsupported(): NetworkFault {
  return new NetworkFault({ kind: 'rejected', message: 'The network offers no way to delete a post.' });
}
