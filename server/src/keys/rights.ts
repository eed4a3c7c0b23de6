/** The limits of a key. A key cannot create a key with more rights than its own. */
import type { Permission } from '@belfry/contract/route.ts';

/** Null: limited only by the member's current rights. */
export interface Rights {
  scopes: readonly Permission[] | null;
  channelIds: readonly number[] | null;
  /** In the format of the API. */
  expiresAt: string | null;
}

/** An error for every field in which `requested` exceeds `own`. Empty: nothing exceeds it. */
export function findExcess(requested: Rights, own: Rights): Record<string, string[]> {
  return {
    ...excessIn('scopes', requested.scopes, own.scopes),
    ...excessIn('channel_ids', requested.channelIds, own.channelIds),
    ...(expiresLater(requested.expiresAt, own.expiresAt)
      ? { expires_at: [`expires_at must not be later than that of the key in use, ${own.expiresAt}.`] }
      : {}),
  };
}

function excessIn<T extends string | number>(
  field: string,
  requested: readonly T[] | null,
  own: readonly T[] | null,
): Record<string, string[]> {
  if (own === null) return {};
  if (requested === null) {
    return { [field]: [`${field} must be limited to those of the key in use: ${own.join(', ')}.`] };
  }
  const excess = requested
    .map((one, at) => [`${field}.${at}`, one] as const)
    .filter(([, one]) => !own.includes(one));
  return Object.fromEntries(
    excess.map(([path, one]) => [path, [`${path} is ${one}, which the key in use does not have.`]]),
  );
}

/** Both have the same format, so comparing the texts compares the times. */
function expiresLater(requested: string | null, own: string | null): boolean {
  return own !== null && (requested === null || requested > own);
}
