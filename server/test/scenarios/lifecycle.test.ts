import type { PostStatus } from '@belfry/contract/schemas.ts';
import { postStatuses } from '@belfry/contract/schemas.ts';
import { afterAll, describe, expect, test } from 'vitest';
import type { PostMove } from '../../src/posts/lifecycle.ts';
import { canMove, postMoves } from '../../src/posts/lifecycle.ts';
import type { TestApp } from '../support/app.ts';
import { app } from '../support/app.ts';
import type { Client } from '../support/client.ts';
import { createPost, getPost, scheduledFor, wishing } from '../support/posts.ts';
import { joinSandbox } from '../support/sandbox.ts';

const service = await app({ workspace: { requires_approval: true } });
afterAll(() => service.close());
const author = await service.as('author');
const channel = await joinSandbox(service);
const later = { scheduled_at: '2028-01-01T00:00:00Z' };

/** Brings a new post into each state by nothing but requests and time. */
const reach: Record<PostStatus, (service: TestApp) => Promise<{ id: number }>> = {
  draft: () => createPost(service, { status: 'draft' }),
  pending_approval: () => createPost(author, scheduledFor([channel], later)),
  scheduled: () => createPost(service, scheduledFor([channel], later)),
  publishing: () => publish('throttle'),
  published: () => publish('ok'),
  failed: () => publish('reject'),
};

/** To a channel of its own, which nothing else holds up. */
async function publish(behaviour: string) {
  const post = await createPost(service, wishing(behaviour, [await joinSandbox(service)]));
  await service.publishDue();
  return post;
}

/** What a caller can ask of a post, and the move it stands for. */
const requests: Record<string, { move: PostMove; send(id: number): Promise<{ status: number }> }> = {
  'saving it as a draft': { move: 'save', send: (id) => put(service, id, { status: 'draft' }) },
  'scheduling it': { move: 'schedule', send: (id) => put(service, id, scheduledFor([channel], later)) },
  'submitting it': { move: 'submit', send: (id) => put(author, id, scheduledFor([channel], later)) },
};

function put(client: Client, id: number, body: unknown) {
  return client.request('PUT', `/posts/${id}`, { body });
}

const pairs = postStatuses.flatMap((from) => Object.keys(requests).map((name) => [from, name] as const));

describe('a post', () => {
  test.each(postStatuses)('can be brought to %s', async (status) => {
    expect((await getPost(service, await reach[status](service))).status).toBe(status);
  });

  test.each(pairs)('that is %s answers to %s as its table says', async (from, name) => {
    const request = requests[name];
    if (request === undefined) throw new Error(name);
    const post = await getPost(service, await reach[from](service));
    const { status } = await request.send(post.id);
    const after = await getPost(service, post);
    if (canMove(request.move, from))
      expect([status, after.status]).toEqual([200, postMoves[request.move].to]);
    else expect([status, after]).toEqual([409, post]);
  });

  test.each(postStatuses)('that is %s is deleted unless it is being published', async (from) => {
    const { id } = await reach[from](service);
    const answer = await service.request('DELETE', `/posts/${id}`);
    expect(answer.status).toBe(from === 'publishing' ? 409 : 204);
    expect((await service.request('GET', `/posts/${id}`)).status).toBe(from === 'publishing' ? 200 : 404);
  });

  test.each(postStatuses)('that is %s is found by that status', async (status) => {
    const { id } = await reach[status](service);
    const { data } = await service.call('listPosts', { query: { status } });
    expect(data.map((post) => post.id)).toContain(id);
    expect(new Set(data.map((post) => post.status))).toEqual(new Set([status]));
  });
});
