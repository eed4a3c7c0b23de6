/** Saves that change nothing, and saves of a draft that a person is writing. */
import type { Post, PostIn } from '@belfry/contract/posts.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { app } from '../support/app.ts';
import type { Client } from '../support/client.ts';
import { makeMedia } from '../support/people.ts';
import { createPost, getPost, scheduledFor } from '../support/posts.ts';
import { decide } from '../support/reviews.ts';
import { connectSandbox } from '../support/sandbox.ts';

const service = await app({ workspace: { requires_approval: true } });
afterAll(() => service.close());
const [one, two] = [await connectSandbox(service), await connectSandbox(service)];
const author = await service.as('author');
const editor = await service.as('editor');
const scheduled_at = '2027-02-01T10:00:00Z';

const save = async (client: Client, { id }: Post, body: PostIn): Promise<Post> =>
  (await client.call('updatePost', { params: { id }, body })).data;
const read = (post: Post) => service.request('GET', `/posts/${post.id}`);
const eventsOf = async ({ id }: Post) =>
  service.db.rows<{ kind: string; user_id: number; data: object }>(
    'select kind, user_id, data from events where post_id = $1 order by id',
    [id],
  );
const kindsOf = async (post: Post) => (await eventsOf(post)).map(({ kind }) => kind);

describe('a save that changes nothing', () => {
  test.each(['draft', 'scheduled'] as const)('of a %s post makes no version and no event', async (status) => {
    const media_ids = [await makeMedia(service.db, service.workspaceId)];
    const body = { ...scheduledFor([one, two], { scheduled_at, media_ids }), status };
    const post = await createPost(service, body);
    const before = await read(post);
    await service.clock.advance('1 hour');
    expect(await save(service, post, body)).toEqual(post);
    const after = await read(post);
    expect([after.data, after.headers.get('etag')]).toEqual([before.data, before.headers.get('etag')]);
    expect(await kindsOf(post)).toHaveLength(1);
  });

  test('keeps the approval, and a post that waits for approval keeps waiting', async () => {
    const body = scheduledFor([one], { scheduled_at });
    const post = await createPost(author, body);
    expect((await save(author, post, body)).updated_at).toBe(post.updated_at);
    await decide(service, post, 'approve');
    expect((await save(service, post, body)).status).toBe('scheduled');
    expect(await kindsOf(post)).toEqual(['review.requested', 'review.approved']);
  });

  test('by somebody who must ask for approval still sends an approved post back', async () => {
    const body = scheduledFor([one], { scheduled_at });
    const post = await createPost(author, body);
    await decide(service, post, 'approve');
    expect((await save(author, post, body)).status).toBe('pending_approval');
  });

  test.each([
    ['the order of the channels', { targets: [two, one].map(({ id }) => ({ channel_id: id })) }],
    ['a channel left out', { targets: [{ channel_id: one.id }] }],
    [
      'a setting',
      { targets: [one, two].map(({ id }) => ({ channel_id: id, settings: { behaviour: 'ok' } })) },
    ],
    ['the time by a microsecond', { scheduled_at: '2027-02-01T10:00:00.000001Z' }],
    ['a blank', { content: 'Hello ' }],
  ])('is not one that changes %s', async (_, change) => {
    const body = scheduledFor([one, two], { scheduled_at });
    const post = await createPost(service, body);
    await save(service, post, { ...body, ...change });
    expect(await kindsOf(post)).toEqual(['post.scheduled', 'post.scheduled']);
  });
});

describe('while a person writes a draft', () => {
  test('there is one event in ten minutes, and every save is kept', async () => {
    const post = await createPost(service, { status: 'draft', content: 'B' });
    for (const content of ['Be', 'Bel', 'Bell']) {
      await service.clock.advance('3 minutes');
      await save(service, post, { status: 'draft', content });
    }
    expect((await getPost(service, post)).content).toBe('Bell');
    expect(await kindsOf(post)).toEqual(['post.saved']);
    await service.clock.advance('1 minute');
    await save(service, post, { status: 'draft', content: 'Bells' });
    expect((await eventsOf(post)).map(({ data }) => data)).toEqual([
      { scheduled_at: null },
      { scheduled_at: null, before: { status: 'draft', content: 'Bell' }, after: { content: 'Bells' } },
    ]);
  });

  test('each version has a number of its own', async () => {
    const post = await createPost(service, { status: 'draft', content: 'B' });
    await save(service, post, { status: 'draft', content: 'Be' });
    expect((await read(post)).headers.get('etag')).toBe('"2"');
  });

  test('each person has an event', async () => {
    const post = await createPost(service, { status: 'draft', content: 'B' });
    await save(editor, post, { status: 'draft', content: 'Be' });
    await save(service, post, { status: 'draft', content: 'Bel' });
    await save(editor, post, { status: 'draft', content: 'Bell' });
    expect((await eventsOf(post)).map(({ user_id }) => user_id)).toEqual([service.userId, editor.userId]);
  });

  test('a new time, and each change of its status, has an event', async () => {
    const post = await createPost(service, { status: 'draft', content: 'B' });
    const body = { ...scheduledFor([one], { scheduled_at }), status: 'draft' as const };
    await save(service, post, body);
    await save(service, post, { ...body, status: 'scheduled' });
    await save(service, post, body);
    expect(await kindsOf(post)).toEqual(['post.saved', 'post.saved', 'post.scheduled', 'post.saved']);
  });
});
