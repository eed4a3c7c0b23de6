/** Whether a network can reach this installation, as far as this machine can tell. */
import type { Http } from '@belfry/networks/core/http.ts';
import type { Network } from '@belfry/networks/core/network.ts';
import type { Context } from '../base/context.ts';
import { findUnmetNeed } from '../channels/index.ts';

/** A sentence, and whether all is well. Undefined if the network needs nothing of our address. */
export async function askAddress(
  ctx: Pick<Context, 'config'>,
  network: Network,
  http: Http,
): Promise<{ isOk: boolean; saw: string } | undefined> {
  const { needs = [], rules } = network;
  if (needs.length === 0) return undefined;
  const unmet = findUnmetNeed(ctx, network);
  if (unmet !== undefined) return { isOk: false, saw: unmet };
  const url = `${ctx.config.publicUrl}/robots.txt`;
  try {
    const { status } = await http({ method: 'GET', url });
    const isOk = status === 200;
    const proof = isOk ? `does not prove that ${rules.name} can reach it` : 'is no answer of Belfry';
    return { isOk, saw: `${url} answered this machine with ${status}. This ${proof}.` };
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'The call failed.';
    return {
      isOk: false,
      saw: `This machine cannot reach ${url}: ${reason} ${rules.name} may still reach it.`,
    };
  }
}
