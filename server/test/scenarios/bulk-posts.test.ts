import type { Post } from '@belfry/contract/posts.ts';
import type { BodyOf } from '@belfry/contract/routes.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { app } from '../support/app.ts';
import type { Client } from '../support/client.ts';
import { makeMedia } from '../support/people.ts';
import { createPost, getPost, refusalOf, scheduledFor, scheduledToBehave } from '../support/posts.ts';
import { connectSandbox } from '../support/sandbox.ts';

const service = await app({ workspace: { requires_approval: true, time_zone: 'Europe/Berlin' } });
afterAll(() => service.close());
const channel = await connectSandbox(service);
const author = await service.as('author');
const later = '2027-06-01T10:00:00.000000Z';

type Bulk = BodyOf<'changePosts'>;
const plan = (client: Client = service, scheduled_at = later) =>
  createPost(client, scheduledFor([channel], { scheduled_at }));
const draft = () => createPost(service, { status: 'draft', content: 'Draft' });
const act = async (
  action: Bulk['action'],
  posts: Pick<Post, 'id'>[],
  more: Partial<Bulk> = {},
  client: Client = service,
) => {
  const body = { action, posts: posts.map(({ id }) => ({ id })), mode: 'each' as const, ...more };
  return (await client.call('changePosts', { body })).data;
};
const statusOf = async (post: Post) => (await getPost(service, post)).status;

describe('many posts', () => {
  test('are moved by days at the same local time, also over a clock change', async () => {
    const posts = [await plan(service, '2027-03-27T08:00:00Z'), await plan(service, '2027-03-28T07:00:00Z')];
    expect(await act('move', posts, { days: 1 })).toEqual(
      posts.map(({ id }) => ({ id, status: 'done', version: 2 })),
    );
    const moved = [];
    for (const post of posts) moved.push((await getPost(service, post)).scheduled_at);
    expect(moved).toEqual(['2027-03-28T07:00:00.000000Z', '2027-03-29T07:00:00.000000Z']);
  });

  test('are queued in the order of the request', async () => {
    const own = await connectSandbox(service);
    const body = { ...scheduledFor([own], { scheduled_at: later }), status: 'draft' as const };
    const [first, second] = [await createPost(service, body), await createPost(service, body)];
    await act('queue', [second, first]);
    const [late, early] = [await getPost(service, first), await getPost(service, second)];
    expect([late.status, early.status]).toEqual(['scheduled', 'scheduled']);
    expect(String(early.scheduled_at) < String(late.scheduled_at)).toBe(true);
  });

  test('are submitted, approved and rejected', async () => {
    const body = { ...scheduledFor([channel], { scheduled_at: later }), status: 'draft' as const };
    const posts = [await createPost(author, body), await createPost(author, body)];
    await act('submit', posts, {}, author);
    for (const post of posts) expect(await statusOf(post)).toBe('pending_approval');
    const [approved, rejected] = posts as [Post, Post];
    expect(await act('approve', [approved])).toEqual([{ id: approved.id, status: 'done', version: 3 }]);
    await act('reject', [rejected], { comment: 'Not yet.' });
    expect((await getPost(service, rejected)).latest_review).toMatchObject({ comment: 'Not yet.' });
    expect([await statusOf(approved), await statusOf(rejected)]).toEqual(['scheduled', 'draft']);
    const [refused] = await act('approve', [await plan(author)], {}, author);
    expect(refused).toMatchObject({ status: 'refused', error: { code: 'forbidden' } });
  });

  test('keep waiting for approval when they are moved, queued or submitted', async () => {
    const post = await plan(author);
    await act('move', [post], { days: 1 });
    await act('queue', [post]);
    await act('submit', [post]);
    expect(await statusOf(post)).toBe('pending_approval');
  });

  test('are duplicated as drafts without a time', async () => {
    const media_ids = [await makeMedia(service.db, service.workspaceId)];
    const body = scheduledToBehave('ok', [channel], { scheduled_at: later, media_ids });
    const post = await createPost(service, body);
    const [result] = await act('duplicate', [post]);
    const copy = await getPost(service, { id: result?.new_id ?? 0 });
    expect(copy).toMatchObject({
      status: 'draft',
      planned_at: null,
      content: post.content,
      media: [{ id: media_ids[0] }],
      targets: [{ channel_id: channel.id, settings: { behaviour: 'ok' } }],
    });
    expect(await getPost(service, post)).toEqual(post);
  });

  test('are deleted and restored', async () => {
    const posts = [await plan(service, '2027-06-01T10:07:00Z'), await draft()];
    expect(await act('delete', posts)).toEqual(posts.map(({ id }) => ({ id, status: 'done' })));
    expect(await act('restore', posts)).toEqual(
      posts.map(({ id }) => ({ id, status: 'done', version: 2, missing_media_ids: [] })),
    );
    for (const post of posts) expect(await statusOf(post)).toBe(post.status);
  });

  test('may be as many as 500', async () => {
    const { rows } = service.db;
    const ids = await rows<{ id: number }>(
      `insert into posts (workspace_id, author_id, content, status)
       select $1, $2, 'Draft', 'draft' from generate_series(1, 500) returning id`,
      [service.workspaceId, service.userId],
    );
    const results = await act('delete', ids, { mode: 'all' });
    expect(results.map(({ id, status }) => [id, status])).toEqual(ids.map(({ id }) => [id, 'done']));
    const more = [...ids, { id: 1 }].map(({ id }) => ({ id }));
    const body = { action: 'delete', mode: 'all', posts: more };
    expect(refusalOf(await service.request('POST', '/api/v1/posts/bulk', { body }))).toEqual([
      'invalid',
      'posts',
    ]);
  });
});

