import type { AttentionItem } from '@belfry/contract/attention.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, noteFailure } from '../data/client.ts';
import { Button } from '../look/button.tsx';
import { Problem } from '../look/problem.tsx';
import { useWords } from '../words/words.ts';

/** Takes a failure off the list without changing the post. */
export function Dismiss({ item }: { item: AttentionItem }) {
  const { attention } = useWords();
  const queries = useQueryClient();
  const dismiss = useMutation({
    mutationFn: () =>
      Promise.all(
        item.posts.flatMap(({ id, target_ids }) =>
          target_ids.map((target_id) => api().call('dismissTarget', { params: { id, target_id } })),
        ),
      ),
    onSettled: () =>
      Promise.all(
        ['getAttention', 'getStart'].map((name) => queries.invalidateQueries({ queryKey: [name] })),
      ),
    onError: noteFailure,
  });
  return (
    <>
      <Button
        look="quiet"
        flush={item.posts.length > 1}
        sends
        busy={dismiss.isPending}
        onClick={() => dismiss.mutate()}
      >
        {attention.acts.dismiss({ count: item.posts.length })}
      </Button>
      {dismiss.isError && <Problem error={dismiss.error} />}
    </>
  );
}
