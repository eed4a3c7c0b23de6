/** Answers that show posts, with and without caches: each shows one moment. */
import type { Channel } from '@belfry/contract/channels.ts';
import type { Post } from '@belfry/contract/posts.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Caller } from '../../src/access/roles.ts';
import type { Db, Tx } from '../../src/db/database.ts';
import { Callers } from '../../src/keys/callers.ts';
import { hashKey } from '../../src/keys/key.ts';
import { getPost as readPost } from '../../src/posts/posts.ts';
import { AnswerCache } from '../../src/posts/reading/answer-cache.ts';
import { app } from '../support/app.ts';
import { makeMedia } from '../support/people.ts';
import { createPost, getPost } from '../support/posts.ts';
import { connectSandbox } from '../support/sandbox.ts';

const service = await app();
afterAll(() => service.close());
const { db, clock } = service;
const list = async () => (await service.call('listPosts', { query: {} })).data;

describe('an answer shows the present state of posts that were cached', () => {
  let channel: Channel;
  let post: Post;
  let mediaId: number;

  beforeEach(async () => {
    await db.rows('delete from posts');
    channel = await connectSandbox(service);
    mediaId = await makeMedia(db, service.workspaceId);
    post = await createPost(service, {
      status: 'draft',
      content: 'Bell',
      media_ids: [mediaId],
      targets: [{ channel_id: channel.id }],
    });
    // The first answer is not cached, and the second one is.
    expect(await list()).toEqual([post]);
    expect(await list()).toEqual([post]);
  });

  const change = (sql: string, value: unknown) => db.rows(sql, [value]);
  const review = async () => {
    const { userId } = await service.as('admin');
    await db.rows(
      `insert into reviews (workspace_id, post_id, reviewer_id, decision, version)
       select workspace_id, id, $2, 'rejected', 2 from posts where id = $1`,
      [post.id, userId],
    );
    return userId;
  };

  test.each<[string, () => Promise<unknown>, (post: Post) => unknown, unknown]>([
    [
      'the text of a target',
      () => change("update targets set content = 'Gong' where post_id = $1", post.id),
      ({ targets }) => targets[0]?.content,
      'Gong',
    ],
    [
      'a warning that was added without a change of the post',
      () => change(`update targets set warnings = '["Soon"]' where post_id = $1`, post.id),
      ({ targets }) => targets[0]?.warnings,
      ['Soon'],
    ],
    [
      'a target that is being published',
      () => change("update targets set status = 'publishing' where post_id = $1", post.id),
      ({ targets }) => targets[0]?.status,
      'publishing',
    ],
    [
      'the alt text of a file',
      () => change("update media set alt_text = 'A bell' where id = $1", mediaId),
      ({ media }) => media[0]?.alt_text,
      'A bell',
    ],
    [
      'the name of its author',
      () => change("update users set name = 'Ada' where id = $1", post.author.id),
      ({ author }) => author.name,
      'Ada',
    ],
    ['a review', review, ({ latest_review }) => latest_review?.decision, 'rejected'],
    [
      'the name of its reviewer',
      async () => {
        const reviewer = await review();
        await list();
        await change("update users set name = 'Grace' where id = $1", reviewer);
      },
      ({ latest_review }) => latest_review?.reviewer.name,
      'Grace',
    ],
    [
      'the name of a channel',
      () => change("update channels set name = 'Tower' where id = $1", channel.id),
      ({ targets }) => targets[0]?.channel.name,
      'Tower',
    ],
    [
      'a channel that must be connected again',
      () => change('update channels set needs_reconnect = true where id = $1', channel.id),
      ({ targets }) => targets[0]?.channel.needs_reconnect,
      true,
    ],
    [
      'a time that passes while it waits for approval',
      async () => {
        await change(
          `update posts set status = 'pending_approval', planned_at = clock_now() + interval '1 minute' where id = $1`,
          post.id,
        );
        expect((await list())[0]?.publishes_on_approval).toBe(false);
        await clock.advance('1 minute');
      },
      ({ publishes_on_approval }) => publishes_on_approval,
      true,
    ],
    [
      'a target that was removed',
      () => change('delete from targets where post_id = $1', post.id),
      ({ targets }) => targets,
      [],
    ],
    [
      'a file that was removed',
      () => change('delete from post_media where post_id = $1', post.id),
      ({ media }) => media,
      [],
    ],
  ])('%s', async (_, act, show, expected) => {
    await act();
    const [listed] = await list();
    expect(listed && show(listed)).toEqual(expected);
    expect(show(await getPost(service, post))).toEqual(expected);
  });

  test('and only to callers who may see it', async () => {
    const stranger = await service.inWorkspace();
    expect((await stranger.call('listPosts', { query: {} })).data).toEqual([]);
    expect((await stranger.request('GET', `/posts/${post.id}`)).error.code).toBe('not_found');
  });
});

