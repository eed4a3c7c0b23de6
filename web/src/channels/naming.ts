import type { Channel } from '@belfry/contract/channels.ts';

/** The name that people here gave to the channel, or that of its account. */
export function nameOf({
  display_name,
  name,
  username,
}: Pick<Channel, 'display_name' | 'name' | 'username'>) {
  return display_name ?? (name === '' ? username : name);
}
