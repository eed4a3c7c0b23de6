/** Changes of the shown post. Each names the version that the person saw. */
import type { Post } from '@belfry/contract/posts.ts';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useFailure } from '../app/unseen.ts';
import { api, keyOf } from '../data/client.ts';

type Patch = { status?: 'draft' | 'scheduled'; publish_in?: number; scheduled_at?: string | null };

interface Decision {
  decision: 'approve' | 'reject';
  comment?: string;
}

/** What a person says about a target that may be live. */
interface Resolution {
  targetId: number;
  outcome: 'published' | 'not_published';
  external_url?: string;
  send_again?: boolean;
}

/** Everything that shows this post is read again. */
async function refresh(queries: QueryClient, id: number): Promise<void> {
  const params = { params: { id } };
  const keys = [
    keyOf('getPost', params),
    keyOf('listPostEvents', params),
    ['getCalendar'],
    ['getAttention'],
    ['getStart'],
  ];
  await Promise.all(keys.map((queryKey) => queries.invalidateQueries({ queryKey })));
}

export function useChangeOf(post: Pick<Post, 'id' | 'version'>) {
  const queries = useQueryClient();
  const params = { id: post.id };
  const ifMatch = `"${post.version}"`;
  const settled = { onSettled: () => refresh(queries, post.id), onError: useFailure(post.id) };
  return {
    patch: useMutation({
      mutationFn: (body: Patch) => api().call('patchPost', { params, body, ifMatch }),
      ...settled,
    }),
    remove: useMutation({ mutationFn: () => api().call('deletePost', { params, ifMatch }), ...settled }),
    reconcile: useMutation({
      mutationFn: () => api().call('reconcilePost', { params, ifMatch }),
      ...settled,
    }),
    review: useMutation({
      mutationFn: (body: Decision) => api().call('reviewPost', { params, body, ifMatch }),
      ...settled,
    }),
    resolve: useMutation({
      mutationFn: ({ targetId, ...body }: Resolution) =>
        api().call('resolveTarget', { params: { ...params, target_id: targetId }, body, ifMatch }),
      ...settled,
    }),
    removeFromNetwork: useMutation({
      mutationFn: (targetId: number) =>
        api().call('removeTarget', { params: { ...params, target_id: targetId } }),
      ...settled,
    }),
  };
}
