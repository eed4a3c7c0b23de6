/** Moves a post to a day and a time. Loaded when it opens. */
import { useId } from 'react';
import { useStart } from '../app/start.ts';
import { Temporal } from '../data/time.ts';
import { Button } from '../look/button.tsx';
import { Dialog } from '../look/dialog.tsx';
import { COARSE, useMedia } from '../look/media.ts';
import TimePanel from '../when/time-panel.tsx';
import { useWords } from '../words/words.ts';
import { useDeskOf } from './desk.tsx';
import { findLink } from './follow.ts';
import { type Movable, nameOf } from './moves.ts';

export default function MoveTo({ post, onClose }: { post: Movable; onClose: () => void }) {
  const words = useWords();
  const { moveTo } = words.composer;
  const desk = useDeskOf();
  const zone = useStart().workspace.time_zone;
  const isCoarse = useMedia(COARSE);
  const form = useId();
  const move = (at: string) => {
    onClose();
    desk.drop(post, Temporal.Instant.from(at).toZonedDateTimeISO(zone));
  };
  return (
    <Dialog
      title={moveTo.title({ post: nameOf(post, words) })}
      isWide
      onClose={onClose}
      returnTo={() => findLink(post.id)}
      actions={
        <>
          <Button onClick={onClose}>{words.frame.cancel()}</Button>
          <Button look="act" type="submit" form={form}>
            {post.at === undefined ? moveTo.schedule() : moveTo.move()}
          </Button>
        </>
      }
    >
      <TimePanel
        id={form}
        at={post.at}
        channels={(post.channels ?? []).map(({ id }) => id)}
        isTyped={!isCoarse}
        onChoose={move}
      />
    </Dialog>
  );
}
