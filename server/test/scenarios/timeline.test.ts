import { afterAll, describe, expect, test } from 'vitest';
import { app } from '../support/app.ts';
import { createPost, scheduledFor, scheduledToBehave } from '../support/posts.ts';
import { connectSandbox } from '../support/sandbox.ts';

const service = await app({ workspace: { requires_approval: true } });
afterAll(() => service.close());

const readTimeline = async (id: number) => (await service.call('listPostEvents', { params: { id } })).data;
const kindsOf = async (id: number) => (await readTimeline(id)).map(({ kind }) => kind);

describe('the timeline of a post', () => {
  test('has the text before each change', async () => {
    const channel = await connectSandbox(service);
    const [first, second] = [await service.clock.in('1 hour'), await service.clock.in('2 hours')];
    const before = scheduledFor([channel], { scheduled_at: first, content: 'Before' });
    const post = await createPost(service, before);
    const targets = [{ channel_id: channel.id, content: 'Own' }];
    const body = { ...before, scheduled_at: second, content: 'After', targets };
    await service.call('updatePost', { params: { id: post.id }, body });
    const [created, changed] = await readTimeline(post.id);
    expect(created?.data).toEqual({ scheduled_at: first });
    const target = { channel_id: channel.id, settings: {} };
    expect(changed?.data).toEqual({
      scheduled_at: second,
      before: {
        status: 'scheduled',
        content: 'Before',
        scheduled_at: first,
        targets: [{ ...target, content: null }],
      },
      after: { content: 'After', scheduled_at: second, targets: [{ ...target, content: 'Own' }] },
    });
  });

  test('shows who did what, when, and with which result', async () => {
    const channel = await connectSandbox(service);
    const author = await service.as('author');
    const body = scheduledFor([channel], { scheduled_at: await service.clock.in('1 hour') });
    const post = await createPost(author, { ...body, status: 'draft' });
    await author.call('updatePost', { params: { id: post.id }, body });
    await service.call('updatePost', { params: { id: post.id }, body });
    const [{ id: target_id } = { id: 0 }] = post.targets;
    await service.clock.advance('1 hour 2 seconds');
    await service.publishDue();
    const events = await readTimeline(post.id);
    expect(events.map(({ kind }) => kind)).toEqual([
      'post.saved',
      'review.requested',
      'post.scheduled',
      'target.started',
      'target.sent',
      'target.confirmed',
      'target.published',
      'post.published',
    ]);
    const [saved, , scheduled, started, ...rest] = events;
    expect(saved?.actor).toEqual({ id: author.userId, name: post.author.name });
    expect(scheduled).toMatchObject({ actor: { id: service.userId }, target_id: null, channel_id: null });
    expect(started).toMatchObject({
      actor: null,
      target_id,
      channel_id: channel.id,
      data: { late_ms: 2000 },
    });
    const now = await service.clock.in('0');
    expect(new Set(rest.map(({ at }) => at))).toEqual(new Set([now]));
    expect(rest.at(-2)).toMatchObject({
      target_id,
      data: { url: expect.stringContaining('/sandbox/@'), late_ms: 2000 },
    });
  });

  test.each([
    ['reject', ['target.sent', 'target.failed', 'post.failed']],
    ['throttle', ['target.sent', 'target.put_off', 'target.started', 'target.sent', 'target.confirmed']],
    ['lose_reply', ['target.sent', 'target.put_off', 'target.started', 'target.sent', 'target.confirmed']],
    ['reconnect', ['target.sent', 'target.held']],
  ])('shows what the network did: %s', async (behaviour, kinds) => {
    const channel = await connectSandbox(service);
    const post = await createPost(service, scheduledToBehave(behaviour, [channel]));
    await service.publishDue();
    await service.clock.advance('10 seconds');
    await service.publishDue();
    expect((await kindsOf(post.id)).slice(0, 3 + kinds.length)).toEqual([
      'post.scheduled',
      'target.started',
      'target.prepared',
      ...kinds,
    ]);
  });

  test('shows the reason in the words of the network', async () => {
    const channel = await connectSandbox(service);
    const post = await createPost(service, scheduledToBehave('reject', [channel]));
    await service.publishDue();
    const failure = (await readTimeline(post.id)).find(({ kind }) => kind === 'target.failed');
    expect(failure?.data).toMatchObject({ code: 'rejected', network_code: 'wished' });
  });

  test('belongs to its workspace, and is deleted with its post', async () => {
    const post = await createPost(service, { status: 'draft' });
    const stranger = await service.inWorkspace();
    expect((await stranger.call('listPostEvents', { params: { id: post.id } })).status).toBe(404);
    await service.call('deletePost', { params: { id: post.id } });
    expect((await service.call('listPostEvents', { params: { id: post.id } })).status).toBe(404);
  });
});
