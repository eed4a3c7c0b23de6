/** A person says whether a copy with an unknown outcome is live, or dismisses a copy that failed. */
import type { Channel } from '@belfry/contract/channels.ts';
import type { Post } from '@belfry/contract/posts.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { startFake } from '../../../networks/mastodon/fake.ts';
import { requireSameSecret } from '../../src/setup/setup.ts';
import { app } from '../support/app.ts';
import type { Client } from '../support/client.ts';
import { createPost, getPost, refusalOf, scheduledFor } from '../support/posts.ts';
import {
  again,
  firstTarget,
  forgetSend,
  makeUnconfirmed,
  pathOf,
  type Resolution,
  resolve,
  restore,
} from '../support/resolving.ts';
import { kindsOf } from '../support/reviews.ts';
import { connectSandbox, readTimeline } from '../support/sandbox.ts';

const fake = await startFake();
const service = await app({ networkEndpoints: { mastodon: fake.server.url } });
await requireSameSecret(service.ctx);
fake.server.now = () => service.clock.now();
afterAll(() => service.close());

const connected = await service.call('createChannel', {
  body: { platform: 'mastodon', credentials: fake.credentials },
});
const mastodon = connected.data;
const countAll = (channels: readonly Channel[]) =>
  Promise.all(channels.map(async (channel) => (await readTimeline(service, channel)).length));

describe('a person who has seen the copy', () => {
  test('publishes it without a send, and is named', async () => {
    const { channel, post, countLive } = await makeUnconfirmed(service, { isOut: true });
    const url = 'https://tower.example/@ada/17';
    const { status, data } = await resolve(service, post, { outcome: 'published', external_url: url });
    expect([status, data]).toMatchObject([
      200,
      {
        status: 'published',
        targets: [
          { status: 'published', error: null, external_url: url, confirmed_by: { id: service.userId } },
        ],
      },
    ]);
    expect(await service.publishDue()).toBe(0);
    expect(await countLive()).toBe(1);
    expect((await kindsOf(service, post)).slice(-2)).toEqual([
      ['target.resolved', service.userId],
      ['post.published', null],
    ]);
    expect(
      (await service.request('PUT', `/posts/${post.id}`, { body: scheduledFor([channel]) })).error.code,
    ).toBe('post_published');
  });

  test('gets the post in the answer, also with a key that may not read posts', async () => {
    const writer = await service.as('owner', { scopes: ['post.write'] });
    const { post } = await makeUnconfirmed(service);
    const { status, data } = await resolve(writer, post, { outcome: 'published' });
    expect([status, (data as Post).status]).toEqual([200, 'published']);
  });

  test('is named as they are called now', async () => {
    const editor = await service.as('editor');
    const { post } = await makeUnconfirmed(service, { isOut: true });
    await resolve(editor, post, { outcome: 'published' });
    await getPost(service, post);
    await service.db.rows("update users set name = 'Grace' where id = $1", [editor.userId]);
    expect((await getPost(service, post)).targets[0]?.confirmed_by?.name).toBe('Grace');
  });

  test('publishes one channel of a post that failed on another, which alone is sent again', async () => {
    const channels = [await connectSandbox(service), await connectSandbox(service)];
    const post = await createPost(service, scheduledFor(channels));
    await restore(service);
    await resolve(service, post, { outcome: 'published' });
    expect((await getPost(service, post)).status).toBe('failed');
    const confirm_resend = post.targets.map(({ id }) => id);
    const body = scheduledFor(channels, { confirm_resend });
    await service.call('updatePost', { params: { id: post.id }, body });
    await service.publishDue();
    expect((await getPost(service, post)).status).toBe('published');
    expect(await countAll(channels)).toEqual([0, 1]);
  });

  test('keeps the page from being adopted by another post with the same text', async () => {
    const twins = [
      await createPost(service, scheduledFor([mastodon], { content: 'Twins' })),
      await createPost(service, scheduledFor([mastodon], { content: 'Twins' })),
    ] as const;
    await service.db.rows("update targets set wake_at = 'infinity' where post_id = $1", [twins[1].id]);
    await service.publishDue();
    const url = (await getPost(service, twins[0])).targets[0]?.external_url;
    for (const post of twins) await forgetSend(service, post);
    await restore(service);
    await resolve(service, twins[0], { outcome: 'published', external_url: url ?? null });
    await service.request('POST', `/posts/${twins[1].id}/reconcile`);
    await service.publishDue();
    expect((await getPost(service, twins[1])).targets[0]).toMatchObject({
      error: { code: 'outcome_unknown' },
    });
  });
});

