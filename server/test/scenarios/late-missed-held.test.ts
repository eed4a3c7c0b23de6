/**
 * The four places that show a post that was not published as planned: the API, the timeline, the metrics and the
 * notices.
 */
import type { Channel } from '@belfry/contract/channels.ts';
import type { Post } from '@belfry/contract/posts.ts';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { app } from '../support/app.ts';
import { createNotices, noticesOf } from '../support/notices.ts';
import { createPost, getPost, scheduledFor } from '../support/posts.ts';
import { connectSandbox, readTimeline } from '../support/sandbox.ts';

const service = await app();
afterAll(() => service.close());
const author = await service.as('editor');
let channel: Channel;
let before: Map<string, number>;

beforeEach(async () => {
  await createNotices(service);
  await service.db.rows('delete from notices');
  await service.db.rows('delete from posts');
  channel = await connectSandbox(service);
  before = await attempts();
});

/** A post for the time in an hour, with a behaviour of the sandbox. */
async function plan(behaviour?: string): Promise<Post> {
  const scheduled_at = await service.clock.in('1 hour');
  const settings = behaviour === undefined ? {} : { settings: { behaviour } };
  const targets = [{ channel_id: channel.id, ...settings }];
  return createPost(author, { ...scheduledFor([], { scheduled_at }), targets });
}

async function publishAfter(interval: string): Promise<void> {
  await service.clock.advance(interval);
  await service.publishDue();
}

async function attempts(): Promise<Map<string, number>> {
  const answer = await fetch(`${service.origin}/metrics`);
  const line = /^belfry_attempts_total\{platform="sandbox",.*outcome="(\w+)",code="(\w*)"\} (\d+)/gm;
  const lines = (await answer.text()).matchAll(line);
  return new Map([...lines].map(([, outcome = '', code, count]) => [code || outcome, Number(count)]));
}

const counted = async (outcome: string) =>
  ((await attempts()).get(outcome) ?? 0) - (before.get(outcome) ?? 0);
const timeline = async ({ id }: Post) => (await author.call('listPostEvents', { params: { id } })).data;
const readNotices = async (client = author) => {
  await createNotices(service);
  return (await noticesOf(client)).map(({ kind, body }) => [kind, body]);
};

/** A call without an answer, and a channel that was removed, so that the network can no longer be asked. */
async function makeUnconfirmed(): Promise<Post> {
  const post = await plan();
  const [target] = post.targets;
  await service.clock.advance('1 hour');
  await service.db.rows(
    `insert into journal (target_id, workspace_id, name, kind, state)
     select id, workspace_id, 'post', 'commit', 'open' from targets where id = $1`,
    [target?.id],
  );
  await service.call('deleteChannel', { params: { id: channel.id } });
  await service.publishDue();
  return post;
}

describe('a late post', () => {
  test('is published within the grace, and marked as late', async () => {
    const post = await plan();
    await publishAfter('4 hours');
    const found = await getPost(author, post);
    expect(found).toMatchObject({
      status: 'published',
      planned_at: post.scheduled_at,
      targets: [{ status: 'published', error: null, warnings: ['The post was published 3 hours late.'] }],
    });
    expect(found.scheduled_at).not.toBe(found.planned_at);
    const published = (await timeline(post)).find(({ kind }) => kind === 'target.published');
    expect(published?.data).toMatchObject({ late_ms: 3 * 3_600_000 });
    expect(await counted('published')).toBe(1);
    expect(await readNotices()).toEqual([['post.late', expect.stringContaining('later than planned')]]);
  });

  test('is not one that was published a few minutes late', async () => {
    const post = await plan();
    await publishAfter('1 hour 14 minutes');
    expect((await getPost(author, post)).targets[0]?.warnings).toEqual([]);
    expect(await readNotices()).toEqual([]);
  });
});

describe('a missed post', () => {
  test('fails after the grace, and nothing is sent', async () => {
    const post = await plan();
    await publishAfter('26 hours');
    expect(await getPost(author, post)).toMatchObject({
      status: 'failed',
      targets: [{ status: 'failed', error: { code: 'missed', retryable: true } }],
    });
    const failed = (await timeline(post)).find(({ kind }) => kind === 'target.failed');
    expect(failed?.data).toMatchObject({ code: 'missed', message: expect.stringContaining('25 hours late') });
    expect(await counted('missed')).toBe(1);
    expect(await readNotices()).toEqual([['post.failed', expect.stringContaining('25 hours late')]]);
    expect(await readTimeline(service, channel)).toEqual([]);
  });
});

