import type { Post } from '@belfry/contract/posts.ts';
import type { Target } from '@belfry/contract/targets.ts';
import { useState } from 'react';
import { useNetworkNames } from '../app/start.ts';
import { Button } from '../look/button.tsx';
import { Dialog } from '../look/dialog.tsx';
import { TextField } from '../look/field.tsx';
import { Problem } from '../look/problem.tsx';
import { useWords } from '../words/words.ts';
import { useChangeOf } from './changes.ts';

/** Says what is lost at the network, and wants a word typed, because nobody can undo it. */
export function RemovalDialog({
  post,
  target,
  onClose,
}: {
  post: Post;
  target: Target;
  onClose: () => void;
}) {
  const words = useWords();
  const { removal } = words.post;
  const network = useNetworkNames()(target.channel);
  const { removeFromNetwork } = useChangeOf(post);
  const [typed, setTyped] = useState('');
  const [isMissing, setMissing] = useState(false);
  const isTyped = typed.trim().toLocaleLowerCase() === removal.word();
  const confirm = async () => {
    if (!isTyped) return setMissing(true);
    const answer = await removeFromNetwork.mutateAsync(target.id).catch(() => undefined);
    if (answer !== undefined) onClose();
  };
  const label = removal.type({ word: removal.word() });
  return (
    <Dialog
      title={removal.title({ network })}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{words.frame.cancel()}</Button>
          <Button look="harm" sends busy={removeFromNetwork.isPending} onClick={confirm}>
            {removal.confirm({ network })}
          </Button>
        </>
      }
    >
      <p>{removal.body({ network })}</p>
      <TextField
        label={label}
        value={typed}
        autoComplete="off"
        onChange={(event) => setTyped(event.target.value)}
        error={isMissing && !isTyped ? label : undefined}
      />
      {removeFromNetwork.isError && <Problem error={removeFromNetwork.error} />}
    </Dialog>
  );
}
