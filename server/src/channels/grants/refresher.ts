/** Refreshes tokens before they are needed, so that nothing has to be refreshed when a post is due. */
import type { Context } from '../../context.ts';
import type { DueGrant } from './store.ts';
import { holdDueGrants, releaseGrant } from './store.ts';
import { HOLD, refreshHeld } from './tokens.ts';

type Ctx = Pick<Context, 'db' | 'networks' | 'vault' | 'outbound' | 'clock' | 'host' | 'log'>;

/** Calls to networks at the same time. */
const AT_ONCE = 20;

/** All whose time has come; several processes share them. */
export async function refreshDueGrants(ctx: Ctx, ending?: AbortSignal): Promise<void> {
  for (let found = AT_ONCE; found === AT_ONCE && !ending?.aborted; ) {
    const due = await holdDueGrants(ctx.db, HOLD, AT_ONCE);
    await Promise.all(due.map((grant) => refreshAhead(ctx, grant)));
    found = due.length;
  }
}

async function refreshAhead(ctx: Ctx, grant: DueGrant): Promise<void> {
  const network = ctx.networks.get(grant.platform);
  if (network?.refresh === undefined || grant.is_over) {
    return releaseGrant(ctx.db, grant, grant.version, null);
  }
  try {
    await refreshHeld(ctx, network, grant, grant);
  } catch (error) {
    ctx.log.warn({ err: error, channel: grant.id }, 'the token of a channel could not be refreshed');
  }
}
