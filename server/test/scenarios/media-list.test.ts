import { afterAll, expect, test } from 'vitest';
import { app } from '../support/app.ts';

interface Page {
  data: { id: number }[];
  links: { first: string; last: string; prev: string | null; next: string | null };
  meta: object;
}

const service = await app();
afterAll(() => service.close());

/** Rows are enough here: listing never opens a file. */
async function addRows(count: number): Promise<void> {
  await service.db.rows(
    `with added as (
       insert into media (workspace_id, name, mime_type, kind, size, storage_key)
       select $1, n || '.png', 'image/png', 'image', 10, gen_random_uuid()::text || '.png' from generate_series(1, $2) n
       returning 1)
     update workspaces set media_count = media_count + (select count(*) from added) where id = $1`,
    [service.workspaceId, count],
  );
}

async function read(path: string): Promise<Page> {
  const { status, body } = await service.request('GET', path.replace(`${service.origin}/api/public/v1`, ''));
  expect(status).toBe(200);
  return body as Page;
}

test('an empty library has one empty page', async () => {
  const page = await read('/media');
  expect(page).toMatchObject({ data: [], links: { prev: null, next: null } });
  expect(page.meta).toEqual({ current_page: 1, last_page: 1, per_page: 30, total: 0 });
});

test('the pages follow their links to the end, the newest first, while files are added', async () => {
  await addRows(65);
  const ids: number[] = [];
  let next: string | null = '/media';
  while (next !== null) {
    const page: Page = await read(next);
    ids.push(...page.data.map(({ id }) => id));
    await addRows(1);
    next = page.links.next;
  }
  expect(ids).toHaveLength(65);
  expect(ids).toEqual([...new Set(ids)].sort((a, b) => b - a));
});

test('a page past the end is empty, with the right numbers', async () => {
  const page = await read('/media?page=99');
  expect(page.data).toEqual([]);
  expect(page.meta).toEqual({ current_page: 99, last_page: 3, per_page: 30, total: 68 });
  expect(page.links.next).toBeNull();
  expect(page.links.first).toMatch(/^http:.*[?&]page=1\b/);
});

test('a page without a number is the first one, as every filter without a value has no effect', async () => {
  expect(await read('/media?page=&as_of=')).toEqual(await read('/media'));
});

test.each(['page=0', 'page=x', 'page=-1', 'as_of=0', 'sort=name'])(
  '%s is refused with 422',
  async (query) => {
    expect((await service.request('GET', `/media?${query}`)).status).toBe(422);
  },
);
