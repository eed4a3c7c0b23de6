/** Channels of the post that the person cannot use any more. The service refuses the post until each is left out. */
import { flushSync } from 'react-dom';
import { useStart } from '../app/start.ts';
import { handleOf } from '../data/naming.ts';
import { Button } from '../look/button.tsx';
import { NetworkMark } from '../look/network-mark.tsx';
import { useWords } from '../words/words.ts';
import styles from './channels.module.css';
import type { Desk, DeskState } from './desk.ts';
import { leaveOut } from './writing.ts';

export function GoneChannels({ desk, state: { post, writing } }: { desk: Desk; state: DeskState }) {
  const { channels: words, composer } = useWords();
  const { channels } = useStart();
  const targets = post?.targets ?? [];
  const gone = writing.targets
    .map(({ channelId: id }) => ({ id, target: targets.find(({ channel_id }) => channel_id === id) }))
    .filter(({ id, target }) => target?.status !== 'published' && channels.every((one) => one.id !== id));
  const leave = (id: number) => {
    flushSync(() => desk.write((current) => leaveOut(current, id)));
    // The next one, or the button that the service refused because of them.
    const next =
      document.querySelector<HTMLElement>('[data-gone] button') ??
      document.querySelector<HTMLElement>('[data-act]');
    next?.focus();
  };
  return gone.map(({ id, target }) => (
    <div key={id} className={styles['gone']} data-gone>
      {target !== undefined && (
        <s className={styles['chip']}>
          <NetworkMark platform={target.channel.platform} />
          <span dir="auto">{handleOf(target.channel)}</span>
        </s>
      )}
      {words.one.gone()}
      <Button onClick={() => leave(id)}>{composer.leaveOut()}</Button>
    </div>
  ));
}
