import type { Target } from '@belfry/contract/targets.ts';
import { useStart } from '../app/start.ts';

/** The name of the target's network, as people know it. */
export function useNetworkName({ channel }: Pick<Target, 'channel'>): string {
  const { networks } = useStart();
  return networks.find(({ platform }) => platform === channel.platform)?.name ?? channel.platform;
}
