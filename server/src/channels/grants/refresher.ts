/** Refreshes tokens before they are needed, so that nothing has to be refreshed when a post is due. */
import type { Context } from '../../base/context.ts';
import { type DueGrant, releaseGrant, reserveDueGrants } from './store.ts';
import { RESERVATION, refreshReserved } from './tokens.ts';

type Ctx = Pick<Context, 'db' | 'networks' | 'vault' | 'apps' | 'outbound' | 'clock' | 'host' | 'log'>;

/** Grants per batch: that many calls to networks run at the same time. */
const BATCH_SIZE = 20;

/** Refreshes all grants that are due for it. Several processes share the work. */
export async function refreshDueGrants(ctx: Ctx, ending?: AbortSignal): Promise<void> {
  for (let batch = BATCH_SIZE; batch === BATCH_SIZE && !ending?.aborted; ) {
    const due = await reserveDueGrants(ctx.db, RESERVATION, BATCH_SIZE);
    await Promise.all(due.map((grant) => refreshAhead(ctx, grant)));
    batch = due.length;
  }
}

async function refreshAhead(ctx: Ctx, { grant, channel, is_over }: DueGrant): Promise<void> {
  const network = ctx.networks.get(channel.platform);
  if (network?.refresh === undefined || is_over) return releaseGrant(ctx.db, grant, null);
  try {
    await refreshReserved(ctx, network, channel, grant);
  } catch (error) {
    ctx.log.warn({ err: error, channel: channel.id }, 'the token of a channel could not be refreshed');
  }
}
