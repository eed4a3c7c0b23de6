/** Drafts: those of the service page by page, and those that only this browser has. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { api, keyOf } from '../data/client.ts';
import { useUnsent } from './unsent.ts';

/** Drafts on a page. */
const PAGE = 50;

/** What is unsent of a draft stands in its place. */
export function useShelf(wanted: { unplanned?: boolean } = {}) {
  const unsent = useUnsent();
  const { drafts, ...answer } = useDrafts(wanted);
  return { ...answer, unsent, drafts: drafts.filter(({ id }) => unsent.every(({ of }) => of !== id)) };
}

/** `unplanned`: only those without a time. */
export function useDrafts({ unplanned = false, enabled = true } = {}) {
  const query = { status: 'draft', limit: PAGE, ...(unplanned && { unplanned }) } as const;
  const answer = useInfiniteQuery({
    queryKey: [...keyOf('listPosts', { query }), 'pages'],
    queryFn: async ({ pageParam, signal }) => {
      const cursor = pageParam === '' ? {} : { cursor: pageParam };
      return (await api().call('listPosts', { query: { ...query, ...cursor }, signal })).body;
    },
    initialPageParam: '',
    enabled,
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
