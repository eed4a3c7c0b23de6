/** Which networks can connect accounts now, and how. */
import type { Start } from '@belfry/contract/start.ts';
import type { Platform } from '@belfry/networks/rules.ts';
import type { Context } from '../base/context.ts';
import { familyOf } from '../network-apps/index.ts';
import { findUnmetNeed } from './reach.ts';

/** All networks. A network cannot connect while the operator's app has no keys, or the network cannot use our address. */
export async function listConnectable({
  networks,
  apps,
  config,
}: Pick<Context, 'networks' | 'apps' | 'config'>): Promise<Start['networks']> {
  const states = await apps.listStates();
  return [...networks.values()].map((network) => {
    const { rules, form, oauth } = network;
    const family = familyOf(network);
    const isReady = findUnmetNeed({ config }, network) === undefined;
    const hasApp = family === undefined || states.has(family);
    return {
      platform: rules.platform as Platform,
      name: rules.name,
      connected_by: {
        form: form !== undefined && isReady && (hasApp || network.app?.optional === true),
        sign_in: oauth !== undefined && isReady && hasApp,
      },
      transcodes_videos: rules.transcodes === true,
      set_limits: config.networkLimits[rules.platform] ?? {},
      has_quota: network.quota !== undefined,
    };
  });
}
