/** The thread of a post: comments, mentions, read marks, and who may see and change them. */
import type { Post } from '@belfry/contract/posts.ts';
import type { BodyOf } from '@belfry/contract/routes.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { app } from '../support/app.ts';
import type { Client } from '../support/client.ts';
import { createNotices, noticesOf } from '../support/notices.ts';
import { createPost, getPost, refusalOf, scheduledFor } from '../support/posts.ts';
import { decide, kindsOf } from '../support/reviews.ts';
import { connectSandbox, readTimeline } from '../support/sandbox.ts';

const service = await app({ workspace: { requires_approval: true } });
afterAll(() => service.close());
const [author, editor, viewer] = [
  await service.as('author'),
  await service.as('editor'),
  await service.as('viewer'),
];
const channel = await connectSandbox(service);
const later = { scheduled_at: '2028-01-01T00:00:00Z' };
const plan = () => createPost(author, scheduledFor([channel], later));

const say = (client: Client, { id }: Post, body: BodyOf<'createComment'>) =>
  client.call('createComment', { params: { id }, body });
const thread = async (client: Client, { id }: Post) => {
  const { body } = await client.request('GET', `/api/v1/posts/${id}/comments`);
  return body as unknown as { data: { kind: string; text: string }[]; unread: number; truncated: boolean };
};
const textsOf = async (client: Client, post: Post) =>
  (await thread(client, post)).data.map(({ text }) => text);
const read = (client: Client, { id }: Post, until: string) =>
  client.call('readComments', { params: { id }, body: { until } });

describe('a thread', () => {
  test('has comments and the sentences of reviews in the order of time', async () => {
    const post = await plan();
    await say(author, post, { text: ' Is nine right?\nOr ten? ' });
    await service.clock.advance('1 second');
    await decide(service, post, 'reject', { comment: 'Ten.' });
    await service.clock.advance('1 second');
    await say(editor, post, { text: 'Ten, then.' });
    expect((await thread(viewer, post)).data).toMatchObject([
      { kind: 'comment', text: 'Is nine right?\nOr ten?', author: { id: author.userId }, decision: null },
      { kind: 'review', text: 'Ten.', author: { id: service.userId }, decision: 'rejected' },
      { kind: 'comment', text: 'Ten, then.', author: { id: editor.userId }, edited_at: null },
    ]);
  });

  test('neither changes the post nor reaches the network', async () => {
    const strict = await service.inWorkspace();
    const own = await connectSandbox(strict);
    const post = await createPost(strict, scheduledFor([own]));
    await say(strict, post, { text: 'A secret' });
    expect(await getPost(strict, post)).toEqual(post);
    await service.publishDue();
    expect(JSON.stringify(await readTimeline(service, own))).not.toContain('A secret');
  });

  test('has the latest 500 entries, and says so', async () => {
    const post = await plan();
    await service.db.rows(
      `insert into comments (workspace_id, post_id, author_id, text)
       select $1, $2, $3, 'n' || n from generate_series(1, 501) n`,
      [service.workspaceId, post.id, author.userId],
    );
    const { data, truncated, unread } = await thread(editor, post);
    expect([data.length, truncated, unread, data[0]?.text, data.at(-1)?.text]).toEqual([
      ...[500, true, 500, 'n2', 'n501'],
    ]);
  });
});

describe('a comment', () => {
  test('is changed and deleted by its author only', async () => {
    const post = await plan();
    const { id } = (await say(author, post, { text: 'First' })).data;
    const params = { id };
    for (const other of [service, editor]) {
      const changed = await other.call('updateComment', { params, body: { text: 'Not mine' } });
      const deleted = await other.call('deleteComment', { params });
      expect([changed.status, deleted.status]).toEqual([403, 403]);
    }
    const { data } = await author.call('updateComment', { params, body: { text: 'Second' } });
    expect(data).toMatchObject({ text: 'Second', edited_at: expect.any(String) });
    expect((await author.call('deleteComment', { params })).status).toBe(204);
    expect(await textsOf(author, post)).toEqual([]);
    expect((await author.call('deleteComment', { params })).status).toBe(404);
  });

  test('leaves who and when in the log, never its text', async () => {
    const post = await plan();
    const { id } = (await say(author, post, { text: 'Words of mine' })).data;
    await author.call('updateComment', { params: { id }, body: { text: 'Other words of mine' } });
    await author.call('deleteComment', { params: { id } });
    expect((await kindsOf(author, post)).slice(-3)).toEqual([
      ['comment.added', author.userId],
      ['comment.changed', author.userId],
      ['comment.deleted', author.userId],
    ]);
    const [found] = await service.db.rows(
      "select 1 as one from events where data::text like '%ords of mine%'",
    );
    expect(found).toBeUndefined();
  });

  test.each([
    [{ text: '' }, 'text'],
    [{ text: ' \n ' }, 'text'],
    [{ text: 'a'.repeat(2001) }, 'text'],
    [{ text: 'a', mentions: Array.from({ length: 21 }, (_, n) => n + 1) }, 'mentions'],
    [{ text: 'a', mentions: [2 ** 40] }, 'mentions.0'],
  ])('is refused if it is empty, too long, or mentions too many or unknown people', async (body, field) => {
    expect(refusalOf(await say(author, await plan(), body))).toEqual(['invalid', field]);
  });

  test('is written once, although its request is sent twice with one key', async () => {
    const post = await plan();
    const headers = { 'idempotency-key': 'once-only' };
    const body = { text: 'Once' };
    for (let n = 0; n < 2; n += 1) {
      await author.request('POST', `/api/v1/posts/${post.id}/comments`, { body, headers });
    }
    expect(await textsOf(author, post)).toEqual(['Once']);
  });
});

