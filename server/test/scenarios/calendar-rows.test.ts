/** What rows of the calendar show besides the post: unread comments, and the still of a video. */
import { readFile } from 'node:fs/promises';
import type { Post } from '@belfry/contract/posts.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { app } from '../support/app.ts';
import type { Client } from '../support/client.ts';
import { loopbackAllowed } from '../support/loopback.ts';
import { addFromLink } from '../support/media.ts';
import { createPost, scheduledFor } from '../support/posts.ts';
import { decide } from '../support/reviews.ts';
import { connectSandbox } from '../support/sandbox.ts';
import { makeVideos } from '../support/videos.ts';

const service = await app({ workspace: { requires_approval: true }, outboundAllow: loopbackAllowed });
afterAll(() => service.close());
const channel = await connectSandbox(service);
const author = await service.as('author');
const scheduled_at = '2027-03-01T09:00:00.000000Z';

const row = async ({ id }: Pick<Post, 'id'>, client: Client = service) => {
  const query = { from: scheduled_at, to: scheduled_at };
  return (await client.call('getCalendar', { query })).data.find((each) => each.id === id);
};
const plan = (client: Client = service) => createPost(client, scheduledFor([channel], { scheduled_at }));
const say = async (client: Client, { id }: Post, text = 'Look at this.') => {
  await service.clock.advance('1 second');
  return (await client.call('createComment', { params: { id }, body: { text } })).data;
};

describe('the number of unread comments', () => {
  test('is the person’s own, also of an answer that was kept, and missing without any', async () => {
    const [post, other] = [await plan(), await plan()];
    const rows = async () => [await row(post), await row(post, author), await row(other)];
    const unread = async () => (await rows()).map((each) => each?.unread);
    expect(await unread()).toEqual([undefined, undefined, undefined]);
    const comment = await say(author, post);
    expect(await unread()).toEqual([1, undefined, undefined]);
    await say(author, post);
    await say(service, post);
    expect(await unread()).toEqual([2, 1, undefined]);
    const params = { id: post.id };
    await service.call('readComments', { params, body: { until: comment.created_at } });
    expect(await unread()).toEqual([1, 1, undefined]);
    const thread = await service.call('listComments', { params });
    expect(thread.body).toMatchObject({ unread: 1 });
    const until = await service.clock.in('0');
    await author.call('readComments', { params, body: { until } });
    expect(await unread()).toEqual([1, undefined, undefined]);
    const [, second] = thread.data;
    await author.call('deleteComment', { params: { id: second?.id ?? 0 } });
    expect(await unread()).toEqual([undefined, undefined, undefined]);
  });

  test('counts the sentence of a review for others, and no review without one', async () => {
    const [spoken, silent] = [await plan(author), await plan(author)];
    await decide(service, spoken, 'reject', { comment: 'Too long.' });
    await decide(service, silent, 'approve');
    const unread = async (client: Client) =>
      [await row(spoken, client), await row(silent, client)].map((each) => each?.unread);
    expect([await unread(author), await unread(service)]).toEqual([
      [1, undefined],
      [undefined, undefined],
    ]);
  });

  test('does not count a comment on a post of another workspace', async () => {
    const stranger = await service.inWorkspace();
    await say(author, await plan());
    const theirs = await createPost(stranger, { status: 'draft', scheduled_at, content: 'Theirs' });
    expect((await row(theirs, stranger))?.unread).toBeUndefined();
  });
});

test('a video that has no still has no picture once that is known', async () => {
  const videos = await makeVideos('h264.mp4');
  const { id } = await addFromLink(service, await readFile(videos.path('h264.mp4')), 'v.mp4');
  await videos.remove();
  const { thumbnail_url } = (await service.call('getMedia', { params: { id } })).data;
  const body = { status: 'draft' as const, scheduled_at, media_ids: [id] };
  const [first, second] = [await createPost(service, body), await createPost(service, body)];
  expect((await row(first))?.picture).toEqual({ id, version: thumbnail_url.slice(-8) });
  await service.db.rows('delete from renditions where media_id = $1', [id]);
  await service.db.rows(
    "insert into renditions (workspace_id, media_id, purpose) values ($1, $2, 'poster')",
    [service.workspaceId, id],
  );
  await service.call('deletePost', { params: { id: second.id } });
  expect((await row(first))?.picture).toBeNull();
});
