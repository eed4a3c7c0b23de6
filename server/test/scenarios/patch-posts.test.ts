import type { Post } from '@belfry/contract/posts.ts';
import type { BodyOf } from '@belfry/contract/routes.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { app } from '../support/app.ts';
import type { Client } from '../support/client.ts';
import { makeMedia } from '../support/people.ts';
import { createPost, getPost, refusalOf, scheduledFor, scheduledToBehave } from '../support/posts.ts';
import { decide } from '../support/reviews.ts';
import { connectSandbox, readTimeline } from '../support/sandbox.ts';

const service = await app({ workspace: { requires_approval: true } });
afterAll(() => service.close());
const [one, two] = [await connectSandbox(service), await connectSandbox(service)];
const author = await service.as('author');
const later = '2027-02-01T10:00:00.000000Z';
const other = '2027-02-03T11:30:00.000000Z';

const patch = (client: Client, { id }: Pick<Post, 'id'>, body: unknown, headers = {}) =>
  client.request('PATCH', `/posts/${id}`, { body, headers });
const accepted = async (client: Client, { id }: Post, body: BodyOf<'patchPost'>): Promise<Post> =>
  (await client.call('patchPost', { params: { id }, body })).data;
const eventsOf = async ({ id }: Post) =>
  service.db.rows<{ kind: string; data: object }>(
    'select kind, data from events where post_id = $1 order by id',
    [id],
  );

describe('a patch', () => {
  test('of the time changes nothing else, and its event has only the time', async () => {
    const media_ids = [await makeMedia(service.db, service.workspaceId)];
    const body = scheduledToBehave('slow', [one, two], { scheduled_at: later, media_ids });
    const post = await createPost(service, body);
    const moved = await accepted(service, post, { scheduled_at: other });
    expect(moved).toEqual({
      ...post,
      version: 2,
      scheduled_at: other,
      planned_at: other,
      updated_at: moved.updated_at,
    });
    expect(await getPost(service, post)).toEqual(moved);
    expect((await eventsOf(post)).at(-1)).toEqual({
      kind: 'post.scheduled',
      data: {
        scheduled_at: other,
        before: { status: 'scheduled', scheduled_at: later },
        after: { scheduled_at: other },
      },
    });
  });

  test('moves a draft, which stays a draft, and takes its time away', async () => {
    const post = await createPost(service, { status: 'draft', content: 'Bells' });
    const moved = await accepted(service, post, { scheduled_at: later });
    expect([moved.status, moved.planned_at, moved.content]).toEqual(['draft', later, 'Bells']);
    expect((await accepted(service, post, { scheduled_at: null })).planned_at).toBeNull();
  });

  test('to a draft keeps everything else, and nothing is published', async () => {
    const channel = await connectSandbox(service);
    const scheduled_at = await service.clock.in('10 minutes');
    const post = await createPost(service, scheduledFor([channel], { scheduled_at }));
    const drafted = await accepted(service, post, { status: 'draft' });
    expect(drafted).toMatchObject({ status: 'draft', planned_at: scheduled_at, content: post.content });
    await service.clock.advance('11 minutes');
    await service.publishDue();
    expect(await readTimeline(service, channel)).toHaveLength(0);
  });

  test('schedules a draft with its own time, or for the next free slot', async () => {
    const draft = { ...scheduledFor([one], { scheduled_at: later }), status: 'draft' as const };
    const first = await createPost(service, draft);
    expect((await accepted(service, first, { status: 'scheduled' })).status).toBe('scheduled');
    const second = await createPost(service, draft);
    const query = { 'channel_ids[]': [one.id] };
    const { scheduled_at } = (await service.call('getNextSlot', { query })).data;
    const queued = await accepted(service, second, { status: 'scheduled', queue: true });
    expect([queued.status, queued.scheduled_at]).toEqual(['scheduled', scheduled_at]);
  });

  test('is checked as an update is', async () => {
    const draft = await createPost(service, { status: 'draft', content: 'x'.repeat(501) });
    expect(refusalOf(await patch(service, draft, { status: 'scheduled' }))).toEqual([
      'invalid',
      'scheduled_at',
      'targets',
    ]);
    expect(refusalOf(await patch(service, draft, { queue: true }))).toEqual(['invalid', 'queue']);
    const long = { ...scheduledFor([one], { content: 'x'.repeat(501) }), status: 'draft' as const };
    const post = await createPost(service, long);
    expect(refusalOf(await patch(service, post, { status: 'scheduled' }))).toEqual([
      'limits_exceeded',
      'targets.0.content',
    ]);
    expect(refusalOf(await patch(service, post, { content: 'no' }))).toEqual(['invalid', 'content']);
    expect(await getPost(service, post)).toEqual(post);
  });

  test('with an outdated version, or of a published post, is refused', async () => {
    const post = await createPost(service, scheduledFor([await connectSandbox(service)]));
    const moved = await patch(service, post, { scheduled_at: later }, { 'if-match': '"9"' });
    expect(refusalOf(moved)).toEqual(['version_conflict']);
    await service.publishDue();
    expect(refusalOf(await patch(service, post, { scheduled_at: later }))).toEqual(['post_published']);
  });

  test('sends a failed post again only when it says so', async () => {
    const channel = await connectSandbox(service);
    const post = await createPost(service, scheduledToBehave('reject', [channel]));
    await service.publishDue();
    expect(refusalOf(await patch(service, post, { scheduled_at: later }))).toEqual(['invalid', 'status']);
    expect((await getPost(service, post)).status).toBe('failed');
    const again = await accepted(service, post, { status: 'scheduled', scheduled_at: later });
    expect(again).toMatchObject({ status: 'scheduled', targets: [{ status: 'pending', error: null }] });
  });

  test('keeps the channels that show a failed post already', async () => {
    const [good, bad] = [await connectSandbox(service), await connectSandbox(service)];
    const body = scheduledToBehave('reject', [good, bad]);
    const targets = [{ channel_id: good.id }, ...(body.targets ?? []).slice(1)];
    const post = await createPost(service, { ...body, targets });
    await service.publishDue();
    const again = await accepted(service, post, { status: 'scheduled', scheduled_at: later });
    expect(again.targets.map(({ status }) => status)).toEqual(['published', 'pending']);
    expect(refusalOf(await patch(service, post, { status: 'draft' }))).toEqual(['post_partly_published']);
  });

  test('of another workspace’s post is not found, and a viewer may not send one', async () => {
    const post = await createPost(service, { status: 'draft' });
    const stranger = await service.inWorkspace();
    expect(refusalOf(await patch(stranger, post, { scheduled_at: later }))).toEqual(['not_found']);
    const viewer = await service.as('viewer');
    expect(refusalOf(await patch(viewer, post, { scheduled_at: later }))).toEqual(['forbidden']);
  });
});

