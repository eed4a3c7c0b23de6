/** Lists of posts in pages, and their filters. */
import type { Post } from '@belfry/contract/posts.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { app } from '../support/app.ts';
import { createPost, refusalOf, scheduledFor } from '../support/posts.ts';
import { connectSandbox } from '../support/sandbox.ts';

const service = await app();
afterAll(() => service.close());
const channel = await connectSandbox(service);
const author = await service.as('author');

const at = (hour: number) => `2027-03-01T${String(hour).padStart(2, '0')}:00:00.000000Z`;
interface Page {
  data: Post[];
  next_cursor: string | null;
}
const ask = async (query: string) => {
  const { body } = await service.request('GET', `/posts?${query}`);
  return body as unknown as Page;
};
const textsOf = ({ data }: Pick<Page, 'data'>) => data.map(({ content }) => content);
const list = async (query: string) => textsOf(await ask(query));
/** The texts of each page. */
const readAll = async (query: string) => {
  const pages = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: Page = await ask(`${query}&cursor=${cursor}`);
    pages.push(textsOf(page));
    cursor = page.next_cursor;
  }
  return pages;
};

let label: { id: number };
beforeAll(async () => {
  const body = { name: 'Fair', color: 'red' as const };
  label = (await service.call('createLabel', { body })).data;
  for (const content of ['idea 1', 'idea 2', 'idea 3'])
    await createPost(service, { status: 'draft', content });
  for (const [content, hour] of Object.entries({ nine: 9, ten: 10, 'ten too': 10, eleven: 11 })) {
    const label_ids = hour === 10 ? [label.id] : [];
    await createPost(service, scheduledFor([channel], { content, scheduled_at: at(hour), label_ids }));
  }
  await createPost(author, { status: 'draft', content: 'of the author', scheduled_at: at(8) });
});

const latestFirst = ['eleven', 'ten too', 'ten', 'nine', 'of the author', 'idea 3', 'idea 2', 'idea 1'];

describe('pages', () => {
  test.each([1, 2, 3, 5, 8, 500])(
    'of %d posts have together the whole list, each post once',
    async (limit) => {
      const pages = await readAll(`limit=${limit}`);
      expect(pages.flat()).toEqual(latestFirst);
      expect(pages).toHaveLength(Math.ceil(latestFirst.length / limit));
    },
  );

  test.each([1, 2, 4])('of %d posts can begin with the earliest', async (limit) => {
    const planned = latestFirst.slice(0, 5).toReversed();
    expect((await readAll(`limit=${limit}&order=at`)).flat()).toEqual(planned);
  });

  test.each([1, 3, 500])('of %d posts can be in the order in which they were created', async (limit) => {
    const created = ['idea 1', 'idea 2', 'idea 3', 'nine', 'ten', 'ten too', 'eleven', 'of the author'];
    expect((await readAll(`limit=${limit}&order=created`)).flat()).toEqual(created);
    expect((await readAll(`limit=${limit}&order=-created`)).flat()).toEqual(created.toReversed());
  });

  test('keep their filters, and their place when the last post is deleted', async () => {
    const { id } = await createPost(service, { status: 'draft', content: 'short-lived' });
    const page = await ask('status=draft&limit=2');
    expect(textsOf(page)).toEqual(['of the author', 'short-lived']);
    await service.call('deletePost', { params: { id } });
    expect(await list(`status=draft&limit=2&cursor=${page.next_cursor}`)).toEqual(['idea 3', 'idea 2']);
  });

  test('are only for those who ask: other answers have no cursor', async () => {
    expect(Object.keys(await ask(''))).toEqual(['data']);
    expect(Object.keys(await ask('limit=2'))).toEqual(['data', 'next_cursor']);
    expect(Object.keys(await ask('limit=8'))).toEqual(['data', 'next_cursor']);
    expect(await ask('limit=8')).toMatchObject({ next_cursor: null });
  });

  test('show a member of one channel only what they may see', async () => {
    const viewer = await service.as('viewer');
    await service.db.rows('update members set channel_ids = $2 where user_id = $1', [viewer.userId, [999]]);
    const answer = await viewer.request('GET', '/posts?limit=2');
    expect(answer.body).toEqual({ data: [], next_cursor: null });
  });

  test.each([
    ['limit=0', 'limit'],
    ['limit=501', 'limit'],
    ['order=updated', 'order'],
    [`order=created&cursor=${Buffer.from('-created  7').toString('base64url')}`, 'cursor'],
    ['cursor=x', 'cursor'],
    [`cursor=${Buffer.from('at 2027-03-01 10:00:00+00 7').toString('base64url')}`, 'cursor'],
    [`cursor=${Buffer.from('-at 2027-13-01 10:00:00+00 7').toString('base64url')}`, 'cursor'],
    [`cursor=${'x'.repeat(201)}`, 'cursor'],
    ['status[]=late', 'status[].0'],
    ['status=late', 'status'],
    ['unplanned=maybe', 'unplanned'],
  ])('are refused for %s', async (query, field) => {
    expect(refusalOf(await service.request('GET', `/posts?${query}`))).toEqual(['invalid', field]);
  });
});

describe('filters', () => {
  test.each([
    ['unplanned=true', latestFirst.slice(5)],
    ['unplanned=false', latestFirst.slice(0, 5)],
    ['status[]=scheduled&status[]=failed', latestFirst.slice(0, 4)],
    ['status[]=scheduled&status=draft', []],
    ['status[]=draft&status=draft&unplanned=false', ['of the author']],
    [`author_id=${author.userId}`, ['of the author']],
    ['author_id=999999', []],
    ['label_ids[]=999999', []],
  ])('%s', async (query, texts) => {
    expect(await list(query)).toEqual(texts);
  });

  test('by label', async () => {
    expect(await list(`label_ids[]=${label.id}`)).toEqual(['ten too', 'ten']);
    expect(await list(`label_ids[]=${label.id}&limit=1`)).toEqual(['ten too']);
  });
});
