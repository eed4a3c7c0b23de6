/** The notices of a person, page by page, and marking them as read. */
import type { Notice } from '@belfry/contract/notices.ts';
import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query';
import { tell } from '../app/acts.ts';
import { type Answered, api, keyOf, queries } from '../data/client.ts';
import { sentenceOf } from '../look/problem.tsx';
import { useFirstWords } from '../words/words.ts';

const PAGE = 20;

const key = keyOf('listNotices');

export function useNotices() {
  const answer = useInfiniteQuery({
    queryKey: key,
    queryFn: async ({ pageParam, signal }) => {
      const query = { limit: PAGE, ...(pageParam > 0 && { cursor: pageParam }) };
      return (await api().call('listNotices', { query, signal })).body;
    },
    initialPageParam: 0,
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  });
  return {
    notices: (answer.data?.pages ?? []).flatMap(({ data }) => data),
    unread: answer.data?.pages.at(-1)?.unread ?? 0,
    isPending: answer.isPending,
    error: answer.error,
    hasMore: answer.hasNextPage,
    loadMore: () => void answer.fetchNextPage(),
  };
}

type Pages = InfiniteData<Answered<'listNotices'>>;

/** Shown as read at once; the service has the last word. `ids` undefined: all. */
export function useMarkRead(): (ids?: readonly number[]) => Promise<void> {
  const words = useFirstWords();
  return async (ids) => {
    const isMeant = ({ id, read_at }: Notice) => read_at === null && ids?.includes(id) !== false;
    queries.setQueryData<Pages>(key, (shown) => shown && markIn(shown, isMeant));
    try {
      await api().call('readNotices', { body: ids === undefined ? {} : { ids: [...ids] } });
    } catch (error) {
      tell(sentenceOf(words, error), { isFailure: true });
    }
    await Promise.all([
      queries.invalidateQueries({ queryKey: key }),
      queries.invalidateQueries({ queryKey: keyOf('getStart') }),
    ]);
  };
}

function markIn(shown: Pages, isMeant: (notice: Notice) => boolean): Pages {
  const meant = shown.pages.flatMap(({ data }) => data).filter(isMeant).length;
  const read_at = new Date().toISOString();
  return {
    ...shown,
    pages: shown.pages.map((page) => ({
      ...page,
      unread: Math.max(0, page.unread - meant),
      data: page.data.map((notice) => (isMeant(notice) ? { ...notice, read_at } : notice)),
    })),
  };
}
