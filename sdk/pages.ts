/** Reads lists that come in pages. */
import type { ItemOf, PagedName } from './contract.ts';

interface Page {
  data: unknown[];
  next_cursor?: number | null;
  links?: { next: string | null };
}

type Query = Record<string, unknown>;

/** Asks for a page when the entries of the previous one are used up. */
export async function* listPages<Name extends PagedName>(
  call: (name: Name, input: { query: Query }) => Promise<{ body: unknown }>,
  name: Name,
  input: { query?: Query } = {},
): AsyncGenerator<ItemOf<Name>, void> {
  for (let more: Query | undefined = {}; more !== undefined; ) {
    const answer = await call(name, { ...input, query: { ...input.query, ...more } });
    const page = answer.body as Page;
    yield* page.data as ItemOf<Name>[];
    more = queryOfNext(page);
  }
}

/** The parameters that the next page adds; undefined after the last page. */
function queryOfNext({ next_cursor: cursor, links }: Page): Query | undefined {
  if (typeof cursor === 'number') return { cursor };
  if (typeof links?.next !== 'string') return undefined;
  return Object.fromEntries(new URLSearchParams(links.next.slice(links.next.indexOf('?'))));
}
