import type { Post } from '@belfry/contract/posts.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { app } from '../support/app.ts';
import { createPost, refusalOf, scheduledFor, scheduledToBehave } from '../support/posts.ts';
import { connectSandbox } from '../support/sandbox.ts';

const service = await app();
afterAll(() => service.close());
const [one, two] = [await connectSandbox(service), await connectSandbox(service)];
const stranger = await service.inWorkspace();

const at = (hour: number) => `2027-03-01T${String(hour).padStart(2, '0')}:00:00.000000Z`;
const list = async (query: string): Promise<string[]> => {
  const answer = await service.request('GET', `/posts${query}`);
  return (answer.data as Post[]).map(({ content }) => content);
};
const refused = async (query: string) => refusalOf(await service.request('GET', `/posts${query}`));

beforeAll(async () => {
  await createPost(service, { status: 'draft', content: 'timeless' });
  await createPost(service, scheduledFor([one], { content: 'nine', scheduled_at: at(9) }));
  await createPost(service, scheduledFor([two], { content: 'eleven', scheduled_at: at(11) }));
  await createPost(service, scheduledFor([one, two], { content: 'ten', scheduled_at: at(10) }));
  await createPost(service, { status: 'draft', content: 'draft of ten', scheduled_at: at(10) });
  await createPost(service, { status: 'draft', content: 'timeless too' });
  await createPost(stranger, { status: 'draft', content: 'not ours', scheduled_at: at(10) });
});

describe('posts are listed', () => {
  test('with the latest first, those without a time last, then the newest first', async () => {
    const all = ['eleven', 'draft of ten', 'ten', 'nine', 'timeless too', 'timeless'];
    expect(await list('')).toEqual(all);
  });

  test.each([
    [`?from=${at(10)}`, ['eleven', 'draft of ten', 'ten']],
    ['?from=2027-03-01T10:00:00.000001Z', ['eleven']],
    [`?to=${at(10)}`, ['draft of ten', 'ten', 'nine']],
    ['?to=2027-03-01T09:59:59.999999Z', ['nine']],
    [`?from=${at(10)}&to=${at(10)}`, ['draft of ten', 'ten']],
    [`?from=${encodeURIComponent('2027-03-01T12:00:00+01:00')}`, ['eleven']],
    [`?from=${at(11)}&to=${at(10)}`, []],
    ['?status=draft', ['draft of ten', 'timeless too', 'timeless']],
    ['?status=published', []],
    [`?channel_ids[]=${one.id}`, ['ten', 'nine']],
    [`?channel_ids%5B%5D=${two.id}`, ['eleven', 'ten']],
    [`?channel_ids=${two.id}`, ['eleven', 'ten']],
    [`?channel_ids[0]=${two.id}`, ['eleven', 'ten']],
    [`?channel_ids[1]=${two.id}&channel_ids[0]=${one.id}`, ['eleven', 'ten', 'nine']],
    [`?channel_ids=${one.id},${two.id}`, ['eleven', 'ten', 'nine']],
    [`?channel_ids[]=${one.id},${two.id}`, ['eleven', 'ten', 'nine']],
    [`?channel_ids[]=${one.id}%2C999999&channel_ids=999998`, ['ten', 'nine']],
    ['?from=2027-03-01&to=2027-03-01', ['eleven', 'draft of ten', 'ten', 'nine']],
    ['?from=2027-03-02', []],
    ['?to=2027-060', ['eleven', 'draft of ten', 'ten', 'nine']],
    ['?to=2027-02-28', []],
    ['?from=2027-03-01T12:00:00+01:00', ['eleven']],
    ['?from=2027-03-01T12+0100', ['eleven']],
    ['?from=2027-03-01+12:00:00+01:00', ['eleven']],
    ['?from=2027-03-01+11:00', ['eleven']],
    [
      '?status=&from=&to=&channel_ids[]=',
      ['eleven', 'draft of ten', 'ten', 'nine', 'timeless too', 'timeless'],
    ],
    [`?status=scheduled&channel_ids=&channel_ids[]=${one.id},`, ['ten', 'nine']],
    [`?channel_ids[]=${one.id}&channel_ids[]=${two.id}`, ['eleven', 'ten', 'nine']],
    ['?channel_ids[]=999999', []],
    [`?channel_ids[]=${one.id}&status=scheduled&from=${at(10)}&to=${at(10)}`, ['ten']],
  ])('by %s', async (query, contents) => {
    expect(await list(query)).toEqual(contents);
  });

  test.each([
    ['?status=lost', ['status']],
    ['?from=tomorrow', ['from']],
    ['?from=2027-03-32', ['from']],
    ['?to=2027-03-01T10:00+16:00', ['to']],
    ['?channel_ids[a]=1', ['channel_ids[a]']],
    ['?channel_ids[0][0]=1', ['channel_ids[0][0]']],
    ['?channel_ids=1,one', ['channel_ids[].1']],
    ['?lost=', ['lost']],
    ['?channel_ids[]=one', ['channel_ids[].0']],
    ['?channel_ids[]=0', ['channel_ids[].0']],
    ['?page=2&limit=5', ['page']],
    [`?from=${at(9)}&from=${at(10)}`, ['from']],
  ])('but not by %s, which is refused by name', async (query, fields) => {
    expect(await refused(query)).toEqual(['invalid', ...fields]);
  });

  test('with all fields of a single post', async () => {
    const { data } = await service.call('listPosts', { query: { 'channel_ids[]': [one.id] } });
    for (const post of data) {
      expect((await service.call('getPost', { params: { id: post.id } })).data).toEqual(post);
    }
  });

  test('by the time at which they were published, if they were', async () => {
    const early = await createPost(
      service,
      scheduledToBehave('throttle', [two], { content: 'late', scheduled_at: at(12) }),
    );
    await service.clock.set('2027-03-01T12:30:00Z');
    await service.publishDue();
    await service.clock.advance('3 seconds');
    await service.publishDue();
    const [first] = (await service.call('listPosts', { query: { status: 'published' } })).data;
    const published_at = '2027-03-01T12:30:03.000000Z';
    expect(first).toMatchObject({ id: early.id, planned_at: at(12), scheduled_at: published_at });
    expect(await list('?from=2027-03-01T12:30:03Z')).toEqual(['late']);
  });

  test('by that time also if the previous release published them, which writes scheduled_at only', async () => {
    const { id } = await createPost(service, scheduledFor([two], { content: 'other', scheduled_at: at(23) }));
    await service.db.rows("update posts set status = 'published', scheduled_at = $2 where id = $1", [
      id,
      at(22),
    ]);
    const { data } = await service.call('getPost', { params: { id } });
    expect(data).toMatchObject({ planned_at: at(23), scheduled_at: at(22) });
    expect(await list(`?from=${at(22)}&to=${at(22)}`)).toEqual(['other']);
    await service.call('deletePost', { params: { id } });
  });
});

test('a list has at most 500 posts, and the next time window has the rest', async () => {
  const many = await service.inWorkspace();
  await service.db.rows(
    `insert into posts (workspace_id, author_id, status, content, planned_at)
     select $1, $2, 'draft', n, '2027-05-01T00:00:00Z'::timestamptz + make_interval(mins => n) from generate_series(1, 501) n`,
    [many.workspaceId, many.userId],
  );
  const page = (await many.call('listPosts', { query: {} })).data;
  expect([page.length, page[0]?.content, page.at(-1)?.content]).toEqual([500, '501', '2']);
  const rest = await many.call('listPosts', { query: { to: page.at(-1)?.scheduled_at ?? '' } });
  expect(rest.data.map(({ content }) => content)).toEqual(['2', '1']);
});
