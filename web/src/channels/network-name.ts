import { useStart } from '../app/start.ts';

export function useNetworkName(platform: string): string {
  const { networks } = useStart();
  return networks.find((network) => network.platform === platform)?.name ?? platform;
}