describe('a person who has looked and found nothing', () => {
  test('ends the doubt; nothing is sent before a retry, which needs no other confirmation', async () => {
    const { channel, post, countLive } = await makeUnconfirmed(service);
    const { data } = await resolve(service, post, { outcome: 'not_published' });
    expect((data as Post).targets[0]).toMatchObject({
      status: 'failed',
      error: { code: 'not_published', retryable: true },
      confirmed_by: null,
    });
    expect([await service.publishDue(), await countLive()]).toEqual([0, 0]);
    await service.call('updatePost', { params: { id: post.id }, body: scheduledFor([channel]) });
    await service.publishDue();
    expect(await countLive()).toBe(1);
  });

  test('has it sent again at once, and once only', async () => {
    const { post, countLive } = await makeUnconfirmed(service);
    expect(await resolve(service, post, again)).toMatchObject({ status: 200, data: { status: 'scheduled' } });
    expect((await resolve(service, post, again)).error.code).toBe('nothing_in_doubt');
    await service.publishDue();
    expect((await getPost(service, post)).status).toBe('published');
    expect((await resolve(service, post, again)).error.code).toBe('nothing_in_doubt');
    expect([await service.publishDue(), await countLive()]).toEqual([0, 1]);
  });

  test('has only this target sent again, not another one that failed', async () => {
    const channels = [await connectSandbox(service), await connectSandbox(service)];
    const post = await createPost(service, scheduledFor(channels));
    await restore(service);
    await resolve(service, post, again);
    await service.publishDue();
    expect((await getPost(service, post)).targets.map(({ status }) => status)).toEqual([
      'published',
      'failed',
    ]);
    expect(await countAll(channels)).toEqual([1, 0]);
  });

  test('keeps the parts of a thread that the network confirmed', async () => {
    const { post } = await makeUnconfirmed(service);
    await service.db.rows(
      `insert into journal (target_id, workspace_id, name, kind, state, result) values
         ($1, $2, 'part 1', 'commit', 'done', '{"id": "1"}'), ($1, $2, 'part 2', 'commit', 'open', null),
         ($1, $2, 'upload', 'step', 'done', '{"id": "2"}')`,
      [firstTarget(post), service.workspaceId],
    );
    await resolve(service, post, { outcome: 'not_published' });
    const kept = await service.db.rows('select name from journal where target_id = $1', [firstTarget(post)]);
    expect(kept).toEqual([{ name: 'part 1' }]);
  });
});

