import More from 'icon:ellipsis';
import { useNavigate } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { nameOf } from '../data/naming.ts';
import { part } from '../data/part.ts';
import { Button } from '../look/button.tsx';
import type { Item } from '../look/menu.tsx';
import { useWords } from '../words/words.ts';
import { usePause } from './changing.ts';
import styles from './channels.module.css';
import { RemovalDialog } from './removal-dialog.tsx';
import type { RowProps } from './row.tsx';

const Menu = part(() => import('../look/menu.tsx'));

type Props = RowProps & { onPlace: (id: number, place: number) => void };

export function RowMenu(props: Props) {
  const { menu } = useWords().channels;
  const [anchor, setAnchor] = useState<HTMLElement>();
  const [isRemoving, setRemoving] = useState(false);
  const items = useItems(props, () => setRemoving(true));
  const { channel } = props;
  const label = menu.label({ name: nameOf(channel) });
  return (
    <div className={styles['more']}>
      <Button
        look="quiet"
        square
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={anchor !== undefined}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <More width={16} height={16} />
      </Button>
      <Suspense>
        {anchor !== undefined && (
          <Menu label={label} anchor={anchor} items={items} onClose={() => setAnchor(undefined)} />
        )}
        {isRemoving && <RemovalDialog channel={channel} onClose={() => setRemoving(false)} />}
      </Suspense>
    </div>
  );
}

function useItems({ channel, place, count, onPlace }: Props, remove: () => void): Item[] {
  const { channels: words } = useWords();
  const navigate = useNavigate();
  const pause = usePause();
  const id = String(channel.id);
  const isPaused = channel.paused_at !== null;
  return [
    {
      key: 'open',
      name: words.menu.open(),
      run: () => void navigate({ to: '/channels/$id', params: { id } }),
    },
    {
      key: 'reconnect',
      name: words.reconnect(),
      run: () => void navigate({ to: '/channels/connect', search: { channel: channel.id } }),
    },
    ...(place > 1 ? [{ key: 'up', name: words.menu.up(), run: () => onPlace(channel.id, place - 1) }] : []),
    ...(place < count
      ? [{ key: 'down', name: words.menu.down(), run: () => onPlace(channel.id, place + 1) }]
      : []),
    {
      key: 'pause',
      name: isPaused ? words.menu.resume() : words.menu.pause(),
      run: () => void pause(channel, !isPaused),
    },
    { key: 'remove', name: words.menu.remove(), isHarm: true, run: remove },
  ];
}
