/** Asks before a post goes out ahead of its time. Loaded when it opens. */
import { useStart } from '../app/start.ts';
import { nameOf } from '../data/naming.ts';
import { Button } from '../look/button.tsx';
import { Dialog } from '../look/dialog.tsx';
import { useWords } from '../words/words.ts';
import { useDeskOf } from './desk.tsx';
import { findLink } from './follow.ts';
import { type Movable, publishSoon } from './moves.ts';

export default function PublishNow({ post, onClose }: { post: Movable; onClose: () => void }) {
  const words = useWords();
  const { publishNow } = words.post;
  const desk = useDeskOf();
  const { channels } = useStart();
  const names = (post.channels ?? []).flatMap(({ id }) =>
    channels.filter((channel) => channel.id === id).map(nameOf),
  );
  const confirm = () => {
    onClose();
    void publishSoon(post, desk.said);
  };
  return (
    <Dialog
      title={publishNow.title()}
      onClose={onClose}
      returnTo={() => findLink(post.id)}
      actions={
        <>
          <Button onClick={onClose}>{words.frame.cancel()}</Button>
          <Button look="act" onClick={confirm}>
            {publishNow.confirm()}
          </Button>
        </>
      }
    >
      {post.text !== undefined && <p dir="auto">{post.text}</p>}
      <p>{publishNow.body({ channels: names })}</p>
    </Dialog>
  );
}
