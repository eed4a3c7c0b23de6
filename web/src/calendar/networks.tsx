/** The marks of the networks of a post, with the number of its accounts at each. */
import { nameOf } from '../data/naming.ts';
import { NetworkMark } from '../look/network-mark.tsx';
import styles from './networks.module.css';

/** Networks that a chip names at most. */
const MOST = 3;

type Account = Parameters<typeof nameOf>[0] & { platform: string };

/** What has no room is counted: the networks after the third, and in a narrow line those after the first. */
export function Networks({ channels, look }: { channels: readonly Account[]; look: string }) {
  const networks = [...Map.groupBy(channels, ({ platform }) => platform)];
  const { length } = networks;
  return (
    <span
      className={styles['networks']}
      title={channels.map(nameOf).join(', ')}
      data-look={look}
      data-rest={length > MOST ? `+${length - MOST}` : undefined}
      data-others={length > 1 ? `+${length - 1}` : undefined}
    >
      {networks.slice(0, MOST).map(([platform, { length: count }]) =>
        count === 1 ? (
          <NetworkMark key={platform} platform={platform} />
        ) : (
          <span key={platform} className={styles['several']} data-times={`×${count}`}>
            <NetworkMark platform={platform} />
          </span>
        ),
      )}
    </span>
  );
}
