/** Changes of a channel: shown at once, and put back with a sentence when the service refuses them. */
import type { Channel, TargetChannel } from '@belfry/contract/channels.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { tell } from '../app/acts.ts';
import { api, type DataOf, keyOf, noteFailure } from '../data/client.ts';
import { nameOf } from '../data/naming.ts';
import { nowIn } from '../data/time.ts';
import { sentenceOf } from '../look/problem.tsx';
import { useWords } from '../words/words.ts';
import { type Change, changed } from './changed.ts';

const mutationKey = ['updateChannel'];
const queryKey = keyOf('getStart');

export function useChange() {
  const queries = useQueryClient();
  const words = useWords();
  const { mutateAsync } = useMutation({
    mutationKey,
    // One after the other, so that the last change is the one that stays.
    scope: { id: 'channels' },
    mutationFn: ({ id, change }: { id: number; change: Change }) =>
      api().call('updateChannel', { params: { id }, body: change }),
    onMutate: async ({ id, change }) => {
      await queries.cancelQueries({ queryKey });
      const before = queries.getQueryData<DataOf<'getStart'>>(queryKey);
      const now = nowIn('UTC').toInstant().toString();
      queries.setQueryData<DataOf<'getStart'>>(
        queryKey,
        (start) => start && { ...start, channels: changed(start.channels, id, change, now) },
      );
      return before;
    },
    onError: (error, _, before) => {
      queries.setQueryData(queryKey, before);
      noteFailure(error);
      tell(words.channels.done.failed({ why: sentenceOf(words, error) }), { isFailure: true });
    },
    // A later change is still shown and not yet known to the service.
    onSettled: () =>
      queries.isMutating({ mutationKey }) > 1 ? undefined : queries.invalidateQueries({ queryKey }),
  });
  /** Whether the service has made the change. If it refuses, the person has been told. */
  return (channel: Pick<Channel, 'id'>, change: Change): Promise<boolean> =>
    mutateAsync({ id: channel.id, change }).then(
      () => true,
      () => false,
    );
}

/** Pauses or resumes a channel, and says so. */
export function usePause() {
  const { done } = useWords().channels;
  const change = useChange();
  return async (channel: TargetChannel, paused: boolean) => {
    const name = nameOf(channel);
    const isDone = await change(channel, { paused });
    const undo = async () => void (await change(channel, { paused: !paused }));
    if (isDone) tell(paused ? done.paused({ name }) : done.resumed({ name }), { undo });
  };
}
