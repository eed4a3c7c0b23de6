import { useState } from 'react';
import { tell } from '../app/acts.ts';
import { useStart } from '../app/start.ts';
import { nameOf } from '../data/naming.ts';
import { useWords } from '../words/words.ts';
import { useChange } from './changing.ts';
import styles from './channels.module.css';
import { Row } from './row.tsx';

/** The rows, and the order that people give them. */
export function Rows({ canManage }: { canManage: boolean }) {
  const { channels: words } = useWords();
  const { channels } = useStart();
  const change = useChange();
  const [spoken, setSpoken] = useState('');
  const count = channels.length;
  const place = async (id: number, position: number) => {
    const at = channels.findIndex((channel) => channel.id === id);
    const channel = channels[at];
    if (channel === undefined || position < 1 || position > count || position === at + 1) return;
    const moved = words.moved({ name: nameOf(channel), place: position, count });
    setSpoken(moved);
    const undo = async () => void (await change(channel, { position: at + 1 }));
    if (await change(channel, { position })) tell(moved, { undo });
  };
  return (
    <>
      <ul className={styles['rows']} aria-label={words.list()}>
        {channels.map((channel, at) => (
          <Row
            key={channel.id}
            channel={channel}
            place={at + 1}
            count={count}
            onPlace={canManage ? place : undefined}
          />
        ))}
      </ul>
      <p className="spoken" aria-live="assertive">
        {spoken}
      </p>
    </>
  );
}
