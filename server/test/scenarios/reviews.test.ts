import type { Post } from '@belfry/contract/posts.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { app } from '../support/app.ts';
import type { Client } from '../support/client.ts';
import { createPost, getPost, refusalOf, scheduledFor } from '../support/posts.ts';
import { decide, kindsOf } from '../support/reviews.ts';
import { connectSandbox, readTimeline } from '../support/sandbox.ts';

const service = await app({ workspace: { requires_approval: true } });
afterAll(() => service.close());
const [author, admin, other] = [
  await service.as('author'),
  await service.as('admin'),
  await service.as('admin'),
];
const channel = await connectSandbox(service);
const later = { scheduled_at: '2028-01-01T00:00:00Z' };

const submit = (): Promise<Post> => createPost(author, scheduledFor([channel], later));
const put = (client: Client, { id }: Post, body: object) => client.request('PUT', `/posts/${id}`, { body });
const textsOn = async (account: typeof channel) =>
  (await readTimeline(service, account)).map(({ text }) => text);

describe('an approval', () => {
  test('schedules the post, and names the reviewer', async () => {
    const post = await submit();
    expect(post.latest_review).toBeNull();
    const answer = await decide(admin, post, 'approve', { comment: ' Fine. ' });
    expect(answer.status).toBe(201);
    const after = await getPost(author, post);
    expect(after).toMatchObject({ status: 'scheduled', latest_review: answer.data });
    expect(answer.data).toMatchObject({
      decision: 'approved',
      comment: 'Fine.',
      reviewer: { id: admin.userId },
    });
    expect(await kindsOf(author, post)).toEqual([
      ['review.requested', author.userId],
      ['review.approved', admin.userId],
    ]);
  });

  test.each(['approve', 'reject'] as const)(
    'or a rejection (%s) names the version that was decided, even without If-Match',
    async (decision) => {
      const post = await submit();
      await put(author, post, scheduledFor([channel], { ...later, content: 'Another' }));
      const { headers } = await admin.call('getPost', { params: post });
      const { data } = await decide(admin, post, decision);
      expect(`"${data?.version}"`).toBe(headers.get('etag'));
      const [event] = (await author.call('listPostEvents', { params: post })).data.slice(-1);
      expect(event?.data).toMatchObject({ version: data?.version });
      expect((await getPost(author, post)).latest_review?.version).toBe(data?.version);
      const again = await admin.call('getPost', { params: post });
      expect(again.headers.get('etag')).not.toBe(headers.get('etag'));
    },
  );

  test('publishes the post at its time', async () => {
    const quiet = await connectSandbox(service);
    const scheduled_at = await service.clock.in('1 hour');
    const post = await createPost(author, scheduledFor([quiet], { scheduled_at }));
    await decide(admin, post, 'approve');
    expect(await service.publishDue()).toBe(0);
    await service.clock.advance('1 hour');
    await service.publishDue();
    expect(await textsOn(quiet)).toEqual(['Hello']);
    expect(await getPost(service, post)).toMatchObject({
      status: 'published',
      latest_review: { decision: 'approved' },
    });
  });

  test('publishes an overdue post at once, and the post announces it beforehand', async () => {
    const quiet = await connectSandbox(service);
    const scheduled_at = await service.clock.in('1 hour');
    const post = await createPost(author, scheduledFor([quiet], { scheduled_at }));
    expect(post.publishes_on_approval).toBe(false);
    await service.clock.advance('3 days');
    await service.publishDue();
    expect(await getPost(service, post)).toMatchObject({
      status: 'pending_approval',
      publishes_on_approval: true,
    });
    expect(await textsOn(quiet)).toEqual([]);
    await decide(admin, post, 'approve');
    expect((await getPost(service, post)).publishes_on_approval).toBe(false);
    await service.publishDue();
    expect((await getPost(service, post)).status).toBe('published');
  });
});

describe('a rejection', () => {
  test('makes the post a draft again, with the comment', async () => {
    const quiet = await connectSandbox(service);
    const post = await createPost(author, scheduledFor([quiet]));
    await decide(admin, post, 'reject', { comment: 'Too loud.' });
    await service.publishDue();
    expect(await getPost(author, post)).toMatchObject({
      status: 'draft',
      content: 'Hello',
      latest_review: { decision: 'rejected', comment: 'Too loud.' },
    });
    expect(await textsOn(quiet)).toEqual([]);
  });

  test('can be followed by another submission, and all decisions are listed, the newest first', async () => {
    const post = await submit();
    await decide(admin, post, 'reject');
    const again = await put(author, post, scheduledFor([channel], { ...later, content: 'Softer' }));
    expect(again.data).toMatchObject({
      status: 'pending_approval',
      latest_review: { decision: 'rejected', comment: null },
    });
    await decide(other, post, 'approve');
    const { data } = await author.call('listReviews', { params: { id: post.id } });
    expect(data.map(({ decision, reviewer }) => [decision, reviewer.id])).toEqual([
      ['approved', other.userId],
      ['rejected', admin.userId],
    ]);
    const { data: listed } = await author.call('listPosts', { query: { status: 'scheduled' } });
    expect(listed.find(({ id }) => id === post.id)?.latest_review).toEqual(data[0]);
  });

  test('frees the slot in the queue; waiting keeps it', async () => {
    const [account] = [await connectSandbox(service)];
    const queue = () => createPost(author, scheduledFor([account], { queue: true }));
    const [first, second] = [await queue(), await queue()];
    expect(second.scheduled_at).not.toBe(first.scheduled_at);
    await decide(admin, first, 'reject');
    expect((await queue()).scheduled_at).toBe(first.scheduled_at);
  });

  test('of a post that is partly live fails the rest, with the reason', async () => {
    const [shown, waiting] = [await connectSandbox(service), await connectSandbox(service)];
    const targets = [{ channel_id: shown.id }, { channel_id: waiting.id, settings: { behaviour: 'reject' } }];
    const post = await createPost(author, { ...scheduledFor([]), targets });
    await decide(other, post, 'approve');
    await service.publishDue();
    await put(author, post, scheduledFor([waiting]));
    await decide(admin, post, 'reject', { comment: 'Once is enough.' });
    const after = await getPost(service, post);
    expect(after.status).toBe('failed');
    expect(after.targets.map(({ status, error }) => [status, error?.code, error?.message])).toEqual([
      ['published', undefined, undefined],
      ['failed', 'not_approved', 'A reviewer rejected the post: Once is enough.'],
    ]);
    const { data: timeline } = await service.call('listPostEvents', { params: { id: post.id } });
    const failure = timeline.findLast(({ kind }) => kind === 'post.failed');
    expect(failure?.data).toMatchObject({
      targets: [
        { channel_id: shown.id, status: 'published', url: expect.any(String), error: null },
        { channel_id: waiting.id, status: 'failed', error: { code: 'not_approved' } },
      ],
    });
    expect(await service.publishDue()).toBe(0);
  });
});

