/** The list of what wants a person: each cause, who sees it, what they may do, and how it leaves. */
import type { AttentionItem } from '@belfry/contract/attention.ts';
import type { Channel } from '@belfry/contract/channels.ts';
import type { Post } from '@belfry/contract/posts.ts';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { countAttention } from '../../src/attention/index.ts';
import { rewind } from '../../src/backup/rewound/rewind.ts';
import { checkAhead } from '../../src/publishing/checks/checker.ts';
import { requireSameSecret } from '../../src/setup/setup.ts';
import { app } from '../support/app.ts';
import type { Client } from '../support/client.ts';
import { createPost, scheduledFor, scheduledToBehave } from '../support/posts.ts';
import { resolve } from '../support/resolving.ts';
import { decide } from '../support/reviews.ts';
import { connectSandbox } from '../support/sandbox.ts';

const service = await app();
await requireSameSecret(service.ctx);
afterAll(() => service.close());
const editor = await service.as('editor');
const author = await service.as('author');
const viewer = await service.as('viewer');
let channel: Channel;

beforeEach(async () => {
  await service.db.rows('delete from posts');
  await service.db.rows('update channels set deleted_at = clock_now()');
  await service.db.rows('update workspaces set requires_approval = false where id = $1', [
    service.workspaceId,
  ]);
  channel = await connectSandbox(service);
});

const list = async (client: Client = service): Promise<AttentionItem[]> =>
  (await client.call('getAttention', {})).data as unknown as AttentionItem[];
const kindsOf = async (client: Client = service) => (await list(client)).map(({ kind }) => kind);
const only = async (client: Client = service) => {
  const items = await list(client);
  expect(items).toHaveLength(1);
  return items[0] as AttentionItem;
};
const behave = (behaviour: string, by: Client = author, channels = [channel]) =>
  createPost(by, scheduledToBehave(behaviour, channels));
const targetOf = ({ targets }: Post) => targets[0]?.id ?? expect.fail('it has no target');
const limit = ({ userId }: Client, channelIds: readonly number[] | null) =>
  service.db.rows('update members set channel_ids = $2 where user_id = $1', [userId, channelIds]);
const requireApproval = () =>
  service.db.rows('update workspaces set requires_approval = true where id = $1', [service.workspaceId]);

async function makeUnconfirmed(by: Client = author): Promise<Post> {
  const post = await createPost(by, scheduledFor([channel]));
  await service.db.transaction((tx) => rewind(tx, service.clock.now().toISOString()));
  return post;
}

