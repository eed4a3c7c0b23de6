/** The network's part of connecting: finds the network, calls it, and cleans the accounts that it names. */
import { MAX_ACCOUNTS } from '@belfry/contract/account-choices.ts';
import { detail } from '@belfry/contract/details.ts';
import { NetworkFault } from '@belfry/networks/core/fault.ts';
import type { ConnectedAccount, Network, Caller as NetworkCaller } from '@belfry/networks/core/network.ts';
import type { Context } from '../../base/context.ts';
import { invalid, Problem } from '../../base/problem.ts';
import { fitConnected } from '../stated.ts';

export function requireNetwork<How extends 'form' | 'oauth'>(
  ctx: Pick<Context, 'networks'>,
  platform: string,
  how: How,
) {
  const network = ctx.networks.get(platform);
  const offering = [...ctx.networks.values()].filter((each) => each[how] !== undefined);
  const networks = offering.map(({ rules }) => rules.platform);
  if (network === undefined) throw invalid([detail('platform', 'not_one_of', { allowed: networks })]);
  if (network[how] === undefined) {
    const way = how === 'form' ? 'credentials' : 'a sign-in page';
    const { name } = network.rules;
    throw invalid([detail('platform', 'not_connected_this_way', { name, way, networks })]);
  }
  return network as Network & Required<Pick<Network, How>>;
}

/** Asks the network which accounts a person's credentials or sign-in open. Returns them cleaned, each once. */
export async function askForAccounts(
  ctx: Pick<Context, 'config'>,
  network: Network,
  caller: Pick<NetworkCaller, 'now'>,
  ask: () => Promise<ConnectedAccount[]>,
): Promise<ConnectedAccount[]> {
  return callNetwork(network, async () => {
    const stated = await ask();
    if (stated.length > MAX_ACCOUNTS) throw tooMany(network, stated.length);
    const fitted = stated.map((each) => fitConnected(ctx, each, caller.now()));
    return [...new Map(fitted.map((each) => [each.account.id, each])).values()];
  });
}

function tooMany({ rules: { name } }: Network, count: number): Problem {
  const message = `${name} gives access to ${count} accounts, and Belfry connects at most ${MAX_ACCOUNTS} from one sign-in. Sign in again, and give access to fewer accounts.`;
  return new Problem('connect_refused', { message });
}

/** Codes of calls that failed by the caller's input: a private address, or a token that no header can contain. */
const inputErrors = new Set(['ADDRESS_REFUSED', 'UND_ERR_INVALID_ARG']);

/** Runs the network's part of connecting. Turns its faults into problems that the caller can read. */
export async function callNetwork<T>(network: Network, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof NetworkFault)) throw error;
    const { kind, message, networkCode } = error.fault;
    const isInputError = networkCode !== undefined && inputErrors.has(networkCode);
    const isTemporary = (kind === 'unavailable' || kind === 'throttled') && !isInputError;
    throw new Problem(isTemporary ? 'network_unreachable' : 'connect_refused', {
      message: `${network.rules.name}: ${message}`,
    });
  }
}
