import type { Caller } from '@belfry/networks/core/network.ts';
import type { Context } from '../context.ts';

/** What an adapter gets before it is anybody. */
export function networkCaller(
  ctx: Pick<Context, 'httpOf' | 'clock' | 'endpoints'>,
  platform: string,
): Caller {
  return { http: ctx.httpOf(platform), endpoint: ctx.endpoints.get(platform), now: () => ctx.clock.now() };
}
