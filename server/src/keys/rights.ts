/** The limits of a key. A key cannot create a key with more rights than its own. */
import { type Detail, detail } from '@belfry/contract/details.ts';
import type { Permission } from '@belfry/contract/route.ts';

/** Null: limited only by the member's current rights. */
export interface Rights {
  scopes: readonly Permission[] | null;
  channelIds: readonly number[] | null;
  /** In the format of the API. */
  expiresAt: string | null;
}

/** A detail for every field in which `requested` exceeds `own`. */
export function findExcess(requested: Rights, own: Rights): Detail[] {
  return [
    ...excessIn('scopes', requested.scopes, own.scopes),
    ...excessIn('channel_ids', requested.channelIds, own.channelIds),
    ...(expiresLater(requested.expiresAt, own.expiresAt)
      ? [detail('expires_at', 'later_than_own', { own: own.expiresAt })]
      : []),
  ];
}

function excessIn<T extends string | number>(
  field: string,
  requested: readonly T[] | null,
  own: readonly T[] | null,
): Detail[] {
  if (own === null) return [];
  if (requested === null) return [detail(field, 'wider_than_own', { own })];
  const excess = requested
    .map((one, at) => [`${field}.${at}`, one] as const)
    .filter(([, one]) => !own.includes(one));
  return excess.map(([path, value]) => detail(path, 'not_own', { value }));
}

/** Both have the same format, so comparing the texts compares the times. */
function expiresLater(requested: string | null, own: string | null): boolean {
  return own !== null && (requested === null || requested > own);
}