describe('when some posts are refused', () => {
  test('each of the others changes', async () => {
    const [good, timeless] = [await plan(), await draft()];
    const stranger = await service.inWorkspace();
    const foreign = await createPost(stranger, { status: 'draft' });
    const results = await act('move', [timeless, good, foreign], { days: 1 });
    expect(results).toEqual([
      {
        id: timeless.id,
        status: 'refused',
        error: expect.objectContaining({ code: 'invalid', errors: { scheduled_at: [expect.any(String)] } }),
      },
      { id: good.id, status: 'done', version: 2 },
      { id: foreign.id, status: 'refused', error: expect.objectContaining({ code: 'not_found' }) },
    ]);
  });

  test.each(['move', 'delete', 'duplicate', 'queue'] as const)(
    'and all or none shall change, none does: %s',
    async (action) => {
      const [good, old] = [await plan(), await plan()];
      const count = () => service.db.rows('select id from posts union all select post_id from bin');
      const [before, events] = [await count(), await service.db.rows('select id from events')];
      const posts = [
        { id: good.id, version: 1 },
        { id: old.id, version: 7 },
      ];
      const body = { action, posts, days: 1, mode: 'all' as const };
      const { data } = await service.call('changePosts', { body });
      expect(data).toEqual([
        { id: good.id, status: 'refused' },
        { id: old.id, status: 'refused', error: expect.objectContaining({ code: 'version_conflict' }) },
      ]);
      expect([await getPost(service, good), await getPost(service, old)]).toEqual([good, old]);
      expect(await count()).toHaveLength(before.length);
      expect(await service.db.rows('select id from events')).toHaveLength(events.length);
    },
  );

  test('none changes either if another workspace’s post is among all', async () => {
    const good = await plan();
    const stranger = await service.inWorkspace();
    const foreign = await createPost(stranger, { status: 'draft' });
    const [, refused] = await act('delete', [good, foreign], { mode: 'all' });
    expect(refused).toMatchObject({ status: 'refused', error: { code: 'not_found' } });
    expect([await statusOf(good), (await getPost(stranger, foreign)).status]).toEqual(['scheduled', 'draft']);
  });
});

test('two acts on the same posts at once leave each post changed twice', async () => {
  const posts = [await plan(), await plan(), await plan()];
  const move = (order: Post[], days: number) => act('move', order, { days, mode: 'all' });
  const answers = await Promise.all([move(posts, 1), move(posts.toReversed(), 10)]);
  expect(answers.flat().map(({ status }) => status)).toEqual(Array(6).fill('done'));
  for (const post of posts)
    expect((await getPost(service, post)).scheduled_at).toBe('2027-06-12T10:00:00.000000Z');
});

test.each([
  [{ action: 'move' }, 'days'],
  [{ action: 'move', days: 4000 }, 'days'],
  [{ action: 'publish' }, 'action'],
  [{ action: 'delete', posts: [] }, 'posts'],
  [{ action: 'delete', posts: [{ id: 1 }, { id: 1 }] }, 'posts'],
  [{ action: 'delete', mode: 'some' }, 'mode'],
  [{ action: 'reject', comment: 'x'.repeat(2001) }, 'comment'],
])('a request is checked: %j', async (more, field) => {
  const body = { posts: [{ id: 1 }], mode: 'each', ...more };
  expect(refusalOf(await service.request('POST', '/api/v1/posts/bulk', { body }))).toEqual([
    'invalid',
    field,
  ]);
});
