/** Changes of the labels of a post: shown at once, put back with a sentence when the service refuses them. */
import type { Label } from '@belfry/contract/labels.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { tell } from '../app/acts.ts';
import { api, type DataOf, keyOf, noteFailure } from '../data/client.ts';
import { sentenceOf } from '../look/problem.tsx';
import { useWords } from '../words/words.ts';

export function useLabelsOf(postId: number, labels: readonly Label[], onChanged?: (labels: Label[]) => void) {
  const queries = useQueryClient();
  const words = useWords();
  const params = { id: postId };
  const change = useMutation({
    // One after the other, so that the last change is the one that stays.
    scope: { id: `labels ${postId}` },
    mutationFn: (wanted: readonly Label[]) =>
      api().call('patchPost', { params, body: { label_ids: wanted.map(({ id }) => id) } }),
    onSuccess: ({ data }) => {
      const queryKey = keyOf('getPost', { params });
      queries.setQueryData<DataOf<'getPost'>>(queryKey, (post) => post && { ...post, labels: data.labels });
      onChanged?.(data.labels);
      for (const name of ['getCalendar', 'listPosts'] as const)
        void queries.invalidateQueries({ queryKey: keyOf(name) });
    },
    onError: (error) => {
      noteFailure(error);
      tell(sentenceOf(words, error), { isFailure: true });
    },
  });
  return { shown: change.isPending ? change.variables : labels, set: change.mutate };
}

/** Creates a label. The list of labels has it when this resolves. */
export function useLabelCreation() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: Pick<Label, 'name' | 'color'>) => api().call('createLabel', { body }),
    onSuccess: () => queries.invalidateQueries({ queryKey: keyOf('listLabels') }),
    onError: noteFailure,
  });
}
