/** The marks of the networks of a post. */
import { NetworkMark } from '../look/network-mark.tsx';
import styles from './networks.module.css';

/** Networks that a chip names at most. */
const MOST = 3;

/** What has no room is counted: the networks after the third, and in a narrow line those after the first. */
export function Networks({ platforms, look }: { platforms: readonly string[]; look: string }) {
  const { length } = platforms;
  return (
    <span
      className={styles['networks']}
      data-look={look}
      data-rest={length > MOST ? `+${length - MOST}` : undefined}
      data-others={length > 1 ? `+${length - 1}` : undefined}
    >
      {platforms.slice(0, MOST).map((platform) => (
        <NetworkMark key={platform} platform={platform} />
      ))}
    </span>
  );
}
