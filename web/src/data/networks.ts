/** The rules of networks and how they show posts, loaded for the networks that a workspace has. */

import type { Rules } from '@belfry/networks/core/limits.ts';
import type { PreviewStyle } from '@belfry/networks/core/preview.ts';
import { queryOptions, useQueries } from '@tanstack/react-query';

type Module = Record<string, unknown>;

const rules = import.meta.glob<Module>('../../../networks/*/rules.ts');
const previews = import.meta.glob<Module>('../../../networks/*/preview.ts');

export interface NetworkRules {
  rules: Rules;
  preview: PreviewStyle;
}

/** Undefined: a network that this version of the app does not know. The service checks its posts. */
async function load(platform: string): Promise<NetworkRules | null> {
  const [ofRules, ofPreview] = await Promise.all([
    rules[`../../../networks/${platform}/rules.ts`]?.(),
    previews[`../../../networks/${platform}/preview.ts`]?.(),
  ]);
  const found = Object.values(ofRules ?? {}).find(
    (value) => typeof value === 'object' && value !== null && 'platform' in value && 'limits' in value,
  );
  const [shown] = Object.values(ofPreview ?? {});
  if (found === undefined) return null;
  return { rules: found as Rules, preview: (shown ?? {}) as PreviewStyle };
}

export type RulesByPlatform = ReadonlyMap<string, NetworkRules>;

/** Those that have arrived. */
export function useRules(platforms: readonly string[]): RulesByPlatform {
  const distinct = [...new Set(platforms)];
  const answers = useQueries({
    queries: distinct.map((platform) =>
      queryOptions({
        queryKey: ['rules', platform],
        queryFn: () => load(platform),
        staleTime: Number.POSITIVE_INFINITY,
      }),
    ),
  });
  return new Map(
    distinct.flatMap((platform, at) => {
      const found = answers[at]?.data;
      return found ? [[platform, found] as const] : [];
    }),
  );
}
