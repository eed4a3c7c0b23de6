/** The rules of networks and how they show posts, loaded for the networks that a workspace has. */

import { installRules } from '@belfry/networks/core/installed.ts';
import type { Rules } from '@belfry/networks/core/limits.ts';
import type { PreviewStyle } from '@belfry/networks/core/preview.ts';
import type { DataOf } from './client.ts';
import { createParts, useParts } from './parts.ts';

type Module = Record<string, unknown>;

const rules = import.meta.glob<Module>('../../../networks/*/rules.ts');
const previews = import.meta.glob<Module>('../../../networks/*/preview.ts');

export interface NetworkRules {
  rules: Rules;
  preview: PreviewStyle;
}

async function load(platform: string): Promise<NetworkRules | undefined> {
  const [ofRules, ofPreview] = await Promise.all([
    rules[`../../../networks/${platform}/rules.ts`]?.(),
    previews[`../../../networks/${platform}/preview.ts`]?.(),
  ]);
  const found = Object.values(ofRules ?? {}).find(
    (value) => typeof value === 'object' && value !== null && 'platform' in value && 'limits' in value,
  );
  const [shown] = Object.values(ofPreview ?? {});
  if (found === undefined) return undefined;
  return { rules: found as Rules, preview: (shown ?? {}) as PreviewStyle };
}

/** False: a network that this version of the app does not know. The service checks its posts. */
export const isKnown = (platform: string) => `../../../networks/${platform}/rules.ts` in rules;

export type RulesByPlatform = ReadonlyMap<string, NetworkRules>;

const parts = createParts(load);

/** Of all networks whose rules have arrived. */
export function useRules(platforms: readonly string[]): RulesByPlatform {
  return useParts(parts, platforms);
}

/** The networks of this installation, with what it changes of their rules. */
type Networks = readonly Pick<
  DataOf<'getStart'>['networks'][number],
  'platform' | 'transcodes_videos' | 'set_limits'
>[];

/** The rules as this installation has them. */
export function installAll(loaded: RulesByPlatform, networks: Networks): RulesByPlatform {
  const installed = new Map(networks.map((one) => [one.platform as string, one]));
  const all = [...loaded].map(([platform, { rules: own, preview }]) => {
    const { transcodes_videos: transcodes = false, set_limits: set = {} } = installed.get(platform) ?? {};
    return [platform, { rules: installRules(own, { transcodes, set }), preview }] as const;
  });
  return new Map(all);
}
