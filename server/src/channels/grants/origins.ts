/** Lists the servers of the connected accounts. */
import type { Context } from '../../base/context.ts';
import { listGrants } from './store.ts';
import { openGrant } from './tokens.ts';

interface NetworkOrigin {
  platform: string;
  origin: string;
}

/** Reads every web address in the grants. Networks with a single, fixed server have none in theirs. */
export async function listOrigins(ctx: Pick<Context, 'db' | 'vault'>): Promise<NetworkOrigin[]> {
  const found = new Map<string, NetworkOrigin>();
  for (const row of await listGrants(ctx.db)) {
    for (const value of Object.values(openGrant(ctx, row))) {
      const url = typeof value === 'string' && /^https?:\/\//.test(value) ? URL.parse(value) : null;
      if (url === null) continue;
      found.set(`${row.platform} ${url.origin}`, { platform: row.platform, origin: url.origin });
    }
  }
  return [...found.values()];
}