describe('the list', () => {
  test('is empty when all is well', async () => {
    await createPost(author, scheduledFor([channel]));
    await createPost(author, { status: 'draft', content: 'An idea' });
    await createPost(author, scheduledFor([channel], { scheduled_at: await service.clock.in('3 days') }));
    await service.publishDue();
    const answer = await service.request('GET', '/api/v1/attention');
    expect(answer.body).toEqual({ data: [], truncated: false });
  });

  test('has a failed post with its reason, until it is sent again', async () => {
    const post = await behave('reject');
    await service.publishDue();
    expect(await only()).toEqual({
      id: expect.stringMatching(`^failed:channel:${channel.id}:[0-9a-f]{16}$`),
      kind: 'failed',
      channel: expect.objectContaining({ id: channel.id }),
      code: 'rejected',
      message: expect.stringContaining('rejects this post'),
      posts: [
        {
          id: post.id,
          version: expect.any(Number),
          at: post.scheduled_at,
          text: 'Hello',
          target_ids: [targetOf(post)],
        },
      ],
      more_posts: false,
      since: expect.any(String),
      until: null,
      acts: ['edit', 'dismiss'],
      leaves_when: 'retried_or_dismissed',
    });
    await service.call('updatePost', { params: { id: post.id }, body: scheduledFor([channel]) });
    expect(await list()).toEqual([]);
  });

  test('has one item for each channel and reason, with all posts that failed there because of it', async () => {
    const other = await connectSandbox(service);
    const first = await behave('reject', author, [channel, other]);
    const second = await behave('reject');
    const at = await service.clock.in('1 hour');
    const missed = await createPost(author, scheduledFor([channel], { scheduled_at: at }));
    await service.publishDue();
    await service.clock.advance('26 hours');
    await service.publishDue();
    const shown = (await list()).map(({ kind, channel: on, posts }) => [
      kind,
      on?.id,
      posts.map(({ id }) => id),
    ]);
    expect(shown).toHaveLength(3);
    expect(shown).toEqual(
      expect.arrayContaining([
        ['failed', channel.id, [second.id, first.id]],
        ['failed', other.id, [first.id]],
        ['missed', channel.id, [missed.id]],
      ]),
    );
  });

  test('has several posts that may be live on one channel as one item, until each is resolved', async () => {
    const [first, second] = [await makeUnconfirmed(), await makeUnconfirmed()];
    const item = await only();
    expect(item.posts.map(({ id }) => id)).toEqual([second.id, first.id]);
    await resolve(service, first, { outcome: 'published' });
    expect(await only()).toMatchObject({ id: item.id, posts: [{ id: second.id }] });
  });

  test('has a missed post, which can be sent again', async () => {
    await createPost(author, scheduledFor([channel], { scheduled_at: await service.clock.in('1 hour') }));
    await service.clock.advance('26 hours');
    await service.publishDue();
    expect(await only()).toMatchObject({ kind: 'missed', acts: ['retry', 'edit', 'dismiss'] });
  });

  test('has a post that may be live, which can only be resolved', async () => {
    const post = await makeUnconfirmed();
    expect(await only()).toMatchObject({
      kind: 'may_be_live',
      posts: [{ id: post.id }],
      acts: ['resolve'],
      leaves_when: 'resolved',
    });
  });

  test('has no post that is in the bin, and has it again once it is restored', async () => {
    const post = await behave('reject');
    await service.publishDue();
    const before = await only();
    await service.call('deletePost', { params: { id: post.id } });
    expect(await list()).toEqual([]);
    await service.call('restorePost', { params: { id: post.id } });
    const [shown] = before.posts;
    expect(await only()).toEqual({ ...before, posts: [{ ...shown, version: (shown?.version ?? 0) + 1 }] });
  });

  test('has a post whose check ahead found a risk, until the risk is over', async () => {
    const post = await createPost(
      author,
      scheduledFor([channel], { scheduled_at: await service.clock.in('3 hours') }),
    );
    await service.db.rows(`update targets set settings = '{"behaviour": "no such"}' where post_id = $1`, [
      post.id,
    ]);
    await checkAhead(service.ctx);
    expect(await only()).toMatchObject({
      id: `at_risk:post:${post.id}`,
      code: 'rejected',
      message: expect.stringContaining('does not accept the settings'),
      since: expect.any(String),
      until: post.scheduled_at,
      acts: ['edit'],
    });
    await service.db.rows(`update targets set settings = '{}', check_at = clock_now() where post_id = $1`, [
      post.id,
    ]);
    await checkAhead(service.ctx);
    expect(await list()).toEqual([]);
  });

  test('has a rejected post for its author only, until it is saved', async () => {
    await requireApproval();
    const post = await createPost(
      author,
      scheduledFor([channel], { scheduled_at: await service.clock.in('1 day') }),
    );
    await decide(service, post, 'reject', { comment: 'Too long.' });
    expect(await only(author)).toMatchObject({
      kind: 'rejected',
      message: 'Too long.',
      since: expect.any(String),
      acts: ['edit'],
      leaves_when: 'saved',
    });
    expect(await list()).toEqual([]);
    await author.call('updatePost', { params: { id: post.id }, body: { status: 'draft', content: 'Short' } });
    expect(await list(author)).toEqual([]);
  });

  test('begins with the most severe kind', async () => {
    await makeUnconfirmed();
    await behave('reject');
    await service.publishDue();
    await behave('reconnect');
    await service.publishDue();
    expect(await kindsOf()).toEqual(['may_be_live', 'failed', 'held']);
  });
});

