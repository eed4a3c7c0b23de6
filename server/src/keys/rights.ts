/** What a key is limited to, and that no key makes one that may do more than itself. */
import type { Permission } from '@belfry/contract/route.ts';

/** Null: no limit, but for what the member may do at the moment. */
export interface Rights {
  scopes: readonly Permission[] | null;
  channelIds: readonly number[] | null;
  /** As the API writes it. */
  expiresAt: string | null;
}

/** Sentences at every field in which `wanted` goes beyond `held`; empty when it does not. */
export function findExcess(wanted: Rights, held: Rights): Record<string, string[]> {
  return {
    ...excessOf('scopes', wanted.scopes, held.scopes),
    ...excessOf('channel_ids', wanted.channelIds, held.channelIds),
    ...(endsLater(wanted.expiresAt, held.expiresAt)
      ? { expires_at: [`expires_at must not be later than that of the key in use, ${held.expiresAt}.`] }
      : {}),
  };
}

function excessOf<T extends string | number>(
  field: string,
  wanted: readonly T[] | null,
  held: readonly T[] | null,
): Record<string, string[]> {
  if (held === null) return {};
  if (wanted === null) {
    return { [field]: [`${field} must name some of those of the key in use: ${held.join(', ')}.`] };
  }
  const beyond = wanted
    .map((one, at) => [`${field}.${at}`, one] as const)
    .filter(([, one]) => !held.includes(one));
  return Object.fromEntries(
    beyond.map(([path, one]) => [path, [`${path} is ${one}, which the key in use does not have itself.`]]),
  );
}

/** Both are written the same way, so that their order as text is that of time. */
function endsLater(wanted: string | null, held: string | null): boolean {
  return held !== null && (wanted === null || wanted > held);
}
