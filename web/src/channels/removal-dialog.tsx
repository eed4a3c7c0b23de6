import type { Channel } from '@belfry/contract/channels.ts';
import { MAX_COUNTED } from '@belfry/contract/counting.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { tell } from '../app/acts.ts';
import { api, keyOf, noteFailure } from '../data/client.ts';
import { nameOf } from '../data/naming.ts';
import { Button } from '../look/button.tsx';
import { Dialog } from '../look/dialog.tsx';
import { TextField } from '../look/field.tsx';
import { Problem } from '../look/problem.tsx';
import { useWords } from '../words/words.ts';

/** Says what fails without the channel. If posts wait for it, its handle must be typed. */
export function RemovalDialog({ channel, onClose }: { channel: Channel; onClose: () => void }) {
  const words = useWords();
  const { removal } = words.channels;
  const { waiting, username } = channel;
  const [typed, setTyped] = useState('');
  const [isMissing, setMissing] = useState(false);
  const remove = useRemoval(channel);
  const isTyped = waiting === 0 || typed.trim().replace(/^@/, '') === username.replace(/^@/, '');
  const confirm = () => (isTyped ? remove.mutate() : setMissing(true));
  const label = removal.type({ username });
  return (
    <Dialog
      title={removal.title({ name: nameOf(channel) })}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{words.frame.cancel()}</Button>
          <Button look="harm" busy={remove.isPending} onClick={confirm}>
            {removal.confirm()}
          </Button>
        </>
      }
    >
      <p>{removal.why()}</p>
      {waiting === 0 ? (
        <p>{removal.back()}</p>
      ) : (
        <>
          <p>
            <strong>{removal.fails({ count: waiting, isMore: waiting >= MAX_COUNTED })}</strong>
          </p>
          <TextField
            label={label}
            value={typed}
            autoComplete="off"
            onChange={(event) => setTyped(event.target.value)}
            error={isMissing && !isTyped ? label : undefined}
          />
        </>
      )}
      {remove.isError && <Problem error={remove.error} />}
    </Dialog>
  );
}

function useRemoval(channel: Channel) {
  const { done } = useWords().channels;
  const queries = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: () => api().call('deleteChannel', { params: { id: channel.id } }),
    onError: noteFailure,
    onSuccess: async () => {
      tell(done.removed({ name: nameOf(channel) }));
      await navigate({ to: '/channels' });
      await queries.invalidateQueries({ queryKey: keyOf('getStart') });
    },
  });
}
