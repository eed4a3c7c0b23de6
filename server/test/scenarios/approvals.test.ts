import type { Role } from '@belfry/contract/roles.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { app } from '../support/app.ts';
import { createPost, getPost, scheduledFor, scheduledToBehave } from '../support/posts.ts';
import { decide } from '../support/reviews.ts';
import { connectSandbox, readTimeline } from '../support/sandbox.ts';

const service = await app({ workspace: { requires_approval: true } });
afterAll(() => service.close());
const channel = await connectSandbox(service);
const author = await service.as('author');

describe('where approvals are required', () => {
  test.each<[Role, string]>([
    ['owner', 'scheduled'],
    ['admin', 'scheduled'],
    ['editor', 'scheduled'],
    ['author', 'pending_approval'],
  ])('a post that the role %s schedules is %s', async (role, status) => {
    const client = await service.as(role);
    expect(
      (await createPost(client, scheduledFor([channel], { scheduled_at: '2027-03-01T10:00:00Z' }))).status,
    ).toBe(status);
  });

  test('a key without the scope to publish submits for approval, whatever its owner may do', async () => {
    const limited = await service.as('owner', { scopes: ['post.read', 'post.write'] });
    expect((await createPost(limited, scheduledFor([channel]))).status).toBe('pending_approval');
  });

  test('a post that waits for approval is not published at its time', async () => {
    const quiet = await connectSandbox(service);
    const post = await createPost(author, scheduledFor([quiet]));
    expect(post).toMatchObject({ status: 'pending_approval', targets: [{ status: 'pending' }] });
    await service.clock.advance('1 day');
    expect(await service.publishDue()).toBe(0);
    expect((await getPost(service, post)).status).toBe('pending_approval');
    expect(await readTimeline(service, quiet)).toHaveLength(0);
  });

  test('limits are checked before a post is submitted', async () => {
    const body = scheduledFor([channel], { content: 'x'.repeat(501) });
    expect((await author.call('createPost', { body })).error.code).toBe('limits_exceeded');
  });

  test('an author’s draft stays a draft, and is submitted by an update', async () => {
    const post = await createPost(author, { status: 'draft' });
    const body = scheduledFor([channel], { scheduled_at: '2027-03-01T10:00:00Z' });
    const answer = await author.call('updatePost', { params: { id: post.id }, body });
    expect([post.status, answer.data.status]).toEqual(['draft', 'pending_approval']);
  });

  test('an author who changes an approved post submits it again, and it is not published meanwhile', async () => {
    const quiet = await connectSandbox(service);
    const scheduled_at = await service.clock.in('1 hour');
    const post = await createPost(author, scheduledFor([quiet], { scheduled_at }));
    await decide(service, post, 'approve');
    const body = scheduledFor([quiet], { scheduled_at, content: 'Changed' });
    const answer = await author.call('updatePost', { params: { id: post.id }, body });
    expect(answer.data.status).toBe('pending_approval');
    await service.clock.advance('2 hours');
    await service.publishDue();
    expect((await getPost(service, post)).status).toBe('pending_approval');
    expect(await readTimeline(service, quiet)).toHaveLength(0);
  });

  test('an author’s retry of a failed post is submitted, too', async () => {
    const post = await createPost(author, scheduledToBehave('reject', [channel]));
    await decide(service, post, 'approve');
    await service.publishDue();
    expect((await getPost(service, post)).status).toBe('failed');
    const answer = await author.call('updatePost', {
      params: { id: post.id },
      body: scheduledFor([channel]),
    });
    expect(answer.data).toMatchObject({
      status: 'pending_approval',
      targets: [{ status: 'pending', error: null }],
    });
    expect(await service.publishDue()).toBe(0);
  });

  test('a publisher schedules a submitted post by updating it, and withdraws it by saving a draft', async () => {
    const [sent, taken] = [
      await createPost(author, scheduledFor([channel])),
      await createPost(author, scheduledFor([channel])),
    ];
    const answer = await service.call('updatePost', {
      params: { id: sent.id },
      body: scheduledFor([channel]),
    });
    expect(answer.data.status).toBe('scheduled');
    const back = await author.call('updatePost', {
      params: { id: taken.id },
      body: { status: 'draft', content: null },
    });
    expect(back.data.status).toBe('draft');
  });
});

describe('where no approvals are required', () => {
  test('an author schedules directly', async () => {
    const free = await service.inWorkspace();
    const account = await connectSandbox(free);
    const member = await service.beside(free, 'author');
    expect((await createPost(member, scheduledFor([account]))).status).toBe('scheduled');
  });
});