describe('a patch, where approvals are required,', () => {
  test('leaves a waiting post waiting, unless its status is sent', async () => {
    const post = await createPost(author, scheduledFor([one], { scheduled_at: later }));
    const moved = await accepted(service, post, { scheduled_at: other });
    expect([moved.status, moved.scheduled_at]).toEqual(['pending_approval', other]);
    expect((await accepted(service, post, { status: 'scheduled' })).status).toBe('scheduled');
  });

  test('by its author sends an approved post back for approval', async () => {
    const post = await createPost(author, scheduledFor([one], { scheduled_at: later }));
    await decide(service, post, 'approve');
    expect((await accepted(author, post, { scheduled_at: other })).status).toBe('pending_approval');
    expect((await eventsOf(post)).map(({ kind }) => kind).slice(-2)).toEqual([
      'review.voided',
      'review.requested',
    ]);
  });

  test('of somebody else’s scheduled post needs the right to publish', async () => {
    const post = await createPost(service, scheduledFor([one], { scheduled_at: later }));
    expect(refusalOf(await patch(author, post, { scheduled_at: other }))).toEqual(['forbidden']);
  });
});

describe('publish_in', () => {
  test('schedules by the clock of the service', async () => {
    const channel = await connectSandbox(service);
    const { scheduled_at: _, ...body } = scheduledFor([channel]);
    const post = await createPost(service, { ...body, publish_in: 10 });
    expect(post.scheduled_at).toBe(await service.clock.in('10 seconds'));
    await service.clock.advance('9 seconds');
    expect(await service.publishDue()).toBe(0);
    await service.clock.advance('1 second');
    expect(await service.publishDue()).toBe(1);
  });

  test('schedules a draft, and the draft’s own time does not matter', async () => {
    const draft = { ...scheduledFor([one], { scheduled_at: later }), status: 'draft' as const };
    const post = await createPost(service, draft);
    const soon = await accepted(service, post, { status: 'scheduled', publish_in: 0 });
    expect(soon.scheduled_at).toBe(await service.clock.in('0'));
  });

  test.each([
    [{ publish_in: -1 }, 'publish_in'],
    [{ publish_in: 3601 }, 'publish_in'],
    [{ publish_in: 1.5 }, 'publish_in'],
    [{ publish_in: '5' }, 'publish_in'],
    [{ publish_in: 5, scheduled_at: later }, 'publish_in'],
    [{ publish_in: 5, queue: true }, 'publish_in'],
    [{ publish_in: 5, status: 'draft' }, 'publish_in'],
  ])('is refused: %j', async (body, field) => {
    const { scheduled_at: _, ...scheduled } = scheduledFor([one]);
    const created = await service.request('POST', '/posts', { body: { ...scheduled, ...body } });
    expect(refusalOf(created)).toEqual(['invalid', field]);
    const post = await createPost(service, scheduledFor([one], { scheduled_at: later }));
    expect(refusalOf(await patch(service, post, body))).toEqual(['invalid', field]);
    expect(await getPost(service, post)).toEqual(post);
  });
});
