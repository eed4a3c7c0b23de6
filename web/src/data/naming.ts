/** How channels are called on every screen. */
import type { TargetChannel } from '@belfry/contract/channels.ts';

type Named = Pick<TargetChannel, 'display_name' | 'name' | 'username'>;

/** The name that people here gave to the channel, or that of its account. */
export function nameOf({ display_name, name, username }: Named): string {
  return display_name ?? (name === '' ? username : name);
}

/** The name that people here gave to the channel, or the handle of its account, which tells channels of one network apart. */
export function handleOf({ display_name, username }: Pick<Named, 'display_name' | 'username'>): string {
  return display_name ?? `@${username}`;
}