describe('a person sees what concerns posts that they may change', () => {
  test('with approvals, an author sees their own only, and a viewer nothing', async () => {
    await requireApproval();
    await behave('reject', editor);
    await service.publishDue();
    expect([await kindsOf(service), await kindsOf(editor)]).toEqual([['failed'], ['failed']]);
    expect([await list(author), await list(viewer)]).toEqual([[], []]);
  });

  test('without approvals, an author sees those of others too', async () => {
    await behave('reject', editor);
    await service.publishDue();
    expect((await only(author)).acts).toEqual(['edit', 'dismiss']);
    expect(await list(viewer)).toEqual([]);
  });

  test('an author who became a viewer sees their own, and may do nothing', async () => {
    const former = await service.as('author');
    await behave('reject', former);
    await service.publishDue();
    await service.db.rows("update members set role = 'viewer' where user_id = $1", [former.userId]);
    expect((await only(former)).acts).toEqual([]);
  });

  test('a limited member sees targets of their channels, and may not change a post of others, too', async () => {
    const other = await connectSandbox(service);
    const limited = await service.as('editor');
    await limit(limited, [other.id]);
    await behave('reject', editor);
    const both = await behave('reject', editor, [channel, other]);
    await service.publishDue();
    const item = await only(limited);
    const own = both.targets.filter(({ channel_id }) => channel_id === other.id).map(({ id }) => id);
    expect([item.posts[0]?.id, item.posts[0]?.target_ids, item.acts]).toEqual([both.id, own, []]);
  });

  test('only people who may connect channels see a held channel without posts', async () => {
    await service.db.rows('update channels set needs_reconnect = true where id = $1', [channel.id]);
    expect([await kindsOf(service), await kindsOf(editor)]).toEqual([['held'], []]);
  });

  test('a key that is limited to channels, which cannot connect them, sees no channel without posts', async () => {
    await service.db.rows('update channels set needs_reconnect = true where id = $1', [channel.id]);
    const body = { name: 'Limited', scopes: null, channel_ids: [channel.id] };
    const { key } = (await service.call('createKey', { body })).data;
    expect((await service.call('getAttention', { key })).data).toEqual([]);
    expect(await kindsOf()).toEqual(['held']);
  });

  test('another workspace sees nothing', async () => {
    await behave('reject');
    await makeUnconfirmed();
    await service.publishDue();
    const at = await service.clock.in('3 hours');
    const risky = await createPost(author, scheduledFor([channel], { scheduled_at: at }));
    await service.db.rows(`update targets set settings = '{"behaviour": "no such"}' where post_id = $1`, [
      risky.id,
    ]);
    await checkAhead(service.ctx);
    const [held, ending] = [await connectSandbox(service), await connectSandbox(service)];
    await service.db.rows('update channels set needs_reconnect = true where id = $1', [held.id]);
    await service.db.rows(
      "update channels set reconnect_by = clock_now() + interval '3 days' where id = $1",
      [ending.id],
    );
    const kinds = ['may_be_live', 'held', 'at_risk', 'reconnect_soon'];
    expect((await kindsOf()).toSorted()).toEqual(kinds.toSorted());
    expect(await list(await service.inWorkspace())).toEqual([]);
  });
});

test('the list says when it has left out posts, and the count equals its length', async () => {
  const [{ id } = { id: 0 }] = await service.db.rows<{ id: number }>(`select id from users where id = $1`, [
    author.userId,
  ]);
  await service.db.rows(
    `with made as (
       insert into posts (workspace_id, author_id, content, status, planned_at)
       select $1, $2, 'Old', 'failed', clock_now() from generate_series(1, 301) returning id)
     insert into targets (workspace_id, post_id, channel_id, position, status, error, due_at)
     select $1, id, $3, 0, 'failed',
       jsonb_build_object('code', 'rejected', 'message', 'No: ' || id, 'retryable', false), clock_now() from made`,
    [service.workspaceId, id, channel.id],
  );
  const { body } = await service.request('GET', '/api/v1/attention');
  const { data, truncated } = body as unknown as { data: AttentionItem[]; truncated: boolean };
  expect([data.length, truncated]).toEqual([300, true]);
  const who = {
    ...{ workspaceId: service.workspaceId, userId: service.userId, name: '', keyId: 1, sessionId: null },
    ...{ role: 'owner' as const, scopes: null, channelIds: null, timeZone: 'UTC', requiresApproval: false },
  };
  expect(await countAttention(service.db, who)).toBe(300);
});
