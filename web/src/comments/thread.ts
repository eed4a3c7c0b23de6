/** The thread of a post as the service has it, and the changes that people make to it. */
import type { ThreadEntry } from '@belfry/contract/comments.ts';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, keyOf, noteFailure } from '../data/client.ts';

export interface Thread {
  /** Oldest first. */
  entries: readonly ThreadEntry[];
  unread: number;
  /** There are older ones. */
  truncated: boolean;
}

function reading(postId: number) {
  const params = { id: postId };
  return queryOptions({
    queryKey: keyOf('listComments', { params }),
    queryFn: async ({ signal }): Promise<Thread> => {
      const { body } = await api().call('listComments', { params, signal });
      return { entries: body.data, unread: body.unread, truncated: body.truncated };
    },
  });
}

export function useThread(postId: number) {
  return useQuery(reading(postId));
}

export interface Said {
  text: string;
  mentions: number[];
}

/** Each resolves when the thread shows what the service has. */
export function useChangesOf(postId: number) {
  const queries = useQueryClient();
  const { queryKey } = reading(postId);
  const settled = { onSuccess: () => queries.invalidateQueries({ queryKey }), onError: noteFailure };
  const params = { id: postId };
  return {
    add: useMutation({
      mutationFn: (body: Said) => api().call('createComment', { params, body }),
      ...settled,
    }),
    change: useMutation({
      mutationFn: ({ id, ...body }: Said & { id: number }) =>
        api().call('updateComment', { params: { id }, body }),
      ...settled,
    }),
    remove: useMutation({
      mutationFn: (id: number) => api().call('deleteComment', { params: { id } }),
      ...settled,
    }),
    read: useMutation({
      mutationFn: (until: string) => api().call('readComments', { params, body: { until } }),
      onSuccess: ({ data: { unread } }) => {
        queries.setQueryData(queryKey, (thread) => thread && { ...thread, unread });
        // Chips have a dot while something is unread.
        void queries.invalidateQueries({ queryKey: keyOf('getCalendar') });
      },
    }),
  };
}