describe('a decision', () => {
  test('is made once, however many admins decide at once', async () => {
    for (let round = 0; round < 20; round += 1) {
      const post = await submit();
      const answers = await Promise.all([decide(admin, post, 'approve'), decide(other, post, 'reject')]);
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
      const refused = answers.find(({ status }) => status === 409);
      expect(refused?.error.code).toBe('review_decided');
      const after = await getPost(service, post);
      expect(after.status).toBe(answers[0]?.status === 201 ? 'scheduled' : 'draft');
      expect((await author.call('listReviews', { params: post })).data).toHaveLength(1);
    }
  });

  test('needs a waiting post', async () => {
    const draft = await createPost(author, { status: 'draft' });
    const direct = await createPost(service, scheduledFor([channel], later));
    const rejected = await submit();
    await decide(admin, rejected, 'reject');
    expect((await decide(other, rejected, 'approve')).error).toMatchObject({
      code: 'review_decided',
      message: expect.stringContaining('has rejected this post already'),
    });
    await put(author, rejected, { status: 'draft', content: 'Changed' });
    for (const post of [draft, direct, rejected]) {
      expect((await decide(admin, post, 'approve')).error.code).toBe('not_pending');
    }
  });

  test('can name the version that was read, and is refused for a newer one', async () => {
    const post = await submit();
    const { headers } = await admin.call('getPost', { params: post });
    const ifMatch = headers.get('etag') ?? '';
    await put(author, post, scheduledFor([channel], { ...later, content: 'Not what you read' }));
    expect((await decide(admin, post, 'approve', { ifMatch })).error.code).toBe('version_conflict');
    const newest = (await admin.call('getPost', { params: post })).headers.get('etag') ?? '';
    expect((await decide(admin, post, 'approve', { ifMatch: newest })).status).toBe(201);
  });

  test('is refused, like scheduling, if the network’s limits are stricter now', async () => {
    const changing = await connectSandbox(service);
    const post = await createPost(author, scheduledFor([channel, changing], later));
    await service.db.rows(`update channels set limits = '{"text.max": 3}' where id = $1`, [changing.id]);
    const answer = await decide(admin, post, 'approve');
    expect([answer.status, ...refusalOf(answer)]).toEqual([422, 'limits_exceeded', 'targets.1.content']);
    expect((await getPost(service, post)).status).toBe('pending_approval');
    expect((await decide(admin, post, 'reject')).status).toBe(201);
  });

  test('is refused if a channel was removed meanwhile', async () => {
    const gone = await connectSandbox(service);
    const post = await createPost(author, scheduledFor([gone], later));
    await service.call('deleteChannel', { params: gone });
    expect(refusalOf(await decide(admin, post, 'approve'))).toEqual(['invalid', 'targets.0.channel_id']);
  });
});

describe('when the workspace changes its setting', () => {
  const require = (client: Client, yes: boolean) =>
    service.db.rows('update workspaces set requires_approval = $2 where id = $1', [client.workspaceId, yes]);

  test('waiting posts keep waiting, and can be approved or scheduled', async () => {
    const owner = await service.inWorkspace({ requires_approval: true });
    const account = await connectSandbox(owner);
    const writer = await service.beside(owner, 'author');
    const bodies = scheduledFor([account], later);
    const [one, two] = [await createPost(writer, bodies), await createPost(writer, bodies)];
    await require(owner, false);
    expect((await getPost(owner, one)).status).toBe('pending_approval');
    expect((await decide(owner, one, 'approve')).status).toBe(201);
    expect((await put(writer, two, bodies)).data).toMatchObject({ status: 'scheduled' });
  });

  test('posts that were scheduled without approval are published', async () => {
    const owner = await service.inWorkspace();
    const account = await connectSandbox(owner);
    const scheduled_at = await service.clock.in('1 hour');
    const writer = await service.beside(owner, 'author');
    const post = await createPost(writer, scheduledFor([account], { scheduled_at }));
    await require(owner, true);
    await service.clock.advance('1 hour');
    await service.publishDue();
    expect((await getPost(owner, post)).status).toBe('published');
  });
});
