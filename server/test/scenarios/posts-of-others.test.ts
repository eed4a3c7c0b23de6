import type { Post } from '@belfry/contract/posts.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { app } from '../support/app.ts';
import type { Client } from '../support/client.ts';
import { makeKey } from '../support/people.ts';
import { createPost, getPost, scheduledFor } from '../support/posts.ts';
import { addPicture, decide } from '../support/reviews.ts';
import { connectSandbox } from '../support/sandbox.ts';

const service = await app({ workspace: { requires_approval: true } });
afterAll(() => service.close());
const channel = await connectSandbox(service);
const [editor, author, colleague, admin] = [
  await service.as('editor'),
  await service.as('author'),
  await service.as('author'),
  await service.as('admin'),
];
const later = scheduledFor([channel], { scheduled_at: '2028-01-01T00:00:00Z' });

const change = (client: Client, post: Post, body: object = later, key = client.key) =>
  client.request('PUT', `/posts/${post.id}`, { body, key });
const remove = (client: Client, post: Post, key = client.key) =>
  client.request('DELETE', `/posts/${post.id}`, { key });

/** Posts by the way in which they were decided. */
const decided: [string, () => Promise<Post>][] = [
  ['scheduled by an editor', () => createPost(editor, later)],
  [
    'approved',
    async () => {
      const post = await createPost(colleague, later);
      await decide(admin, post, 'approve');
      return post;
    },
  ],
];

describe('if approvals are required, a member who may not publish', () => {
  test.each(decided)('neither changes nor deletes another person’s post that is %s', async (_, make) => {
    const post = await make();
    const before = await getPost(author, post);
    for (const ask of [
      () => change(author, post),
      () => change(author, post, { status: 'draft' }),
      () => remove(author, post),
    ]) {
      const { status, error } = await ask();
      expect([status, error.code, error.message]).toEqual([
        403,
        'forbidden',
        'Somebody else wrote this post, and it was scheduled already. Ask somebody who may publish.',
      ]);
    }
    expect(await getPost(author, post)).toEqual(before);
    expect((await remove(editor, post)).status).toBe(204);
  });

  test('does not delete the record of another person’s published post', async () => {
    const post = await createPost(editor, scheduledFor([channel]));
    await service.publishDue();
    expect((await remove(author, post)).status).toBe(403);
    expect((await remove(editor, post)).status).toBe(204);
  });

  test('is treated like an admin’s key without the scope to publish', async () => {
    const post = await createPost(editor, later);
    const scopes = ['post.read', 'post.write'];
    const key = await makeKey(service.db, admin.workspaceId, admin.userId, { scopes });
    expect((await remove(admin, post, key)).status).toBe(403);
    expect((await remove(admin, post)).status).toBe(204);
  });

  test('changes and deletes drafts and waiting posts of every author', async () => {
    for (const body of [later, { status: 'draft' as const }]) {
      const post = await createPost(colleague, body);
      expect((await change(author, post)).status).toBe(200);
      expect((await remove(author, post)).status).toBe(204);
    }
  });

  test('changes and deletes all their own posts', async () => {
    const post = await createPost(author, later);
    await decide(admin, post, 'approve');
    const changed = await change(author, post, { ...later, content: 'Another' });
    expect([changed.status, (changed.data as Post).status]).toEqual([200, 'pending_approval']);
    await decide(admin, post, 'approve');
    expect((await remove(author, post)).status).toBe(204);
  });

  test('cannot change another person’s approved post by its file either', async () => {
    const picture = await addPicture(service);
    const describeIt = (client: Client, alt_text: string) =>
      client.call('updateMedia', { params: { id: picture }, body: { alt_text } });
    const post = await createPost(colleague, { ...later, media_ids: [picture] });
    expect((await describeIt(author, 'It waits still')).status).toBe(200);
    await decide(admin, post, 'approve');
    const { error } = await describeIt(author, 'Not any more');
    expect([error.code, error.message]).toEqual([
      'forbidden',
      'Somebody else wrote a scheduled post with this file. Ask somebody who may publish.',
    ]);
    expect((await getPost(author, post)).status).toBe('scheduled');
    expect((await describeIt(colleague, 'Their own')).status).toBe(200);
    expect((await getPost(author, post)).status).toBe('pending_approval');
  });
});

test('if no approvals are required, all who may write change and delete all posts', async () => {
  const owner = await service.inWorkspace();
  const account = await connectSandbox(owner);
  const body = scheduledFor([account], { scheduled_at: '2028-01-01T00:00:00Z' });
  const post = await createPost(await service.beside(owner, 'editor'), body);
  const writer = await service.beside(owner, 'author');
  expect((await change(writer, post, { ...body, content: 'Another' })).status).toBe(200);
  expect((await remove(writer, post)).status).toBe(204);
});