describe('while posts are written', () => {
  const POSTS = 20;
  let channel: Channel;
  const posts: Post[] = [];
  const bodyOf = (version: number) => ({
    status: 'draft' as const,
    content: String(version),
    targets: [{ channel_id: channel.id, content: String(version) }],
  });

  beforeAll(async () => {
    await db.rows('delete from posts');
    channel = await connectSandbox(service);
    for (let count = 0; count < POSTS; count += 1) posts.push(await createPost(service, bodyOf(1)));
  });

  test('every answer shows one moment, and so does its ETag', async () => {
    let isOver = false;
    const read = async () => {
      const mixed: unknown[] = [];
      for (let turn = 0; !isOver; turn += 1) {
        const { data } = await service.request('GET', '/posts');
        const one = await service.request('GET', `/posts/${posts[turn % POSTS]?.id}`);
        const shown = one.data as Post;
        const isOwn = one.headers.get('etag') === `"${shown.content}"`;
        const all = [...(data as Post[]), shown];
        mixed.push(...all.filter(({ content, targets }) => targets[0]?.content !== content));
        if (!isOwn) mixed.push([shown.content, one.headers.get('etag')]);
      }
      return mixed;
    };
    const write = async (post: Post) => {
      for (let version = 2; version <= 6; version += 1) {
        await service.call('updatePost', { params: { id: post.id }, body: bodyOf(version) });
      }
    };
    const readers = [read(), read(), read()];
    await Promise.all(posts.map(write)).finally(() => {
      isOver = true;
    });
    expect((await Promise.all(readers)).flat()).toEqual([]);
    expect((await list()).map(({ content }) => content)).toEqual(posts.map(() => '6'));
  });

  test('an answer shows one moment, even if posts are written between its statements', async () => {
    const [post] = posts;
    if (post === undefined) throw new Error('there is no post');
    let version = 6;
    const interrupted = (tx: Tx): Tx => {
      const rows: Db['rows'] = async (text, values) => {
        const found = await tx.rows<never>(text, values);
        version += 1;
        await service.call('updatePost', { params: { id: post.id }, body: bodyOf(version) });
        return found;
      };
      return { ...tx, rows, row: async (text, values) => (await rows<never>(text, values))[0] };
    };
    const ctx = {
      ...service.ctx,
      postCaches: { ...service.ctx.postCaches, answers: new AnswerCache() },
      db: {
        ...db,
        transaction: <T>(work: (tx: Tx) => Promise<T>, mode?: 'snapshot' | 'write') =>
          db.transaction((tx) => work(interrupted(tx)), mode),
      },
    };
    const who = await new Callers(db).find(hashKey(service.key) as Buffer);
    const { json, etag } = await readPost(ctx, who as Caller, post.id);
    const { content, targets } = JSON.parse(String(json)).data as Post;
    expect([targets[0]?.content, etag, version]).toEqual([content, `"${content}"`, 13]);
  });
});