test('a late post fails if the network asks for a wait beyond the grace', async () => {
  const post = await plan('throttle');
  await publishAfter('24 hours 59 minutes 59 seconds');
  expect((await getPost(author, post)).targets).toMatchObject([
    { status: 'failed', error: { code: 'network_unavailable' } },
  ]);
});

test('a grace of 0 hours means five minutes', async () => {
  const { id } = await service.call('getWorkspace', {}).then(({ data }) => data);
  await service.db.rows('update workspaces set grace_hours = 0 where id = $1', [id]);
  const late = await plan();
  await publishAfter('1 hour 5 minutes');
  expect((await getPost(author, late)).status).toBe('published');
  const missed = await plan();
  await publishAfter('1 hour 5 minutes 1 second');
  await service.db.rows('update workspaces set grace_hours = 24 where id = $1', [id]);
  expect((await getPost(author, missed)).targets).toMatchObject([
    { status: 'failed', error: { code: 'missed' } },
  ]);
});

describe('a held post', () => {
  test('waits and has not failed; the channel and a warning state the reason', async () => {
    const post = await plan('reconnect');
    await publishAfter('1 hour');
    expect(await getPost(author, post)).toMatchObject({
      status: 'scheduled',
      targets: [
        {
          status: 'pending',
          error: null,
          warnings: [expect.stringContaining('connects the channel again')],
          channel: { needs_reconnect: true },
        },
      ],
    });
    expect((await timeline(post)).at(-1)).toMatchObject({
      kind: 'target.held',
      data: { message: expect.stringContaining('revoked') },
    });
    expect(await counted('held')).toBe(1);
    expect(await readNotices()).toEqual([['post.held', expect.stringContaining('is on hold until')]]);
    expect(await readNotices(service)).toEqual([['channel.needs_reconnect', expect.any(String)]]);
  });

  test('is published when the channel is connected again, and the warning is removed', async () => {
    const post = await plan('reconnect');
    await publishAfter('1 hour');
    await connectSandbox(service, channel.username);
    await publishAfter('0');
    expect((await getPost(author, post)).targets).toMatchObject([{ status: 'published', warnings: [] }]);
    expect((await timeline(post)).map(({ kind }) => kind).slice(-2)).toEqual([
      'target.published',
      'post.published',
    ]);
  });

  test('fails when the grace ends', async () => {
    const post = await plan('reconnect');
    await publishAfter('1 hour');
    await publishAfter('24 hours 1 second');
    expect((await getPost(author, post)).targets).toMatchObject([
      { status: 'failed', error: { code: 'channel_disconnected', retryable: true }, warnings: [] },
    ]);
    expect(await counted('channel_disconnected')).toBe(1);
    expect((await readNotices()).map(([kind]) => kind)).toContain('post.failed');
  });
});

describe('an unconfirmed post', () => {
  test('fails as unknown, notifies author and managers, and is sent again only when a person confirms it', async () => {
    const post = await makeUnconfirmed();
    const [target] = (await getPost(author, post)).targets;
    expect(target).toMatchObject({ status: 'failed', error: { code: 'outcome_unknown', retryable: false } });
    const failed = (await timeline(post)).find(({ kind }) => kind === 'target.failed');
    expect(failed?.data).toMatchObject({
      code: 'outcome_unknown',
      message: expect.stringContaining('then say whether it is'),
    });
    expect(await counted('unconfirmed')).toBe(1);
    for (const client of [author, service]) {
      expect((await readNotices(client)).map(([kind]) => kind)).toContain('post.unconfirmed');
    }
    await connectSandbox(service, channel.username);
    const params = { id: post.id };
    const body = scheduledFor([channel]);
    const refused = await author.call('updatePost', { params, body });
    expect([refused.status, refused.error]).toMatchObject([
      409,
      { code: 'confirm_resend_required', details: { target_ids: [target?.id] } },
    ]);
    await service.publishDue();
    expect(await readTimeline(service, channel)).toEqual([]);
    const confirmed = { ...body, confirm_resend: [target?.id ?? 0] };
    expect((await author.call('updatePost', { params, body: confirmed })).status).toBe(200);
    await service.publishDue();
    expect(await readTimeline(service, channel)).toHaveLength(1);
  });
});
