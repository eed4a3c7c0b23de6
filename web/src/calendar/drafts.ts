/** Drafts without a time, the latest changed first. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { api, keyOf } from '../data/client.ts';

/** Drafts on a page. */
const PAGE = 50;

const query = { status: 'draft', unplanned: true, limit: PAGE } as const;

export function useDrafts() {
  const answer = useInfiniteQuery({
    queryKey: [...keyOf('listPosts', { query }), 'pages'],
    queryFn: async ({ pageParam, signal }) => {
      const cursor = pageParam === '' ? {} : { cursor: pageParam };
      return (await api().call('listPosts', { query: { ...query, ...cursor }, signal })).body;
    },
    initialPageParam: '',
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  });
  return {
    drafts: (answer.data?.pages ?? []).flatMap(({ data }) => data),
    isPending: answer.isPending,
    error: answer.error,
    hasMore: answer.hasNextPage,
    loadMore: () => void answer.fetchNextPage(),
  };
}
