/** Marks of networks: the drawing in the network's own folder, or two letters where it has none. */
import styles from './network-mark.module.css';

const icons = import.meta.glob<string>('../../../networks/*/icon.svg', {
  query: '?url',
  import: 'default',
  eager: true,
});

const byPlatform = new Map(
  Object.entries(icons).map(([path, address]) => [path.split('/').at(-2) ?? '', address]),
);

/** `title` names the channel or the network where nothing beside the mark does. */
export function NetworkMark({ platform, title }: { platform: string; title?: string }) {
  const address = byPlatform.get(platform);
  const named = title === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': title, title };
  if (address === undefined) {
    return (
      <span className={styles['letters']} {...named}>
        {platform.slice(0, 2)}
      </span>
    );
  }
  return (
    <span
      className={styles['drawn']}
      style={{ '--icon': `url("${address}")` } as React.CSSProperties}
      {...named}
    />
  );
}
