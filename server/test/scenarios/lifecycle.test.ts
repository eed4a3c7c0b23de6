import type { ErrorCode } from '@belfry/contract/error.ts';
import { canMove, postMoves } from '@belfry/contract/lifecycle.ts';
import { type PostIn, type PostStatus, postStatuses } from '@belfry/contract/posts.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { app, type TestApp } from '../support/app.ts';
import type { Client } from '../support/client.ts';
import { createPost, getPost, scheduledFor, scheduledToBehave } from '../support/posts.ts';
import { connectSandbox } from '../support/sandbox.ts';

const service = await app({ workspace: { requires_approval: true } });
afterAll(() => service.close());
const author = await service.as('author');
const channel = await connectSandbox(service);
const later = { scheduled_at: '2028-01-01T00:00:00Z' };

/** Brings a new post into each status only by requests and time. */
const createWithStatus: Record<PostStatus, (service: TestApp) => Promise<{ id: number }>> = {
  draft: () => createPost(service, { status: 'draft' }),
  pending_approval: () => createPost(author, scheduledFor([channel], later)),
  scheduled: () => schedule(scheduledFor([channel], later)),
  publishing: () => publish('throttle'),
  published: () => publish('ok'),
  failed: () => publish('reject'),
};

/** On a channel of its own, so that no other post delays it. */
async function publish(behaviour: string) {
  const post = await schedule(scheduledToBehave(behaviour, [await connectSandbox(service)]));
  await service.publishDue();
  return post;
}

/** A post of the author, so that both may change it. */
async function schedule(body: PostIn) {
  const { id } = await createPost(author, { status: 'draft' });
  await put(service, id, body);
  return { id };
}

/** The request of a caller, by the move that it makes. */
const requests: Record<keyof typeof editable, (id: number) => ReturnType<typeof put>> = {
  save: (id) => put(service, id, { status: 'draft', content: null }),
  schedule: (id) => put(service, id, scheduledFor([channel], later)),
  submit: (id) => put(author, id, scheduledFor([channel], later)),
};

function put(client: Client, id: number, body: unknown) {
  return client.request('PUT', `/posts/${id}`, { body });
}

/** The specification, beside the table that the service uses: the new status, or the error. */
const editable = { save: 'draft', schedule: 'scheduled', submit: 'pending_approval' } as const;
const answers: Record<PostStatus, Record<keyof typeof editable, PostStatus | ErrorCode>> = {
  draft: editable,
  pending_approval: editable,
  scheduled: editable,
  failed: editable,
  publishing: { save: 'post_publishing', schedule: 'post_publishing', submit: 'post_publishing' },
  published: { save: 'post_published', schedule: 'post_published', submit: 'post_published' },
};
const moves = Object.keys(requests) as (keyof typeof editable)[];
const pairs = postStatuses.flatMap((from) => moves.map((move) => [from, move, answers[from][move]] as const));

describe('a post', () => {
  test.each(postStatuses)('can be brought to %s', async (status) => {
    expect((await getPost(service, await createWithStatus[status](service))).status).toBe(status);
  });

  test.each(pairs)('that is %s answers to %s with %s', async (from, move, expected) => {
    const post = await getPost(service, await createWithStatus[from](service));
    const answer = await requests[move](post.id);
    const after = await getPost(service, post);
    const isAllowed = answer.status === 200;
    expect(isAllowed ? after.status : answer.error.code).toBe(expected);
    if (!isAllowed) expect([answer.status, after]).toEqual([409, post]);
    expect(canMove(move, from)).toBe(isAllowed);
    if (isAllowed) expect(postMoves[move].to).toBe(expected);
  });

  test.each(postStatuses)('that is %s can be deleted unless it is being published', async (from) => {
    const { id } = await createWithStatus[from](service);
    const answer = await service.request('DELETE', `/posts/${id}`);
    expect(answer.status).toBe(from === 'publishing' ? 409 : 204);
    expect((await service.request('GET', `/posts/${id}`)).status).toBe(from === 'publishing' ? 200 : 404);
  });

  test.each(postStatuses)('that is %s is found by that status', async (status) => {
    const { id } = await createWithStatus[status](service);
    const { data } = await service.call('listPosts', { query: { status } });
    expect(data.map((post) => post.id)).toContain(id);
    expect(new Set(data.map((post) => post.status))).toEqual(new Set([status]));
  });
});
