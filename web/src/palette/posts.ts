/** Posts that have the words that a person typed, also drafts. */
import type { Post } from '@belfry/contract/posts.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { reading } from '../data/client.ts';
import { useRested } from '../data/rested.ts';

/** Milliseconds after the last key. */
const REST = 150;
const MOST = 8;

export function usePostsWith(words: string): { posts: readonly Post[]; isSearching: boolean } {
  const q = useRested(words, REST, '').trim().slice(0, 200);
  const isWanted = q.length > 1;
  const { data, isFetching } = useQuery({
    ...reading('listPosts', { query: { q, limit: MOST } }),
    enabled: isWanted,
    placeholderData: keepPreviousData,
  });
  return {
    posts: isWanted ? (data ?? []) : [],
    isSearching: words.trim().length > 1 && (isFetching || q !== words.trim()),
  };
}
