import type { Post } from '@belfry/contract/posts.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { app } from '../support/app.ts';
import { makeMedia } from '../support/people.ts';
import { createPost, refusalOf, scheduledFor } from '../support/posts.ts';
import { decide } from '../support/reviews.ts';
import { connectSandbox } from '../support/sandbox.ts';

const service = await app({ workspace: { requires_approval: true } });
afterAll(() => service.close());
const channel = await connectSandbox(service);
const author = await service.as('author');
const scheduled_at = '2027-06-01T10:00:00.000000Z';

const approved = async ({ id }: Post, client = service) =>
  (await client.call('getApproved', { params: { id } })).data;

describe('what was approved', () => {
  test('is kept as it was when the post changes, until the next approval', async () => {
    const media_ids = [await makeMedia(service.db, service.workspaceId)];
    const settings = { behaviour: 'ok' };
    const targets = [{ channel_id: channel.id, content: 'Own', settings }];
    const body = { ...scheduledFor([], { scheduled_at, media_ids }), targets };
    const post = await createPost(author, body);
    expect(await approved(post)).toBeNull();
    await decide(service, post, 'approve');
    const before = await approved(post);
    expect(before).toEqual({
      review: expect.objectContaining({ decision: 'approved', version: 1 }),
      post: {
        content: 'Hello',
        scheduled_at,
        media_ids,
        targets: [{ channel_id: channel.id, content: 'Own', settings, media_ids: null, image_fit: 'pad' }],
      },
    });
    await author.call('updatePost', {
      params: { id: post.id },
      body: { ...body, content: 'New', media_ids: [] },
    });
    expect(await approved(post)).toEqual(before);
    await decide(service, post, 'approve');
    expect(await approved(post)).toMatchObject({
      post: { content: 'New', media_ids: [] },
      review: { version: 3 },
    });
  });

  test('is not what was rejected, and returns with a restored post', async () => {
    const post = await createPost(author, scheduledFor([channel], { scheduled_at }));
    await decide(service, post, 'reject');
    expect(await approved(post)).toBeNull();
    const other = await createPost(author, scheduledFor([channel], { scheduled_at }));
    await decide(service, other, 'approve');
    const before = await approved(other);
    await service.request('DELETE', `/posts/${other.id}`);
    expect(refusalOf(await service.request('GET', `/api/v1/posts/${other.id}/approved`))).toEqual([
      'not_found',
    ]);
    await service.request('POST', `/api/v1/posts/${other.id}/restore`);
    expect(await approved(other)).toEqual(before);
  });

  test('of another workspace is not found', async () => {
    const post = await createPost(author, scheduledFor([channel], { scheduled_at }));
    await decide(service, post, 'approve');
    const stranger = await service.inWorkspace();
    expect(refusalOf(await stranger.request('GET', `/api/v1/posts/${post.id}/approved`))).toEqual([
      'not_found',
    ]);
  });
});
