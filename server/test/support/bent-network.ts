/** Replaces the code of one of the service's networks for some time. */
import type { Network } from '@belfry/networks/core/network.ts';
import type { TestApp } from './app.ts';

/** Disposal of the result restores the network. `original` is the network's own code. */
export function bendNetwork(
  { ctx }: Pick<TestApp, 'ctx'>,
  platform: string,
  publish: (
    original: Network['publish'],
    ...args: Parameters<Network['publish']>
  ) => ReturnType<Network['publish']>,
): Disposable {
  const networks = ctx.networks as Map<string, Network>;
  const network = networks.get(platform);
  if (network === undefined) throw new Error(`There is no ${platform}.`);
  networks.set(platform, { ...network, publish: (...args) => publish(network.publish, ...args) });
  return { [Symbol.dispose]: () => void networks.set(platform, network) };
}
