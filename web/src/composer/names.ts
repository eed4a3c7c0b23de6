/** What channels are called beside each other in one post. */
import type { Channel } from '@belfry/contract/channels.ts';
import { useNetworkNames } from '../app/start.ts';
import { handleOf } from '../data/naming.ts';
import type { View } from './write.tsx';

export type Named = Pick<Channel, 'platform' | 'display_name' | 'username'>;

interface Names {
  /** The network, and the account where the post has several channels of it. */
  full(channel: Named): string;
  /** The network, or the account where the post has several channels of it. */
  short(channel: Named): string;
}

export function useNames({ channels, published }: Pick<View, 'channels' | 'published'>): Names {
  const networkOf = useNetworkNames();
  const all: Named[] = [...channels, ...published.map(({ channel }) => channel)];
  const isAlone = ({ platform }: Named) => all.filter((one) => one.platform === platform).length < 2;
  return {
    full: (one) => (isAlone(one) ? networkOf(one) : `${networkOf(one)} ${handleOf(one)}`),
    short: (one) => (isAlone(one) ? networkOf(one) : handleOf(one)),
  };
}
