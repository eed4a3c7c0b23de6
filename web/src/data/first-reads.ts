/** What changes while it is read for the first time is read again. The library takes the answer of before as new. */
import type { Query, QueryClient } from '@tanstack/react-query';

/** Returns a function that ends it. */
export function repeatFirstReads(queries: QueryClient): () => void {
  const changed = new Set<Query>();
  return queries.getQueryCache().subscribe((event) => {
    const { type, query } = event;
    if (type === 'removed') changed.delete(query);
    if (type !== 'updated') return;
    const { state } = query;
    if (event.action.type === 'invalidate' && state.data === undefined && state.fetchStatus === 'fetching')
      changed.add(query);
    else if (event.action.type === 'success' && changed.delete(query))
      void queries.invalidateQueries({ queryKey: query.queryKey, exact: true });
  });
}