describe('who may resolve', () => {
  test('only people who may publish can send again; an author may say that their post is not there', async () => {
    const strict = await service.inWorkspace({ requires_approval: true });
    const author = await service.beside(strict, 'author');
    const other = await service.beside(strict, 'author');
    const channel = await connectSandbox(strict);
    const post = await createPost(author, scheduledFor([channel]));
    await restore(service);
    expect((await resolve(author, post, again)).status).toBe(403);
    expect((await resolve(other, post, { outcome: 'published' })).status).toBe(403);
    expect((await other.request('POST', `${pathOf(post)}/dismiss`)).status).toBe(403);
    expect((await resolve(author, post, { outcome: 'not_published' })).status).toBe(200);
    expect(await service.publishDue()).toBe(0);
  });

  test('not a member who may use only some of its channels', async () => {
    const channels = [await connectSandbox(service), await connectSandbox(service)];
    const post = await createPost(service, scheduledFor(channels));
    await restore(service);
    const limited = await service.as('editor');
    await service.db.rows('update members set channel_ids = $2 where user_id = $1', [
      limited.userId,
      [channels[0]?.id],
    ]);
    expect((await limited.request('GET', `/posts/${post.id}`)).status).toBe(200);
    expect((await resolve(limited, post, { outcome: 'published' })).status).toBe(403);
    expect((await resolve(limited, post, again)).status).toBe(403);
    expect((await limited.request('POST', `${pathOf(post)}/dismiss`)).status).toBe(403);
    expect((await getPost(service, post)).targets).toMatchObject([
      { status: 'failed' },
      { status: 'failed' },
    ]);
  });

  test('not a member who is limited to other channels, nor another workspace', async () => {
    const { post } = await makeUnconfirmed(service);
    const limited = await service.as('editor');
    await service.db.rows('update members set channel_ids = $2 where user_id = $1', [
      limited.userId,
      [mastodon.id],
    ]);
    const stranger = await service.inWorkspace();
    for (const client of [limited, stranger]) {
      expect((await resolve(client, post, { outcome: 'published' })).status).toBe(404);
      expect((await client.request('POST', `${pathOf(post)}/dismiss`)).status).toBe(404);
    }
    const { post: another } = await makeUnconfirmed(service);
    const crossed = { ...post, targets: another.targets } as Post;
    expect((await resolve(service, crossed, { outcome: 'published' })).status).toBe(404);
  });
});

test.each([
  [{ outcome: 'published', external_url: 'javascript:alert(1)' }, 'external_url'],
  [{ outcome: 'not_published', external_url: 'https://tower.example/17' }, 'external_url'],
  [{ outcome: 'published', send_again: true }, 'send_again'],
  [{ outcome: 'perhaps' }, 'outcome'],
])('%j is refused', async (body, field) => {
  const { post } = await makeUnconfirmed(service);
  expect(refusalOf(await resolve(service, post, body as Resolution))).toEqual(['invalid', field]);
});

describe('a failed target that a person dismisses', () => {
  const dismiss = (post: Post, client: Client = service) => client.request('POST', `${pathOf(post)}/dismiss`);
  const isListed = async (post: Post) => {
    const { data } = await service.call('getAttention', {});
    return data.some(({ posts }) => posts.some(({ id }) => id === post.id));
  };

  test('leaves the list, does not change, and comes back when it fails again', async () => {
    const channel = await connectSandbox(service);
    const post = await createPost(service, scheduledFor([channel], { scheduled_at: '2020-01-01T00:00:00Z' }));
    await service.db.rows("update targets set due_at = due_at - interval '2 days' where post_id = $1", [
      post.id,
    ]);
    await service.publishDue();
    const failed = await getPost(service, post);
    expect([failed.targets[0]?.error?.code, await isListed(post)]).toEqual(['missed', true]);
    await service.clock.advance('1 second');
    expect([(await dismiss(post)).status, (await dismiss(post)).status]).toEqual([204, 204]);
    expect([await isListed(post), await getPost(service, post)]).toEqual([false, failed]);
    expect((await kindsOf(service, post)).slice(-1)).toEqual([['target.dismissed', service.userId]]);
    await service.clock.advance('1 second');
    await service.call('updatePost', { params: { id: post.id }, body: scheduledFor([channel]) });
    await service.call('deleteChannel', { params: { id: channel.id } });
    await service.publishDue();
    expect(await isListed(post)).toBe(true);
  });

  test('is neither one that may be live, nor one that has not failed', async () => {
    const { post } = await makeUnconfirmed(service);
    const draft = await createPost(service, { ...scheduledFor([mastodon]), status: 'draft' });
    for (const each of [post, draft]) expect((await dismiss(each)).error.code).toBe('nothing_to_dismiss');
  });
});
