import type { AttentionItem } from '@belfry/contract/attention.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { tell } from '../app/acts.ts';
import { api, noteFailure } from '../data/client.ts';
import { Button } from '../look/button.tsx';
import { Problem } from '../look/problem.tsx';
import { useWords } from '../words/words.ts';

/** Takes a failure off the list without changing the post. */
export function Dismiss({ item }: { item: AttentionItem }) {
  const { attention } = useWords();
  const queries = useQueryClient();
  const button = useRef<HTMLButtonElement>(null);
  const dismiss = useMutation({
    mutationFn: () =>
      Promise.all(
        item.posts.flatMap(({ id, target_ids }) =>
          target_ids.map((target_id) => api().call('dismissTarget', { params: { id, target_id } })),
        ),
      ),
    onSuccess: () => {
      tell(attention.dismissed({ count: item.posts.length }));
      focusAfter(button.current?.closest('li'));
    },
    onSettled: () =>
      Promise.all(
        ['getAttention', 'getStart'].map((name) => queries.invalidateQueries({ queryKey: [name] })),
      ),
    onError: noteFailure,
  });
  return (
    <>
      <Button
        ref={button}
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

/** The item is about to go. After the last one, the heading gets the focus. */
function focusAfter(item: HTMLLIElement | null | undefined): void {
  const next = item?.nextElementSibling;
  const act = next?.querySelector<HTMLElement>('[data-acts] :is(a, button)') ?? next?.querySelector('a');
  act?.focus();
}
