/** Two versions of one post, side by side. Either is taken, or one text of the other; neither is lost before that. */

import { useStart } from '../app/start.ts';
import { handleOf } from '../data/naming.ts';
import { Button } from '../look/button.tsx';
import Panel from '../look/panel.tsx';
import { useMoments } from '../when/moments.ts';
import { useWords } from '../words/words.ts';
import styles from './compare.module.css';
import type { Conflict, Desk } from './desk.ts';
import { follow } from './opening.ts';
import type { Writing } from './writing.ts';

export default function Compare({
  desk,
  conflict,
  onClose,
}: {
  desk: Desk;
  conflict: Conflict;
  onClose: () => void;
}) {
  const { composer } = useWords();
  const words = composer.conflict;
  const { theirs, by } = conflict;
  /** Goes on from the version of the service, with the writing that the person chose. */
  const settle = (choose: (mine: Writing) => Writing) => {
    follow(desk, conflict);
    desk.write((mine) => ({ ...choose(mine) }));
    onClose();
  };
  return (
    <Panel title={words.title()} size="wide" onClose={onClose}>
      <p>{words.hint()}</p>
      <div className={styles['sides']}>
        <Side title={words.mine()} writing={desk.get().writing}>
          <Button onClick={() => settle((mine) => mine)}>{words.takeMine()}</Button>
        </Side>
        <Side title={by === null ? words.theirsOwn() : words.theirs({ name: by })} writing={theirs}>
          <Button onClick={() => settle(() => theirs)}>{words.takeTheirs()}</Button>
          <Button look="quiet" onClick={() => settle((mine) => ({ ...mine, content: theirs.content }))}>
            {words.takeText()}
          </Button>
        </Side>
      </div>
    </Panel>
  );
}

function Side({ title, writing, children }: { title: string; writing: Writing; children: React.ReactNode }) {
  const { composer } = useWords();
  const { channels } = useStart();
  const { moment } = useMoments();
  const { content, mediaIds, targets, when } = writing;
  const own = targets.filter((target) => target.content !== null);
  return (
    <section className={styles['side']} aria-label={title}>
      <h3>{title}</h3>
      <p className={styles['text']} dir="auto">
        {content || composer.conflict.empty()}
      </p>
      {own.map((target) => (
        <p key={target.channelId} className={styles['text']} dir="auto">
          <strong>{channels.filter(({ id }) => id === target.channelId).map(handleOf)}</strong>{' '}
          {target.content}
        </p>
      ))}
      <p className={styles['facts']}>
        {composer.conflict.channels({ count: targets.length })} ·{' '}
        {composer.conflict.files({ count: mediaIds.length })}
        {when.as === 'at' && ` · ${moment(when.at)}`}
      </p>
      <div className={styles['acts']}>{children}</div>
    </section>
  );
}
