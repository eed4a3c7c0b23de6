/**
 * Ends logins at their networks after their last channel was removed. Nothing waits for it, and a network that cannot be
 * reached is asked again a few times.
 */
import type { Network } from '@belfry/networks/core/network.ts';
import type { Context } from '../../../base/context.ts';
import { recordEvent } from '../../../events/index.ts';
import { findWorkspace } from '../../../workspaces/index.ts';
import { isRefusal, openStored } from '../tokens.ts';
import * as store from './store.ts';

type Ctx = Pick<Context, 'db' | 'networks' | 'vault' | 'apps' | 'outbound' | 'log'>;

/** Revocations per batch: that many calls to networks run at the same time. */
const BATCH_SIZE = 20;
/** Seconds for which a process reserves a revocation. A call takes less. */
const RESERVATION = 120;
/** Seconds until the next try, after each failed one. */
const DELAYS = [60, 300, 1800, 7200, 28_800];

/** The networks that end logins. */
export function listRevoking({ networks }: Pick<Ctx, 'networks'>): string[] {
  return [...networks.values()]
    .filter(({ revoke }) => revoke !== undefined)
    .map(({ rules }) => rules.platform);
}

export async function endLogins(ctx: Ctx, ending?: AbortSignal): Promise<void> {
  for (let batch = BATCH_SIZE; batch === BATCH_SIZE && !ending?.aborted; ) {
    const due = await store.reserveRevocations(ctx.db, RESERVATION, BATCH_SIZE);
    await Promise.all(due.map((revocation) => endLogin(ctx, revocation)));
    batch = due.length;
  }
}

async function endLogin(ctx: Ctx, revocation: store.Revocation): Promise<void> {
  const network = ctx.networks.get(revocation.platform);
  if (network?.revoke === undefined || (await store.isHeld(ctx.db, revocation))) {
    return finish(ctx, revocation, undefined);
  }
  try {
    await revoke(ctx, network, revocation);
    await finish(ctx, revocation, 'channel.login_ended');
  } catch (error) {
    const delay = DELAYS[revocation.tries];
    ctx.log.warn({ err: error, channel: revocation.channel_id }, 'a login could not be ended at its network');
    if (delay !== undefined) return store.putOffRevocation(ctx.db, revocation.id, delay);
    await finish(ctx, revocation, 'channel.login_not_ended');
  }
}

/** A login whose token the network no longer accepts has ended. An expired token is exchanged first, if it can be. */
async function revoke(ctx: Ctx, network: Network, revocation: store.Revocation): Promise<void> {
  try {
    const session = await openStored(ctx, network, revocation.lane, revocation);
    try {
      await network.revoke?.(session);
    } catch (error) {
      if (!isRefusal(error) || error.fault.kind !== 'expired' || network.refresh === undefined) throw error;
      const { grant } = await network.refresh(session);
      await network.revoke?.({ ...session, grant });
    }
  } catch (error) {
    if (!isRefusal(error)) throw error;
  }
}

/** The log of a workspace that was erased gets no event. */
async function finish(
  ctx: Ctx,
  { id, workspace_id, channel_id, platform, lane }: store.Revocation,
  kind: 'channel.login_ended' | 'channel.login_not_ended' | undefined,
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    if (!(await store.deleteRevocation(tx, id)) || kind === undefined) return;
    if ((await findWorkspace(tx, workspace_id)) === undefined) return;
    const data = { platform, username: lane.username };
    const event = { workspaceId: workspace_id, userId: null, channelId: channel_id };
    if (kind === 'channel.login_ended') await recordEvent(tx, kind, { ...event, data });
    else await recordEvent(tx, kind, { ...event, data: { ...data, message: UNREACHED } });
  });
}

const UNREACHED =
  'The network did not confirm it. End the access of Belfry in the settings of the account there.';
