import type { Channel } from '@belfry/contract/channels.ts';
import { nameOf } from '../data/naming.ts';
import { NetworkMark } from '../look/network-mark.tsx';
import styles from './avatar.module.css';

type Shown = Pick<Channel, 'avatar_url' | 'display_name' | 'name' | 'username' | 'platform'>;

/** The picture of an account, or its first letter, with the mark of its network at the corner. */
export function Avatar({ channel, isLarge = false }: { channel: Shown; isLarge?: boolean }) {
  return (
    <span className={`${styles['avatar']} ${isLarge ? styles['large'] : ''}`} aria-hidden="true">
      <Face url={channel.avatar_url} name={nameOf(channel)} />
      <span className={styles['mark']}>
        <NetworkMark platform={channel.platform} />
      </span>
    </span>
  );
}

/** The picture alone. */
export function Face({ url, name }: { url: string | null; name: string }) {
  if (url !== null) return <img className={styles['face']} src={url} alt="" loading="lazy" />;
  return (
    <span className={styles['face']} aria-hidden="true">
      {[...name][0]?.toLocaleUpperCase()}
    </span>
  );
}
