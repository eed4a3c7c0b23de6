import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { app } from '../support/app.ts';
import { makeEvents } from '../support/events.ts';
import { openMailbox } from '../support/mailbox.ts';
import { choose, collect, createNotices, failPosts, noticesOf } from '../support/notices.ts';
import { makeKey } from '../support/people.ts';
import { createPost, refusalOf } from '../support/posts.ts';
import { connectSandbox } from '../support/sandbox.ts';

const mailbox = await openMailbox();
const service = await app({ smtpUrl: mailbox.url });
const { db, clock } = service;
const channel = await connectSandbox(service);
const author = await service.as('author');
afterAll(async () => {
  await service.close();
  await mailbox.close();
});
beforeEach(async () => {
  await createNotices(service);
  await db.rows('delete from notices');
  await db.rows('delete from notice_settings');
});

describe('a person who is limited to channels', () => {
  test('gets no notice about other channels', async () => {
    const other = await connectSandbox(service);
    const limited = await service.as('author');
    const post = await createPost(limited, { status: 'draft', targets: [{ channel_id: other.id }] });
    const held = {
      kind: 'target.held',
      post_id: post.id,
      channel_id: other.id,
      data: { message: 'Sign in.' },
    };
    await makeEvents(db, service.workspaceId, held);
    await createNotices(service);
    expect(await noticesOf(limited)).toHaveLength(1);
    await db.rows('update members set channel_ids = $2 where user_id = $1', [limited.userId, [channel.id]]);
    expect(await noticesOf(limited)).toEqual([]);
    await clock.advance('10 minutes');
    expect(await collect(service, mailbox)).toEqual([]);
    await makeEvents(db, service.workspaceId, held);
    await createNotices(service);
    expect(await db.rows('select 1 from notices where user_id = $1', [limited.userId])).toHaveLength(1);
  });

  test('sees by a key the notices about its channels, and marks no others as read', async () => {
    const key = await makeKey(db, service.workspaceId, service.userId);
    const other = await connectSandbox(service);
    await db.rows(
      'update api_keys set channel_ids = $1 where hash = (select hash from api_keys order by id desc limit 1)',
      [[channel.id]],
    );
    for (const { id } of [channel, other])
      await makeEvents(db, service.workspaceId, { kind: 'channel.needs_reconnect', channel_id: id });
    await createNotices(service);
    const { data } = await service.call('listNotices', { query: {}, key });
    expect(data).toMatchObject([{ kind: 'channel.needs_reconnect', channel_id: channel.id }]);
    await service.call('readNotices', { body: {}, key });
    expect(await noticesOf(service, { unread: true })).toMatchObject([{ channel_id: other.id }]);
  });
});

describe('the list', () => {
  test('has one’s own notices in pages, the newest first, with the number of unread ones', async () => {
    const channels = [];
    for (let n = 0; n < 5; n += 1) channels.push(await connectSandbox(service));
    for (const { id } of channels)
      await makeEvents(db, service.workspaceId, { kind: 'channel.needs_reconnect', channel_id: id });
    await createNotices(service);
    const first = await service.call('listNotices', { query: { limit: 3 } });
    const { next_cursor, unread } = first.body as { next_cursor: number; unread: number };
    const second = await service.call('listNotices', { query: { limit: 3, cursor: next_cursor } });
    const ids = [...(first.data as { id: number }[]), ...(second.data as { id: number }[])].map(
      ({ id }) => id,
    );
    expect(ids).toEqual([...ids].sort((a, b) => b - a));
    expect([unread, ids.length, (second.body as { next_cursor: unknown }).next_cursor]).toEqual([5, 5, null]);
    const strangers = [author, await service.inWorkspace()];
    for (const stranger of strangers) {
      expect(await noticesOf(stranger)).toEqual([]);
      expect((await stranger.call('readNotices', { body: { ids } })).data).toEqual({ unread: 0 });
    }
    expect((await service.call('readNotices', { body: { ids: ids.slice(0, 2) } })).data).toEqual({
      unread: 3,
    });
    expect(await noticesOf(service, { unread: true })).toHaveLength(3);
  });

  test('of one workspace shows nothing of the same person’s other workspace', async () => {
    const other = await service.inWorkspace();
    await db.rows("insert into members (workspace_id, user_id, role) values ($1, $2, 'author')", [
      other.workspaceId,
      author.userId,
    ]);
    await failPosts(service, { userId: author.userId, workspaceId: other.workspaceId });
    await createNotices(service);
    expect(await noticesOf(author)).toEqual([]);
    const key = await makeKey(db, other.workspaceId, author.userId);
    expect((await author.call('listNotices', { query: {}, key })).data).toHaveLength(1);
  });
});

describe('settings', () => {
  test('begin with defaults, show the kinds of one’s role, and can be reset', async () => {
    const { data } = await author.call('getNoticeSettings', {});
    expect(data.find(({ kind }) => kind === 'post.failed')).toEqual({
      kind: 'post.failed',
      in_app: true,
      mail: 'at_once',
      fixed: false,
    });
    expect(data.some(({ kind }) => kind === 'review.requested')).toBe(false);
    await choose(author, 'post.failed', 'daily');
    await choose(author, 'post.held', 'off');
    const after = (await author.call('getNoticeSettings', {})).data;
    expect(after.find(({ kind }) => kind === 'post.failed')?.mail).toBe('at_once');
  });

  test.each([
    [[{ kind: 'account.password_changed', in_app: true, mail: 'off' }], ['invalid', 'settings.0']],
    [[{ kind: 'key.created', in_app: true, mail: 'daily' }], ['invalid', 'settings.0']],
    [[{ kind: 'account.two_factor_ended', in_app: false, mail: 'at_once' }], ['invalid', 'settings.0']],
    [
      [
        { kind: 'post.failed', in_app: true, mail: 'off' },
        { kind: 'post.failed', in_app: true, mail: 'daily' },
      ],
      ['invalid', 'settings.1.kind'],
    ],
    [[{ kind: 'post.unknown', in_app: true, mail: 'off' }], ['invalid', 'settings.0.kind']],
    [[{ kind: 'post.failed', in_app: true, mail: 'weekly' }], ['invalid', 'settings.0.mail']],
  ])('are refused: %j', async (settings, refusal) => {
    const answer = await author.request('PUT', '/api/v1/notices/settings', { body: { settings } });
    expect(refusalOf(answer)).toEqual(refusal);
  });
});
