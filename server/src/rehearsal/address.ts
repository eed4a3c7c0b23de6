/** Whether a network can reach this installation, as far as this machine can tell. */
import type { Http } from '@belfry/networks/core/http.ts';
import type { Network } from '@belfry/networks/core/network.ts';
import type { Context } from '../base/context.ts';
import { findUnmetNeed } from '../channels/index.ts';
import { withSampleLink } from '../media/index.ts';
import type { Step } from './step.ts';

type Ctx = Pick<Context, 'config' | 'files' | 'vault' | 'clock'>;

/** Undefined if the network needs nothing of our address. */
export async function askAddress(
  ctx: Ctx,
  network: Network,
  http: Http,
): Promise<Omit<Step, 'name'> | undefined> {
  const { needs = [], rules } = network;
  if (needs.length === 0) return undefined;
  const unmet = findUnmetNeed(ctx, network);
  if (unmet !== undefined) return { isOk: false, saw: unmet };
  const what = `the signed link of a file below ${ctx.config.publicUrl}/files/`;
  try {
    return await withSampleLink(ctx, async (url, content) => {
      const { status, text } = await http({ method: 'GET', url });
      const isOk = status === 200 && text === content;
      const proof = isOk ? `does not prove that ${rules.name} can reach it` : 'is not the file';
      return { isOk, saw: `This machine asked for ${what} and got ${status}. This ${proof}.` };
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'The call failed.';
    return {
      isOk: false,
      saw: `This machine cannot reach ${what}: ${reason} ${rules.name} may still reach it.`,
    };
  }
}
