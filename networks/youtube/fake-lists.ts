/** The lists of the fake. YouTube gives the id and the parts that were asked for, and pages. */
import type { JsonObject } from '../core/json.ts';
import type { FakeResponse } from '../testing/fake-server.ts';
import { pageSize } from './fake-contract.ts';
import { refuse } from './fake-refusal.ts';

export function list(items: readonly JsonObject[], path: string, query: URLSearchParams): FakeResponse {
  const parts = ['id', ...(query.get('part')?.split(',') ?? [])];
  const start = Number(query.get('pageToken') ?? 0);
  const end = start + pageSize(path, query);
  const shown = items
    .slice(start, end)
    .map((item) => Object.fromEntries(Object.entries(item).filter(([name]) => parts.includes(name))));
  return {
    status: 200,
    body: { items: shown, ...(end < items.length && { nextPageToken: String(end) }) },
  };
}

/** Some of the categories, by region. YouTube assigns no videos to those of films. */
const categories: Record<string, JsonObject[]> = {
  US: [
    makeCategory('22', 'People & Blogs'),
    makeCategory('10', 'Music'),
    makeCategory('30', 'Movies', false),
  ],
  DE: [makeCategory('22', 'People & Blogs'), makeCategory('27', 'Education')],
};

function makeCategory(id: string, title: string, assignable = true): JsonObject {
  return { kind: 'youtube#videoCategory', id, snippet: { title, assignable } };
}

export function listCategories(path: string, query: URLSearchParams): FakeResponse {
  const found = categories[query.get('regionCode') ?? ''];
  return found === undefined ? refuse(400, 'invalidRegionCode') : list(found, path, query);
}