describe('a mention', () => {
  test('gives a notice, and a change only to those whom it mentions for the first time', async () => {
    const post = await plan();
    const { id } = (await say(author, post, { text: 'Look', mentions: [editor.userId, author.userId] })).data;
    await author.call('updateComment', {
      params: { id },
      body: { text: 'Look here', mentions: [editor.userId, viewer.userId] },
    });
    await createNotices(service);
    const counts = async (client: Client) =>
      (await noticesOf(client)).filter(({ kind }) => kind === 'comment.mentioned').map(({ count }) => count);
    expect([await counts(editor), await counts(viewer), await counts(author)]).toEqual([[1], [1], []]);
    const [notice] = (await noticesOf(editor)).filter(({ kind }) => kind === 'comment.mentioned');
    expect(notice).toMatchObject({ post_id: post.id, body: expect.stringContaining('mentioned you') });
  });

  test('is refused for a member who cannot see the post', async () => {
    const limited = await service.as('editor');
    const other = await connectSandbox(service);
    await service.db.rows('update members set channel_ids = $2 where user_id = $1', [
      limited.userId,
      [other.id],
    ]);
    const answer = await say(author, await plan(), { text: 'Look', mentions: [limited.userId] });
    expect(refusalOf(answer)).toEqual(['invalid', 'mentions.0']);
  });
});

describe('a read mark', () => {
  test('counts what others wrote after it, moves on only, and is the person’s own', async () => {
    const post = await plan();
    const first = (await say(author, post, { text: 'One' })).data;
    await service.clock.advance('1 second');
    const second = (await say(author, post, { text: 'Two' })).data;
    expect([(await thread(editor, post)).unread, (await thread(author, post)).unread]).toEqual([2, 0]);
    expect((await read(editor, post, first.created_at)).data.unread).toBe(1);
    expect((await read(editor, post, second.created_at)).data.unread).toBe(0);
    expect((await read(editor, post, first.created_at)).data.unread).toBe(0);
    expect((await thread(viewer, post)).unread).toBe(2);
  });

  test('in the future does not hide what comes', async () => {
    const post = await plan();
    await read(editor, post, '2999-01-01T00:00:00Z');
    await service.clock.advance('1 second');
    await say(author, post, { text: 'Later' });
    expect((await thread(editor, post)).unread).toBe(1);
  });
});

describe('who may talk', () => {
  test('a viewer reads and does not write; others neither see the thread nor its comments', async () => {
    const post = await plan();
    const { id } = (await say(author, post, { text: 'Inside' })).data;
    expect((await say(viewer, post, { text: 'May I?' })).status).toBe(403);
    const limited = await service.as('editor');
    const other = await connectSandbox(service);
    await service.db.rows('update members set channel_ids = $2 where user_id = $1', [
      limited.userId,
      [other.id],
    ]);
    for (const client of [limited, await service.inWorkspace()]) {
      const params = { id: post.id };
      const answers = [
        await client.call('listComments', { params }),
        await say(client, post, { text: 'Hello' }),
        await read(client, post, '2020-01-01T00:00:00Z'),
        await client.call('updateComment', { params: { id }, body: { text: 'Hello' } }),
        await client.call('deleteComment', { params: { id } }),
      ];
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
    }
    expect(await textsOf(author, post)).toEqual(['Inside']);
  });

  test('comments end with their post', async () => {
    const post = await plan();
    await say(author, post, { text: 'Gone soon' });
    await read(editor, post, '2020-01-01T00:00:00Z');
    await author.call('deletePost', { params: { id: post.id } });
    for (const table of ['comments', 'comment_marks']) {
      expect(await service.db.rows(`select post_id from ${table} where post_id = $1`, [post.id])).toEqual([]);
    }
  });
});
