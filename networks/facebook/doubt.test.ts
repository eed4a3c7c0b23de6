import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { refuse } from '../families/meta/fake-graph.ts';
import { makeMedia } from '../testing/media.ts';
import { pageId } from './fake-page.ts';
import { Stage, tryUntil, video } from './testing/stage.ts';

let stage: Stage;
beforeEach(async () => {
  stage = await Stage.open();
});
afterEach(() => stage.close());

const postId = (index: number) => `${pageId}_${6_100_000_000_000_000 + index}`;
const videoId = '4100000000000000';
const feed = `POST ${pageId}/feed`;
const lose = () => stage.fake.server.faults.push('accept_then_drop');
const fail = () => stage.fake.server.faults.push('error_500');

describe('a lost answer to a post', () => {
  test('is settled by the Page’s list, and nothing is sent again', async () => {
    lose();
    expect(await stage.start().finish()).toMatchObject({
      kind: 'published',
      id: postId(0),
      url: `https://www.facebook.com/posts/${postId(0)}/`,
    });
    expect(stage.count(feed)).toBe(1);
  });

  test('before which nothing was published is followed by a second send, three minutes later', async () => {
    fail();
    const target = stage.start();
    await target.try();
    target.wait(100);
    expect(await target.try()).toMatchObject({ because: 'in_doubt', seconds: 80 });
    expect(await target.finish()).toMatchObject({ kind: 'published' });
    expect(stage.count(feed)).toBe(2);
  });

  test('of a list that lags ends with one post, because Facebook refuses the second', async () => {
    lose();
    const target = stage.start();
    await target.try();
    stage.fake.meta.page.lagging = 1;
    target.wait(200);
    expect(await target.try()).toMatchObject({ kind: 'later', because: 'in_doubt' });
    expect(stage.count(feed)).toBe(2);
    stage.fake.meta.page.lagging = 0;
    expect(await target.finish()).toMatchObject({ kind: 'published', id: postId(0) });
    expect(stage.fake.visible()).toHaveLength(1);
  });

  test('with photos is settled by the photos, also if a person changed the text', async () => {
    lose();
    const target = stage.start({ media: [makeMedia(), makeMedia()] });
    await target.try();
    const [post] = stage.fake.meta.page.posts;
    if (post) post.text = 'Dong';
    target.wait(10);
    expect(await target.try()).toMatchObject({ kind: 'published', id: postId(0) });
  });

  test('of a link alone is settled by the link', async () => {
    lose();
    const settings = { link: 'https://bells.example/' };
    const target = stage.start({ text: '', settings });
    stage.fake.meta.page.show({ settings: { link: 'https://other.example/' } });
    expect(await target.finish()).toMatchObject({ kind: 'published', id: postId(1) });
  });

  test.each([
    ['an older post with the same text', { text: 'Ding', kind: 'video' as const }, 10],
    ['a post with another text', { text: 'Dong' }, 0],
  ])('never makes %s ours', async (_, own, seconds) => {
    const target = stage.start();
    const { id } = stage.fake.meta.page.show(own);
    target.wait(seconds);
    lose();
    await target.try();
    const outcome = await target.finish();
    expect(outcome).toMatchObject({ kind: 'published', id: postId(1) });
    expect(outcome).not.toMatchObject({ id });
  });

  test('never makes a post with some of the photos ours', async () => {
    lose();
    const target = stage.start({ media: [makeMedia(), makeMedia()] });
    await target.try();
    const { page } = stage.fake.meta;
    page.show({ photos: page.photos.slice(0, 1) });
    expect(await target.finish()).toMatchObject({ kind: 'published', id: postId(0) });
  });

  test('with a twin of the same moment ends unconfirmed rather than with another’s post', async () => {
    lose();
    const target = stage.start();
    await target.try();
    stage.fake.meta.page.show({ text: 'Ding' });
    expect(await target.finish()).toMatchObject({ kind: 'unconfirmed' });
    expect(stage.count(feed)).toBe(1);
  });

  test('is not settled by a refused question', async () => {
    lose();
    const target = stage.start();
    await target.try();
    stage.answerNext(`GET ${pageId}/published_posts`, refuse(400, '100', 'Nonexisting field'));
    target.wait(10);
    expect(await target.try()).toMatchObject({ kind: 'later', because: 'in_doubt' });
    expect(await target.finish()).toMatchObject({ kind: 'published', id: postId(0) });
  });

  test('is settled by Facebook’s clock', async () => {
    lose();
    const { page } = stage.fake.meta;
    const target = stage.start();
    const { now } = stage.fake.server;
    stage.fake.server.now = () => new Date(now().getTime() - 3_600_000);
    await target.try();
    target.wait(10);
    expect(await target.try()).toMatchObject({ kind: 'published', id: page.posts[0]?.id });
  });
});

describe('a refusal as a duplicate', () => {
  test('of the first send is a refusal', async () => {
    const target = stage.start();
    stage.fake.meta.page.show({ text: 'Ding' });
    expect(await target.finish()).toMatchObject({
      kind: 'failed',
      code: 'rejected',
      message: expect.stringContaining('has published the same already'),
    });
  });

  test('of photos after a lost answer is none', async () => {
    lose();
    const target = stage.start({ media: [makeMedia()] });
    await target.try();
    stage.fake.meta.page.lagging = 1;
    target.wait(200);
    expect(await target.try()).toMatchObject({ because: 'in_doubt' });
    stage.fake.meta.page.lagging = 0;
    expect(await target.finish()).toMatchObject({ kind: 'published', id: postId(0) });
  });
});

describe.each([
  ['a reel', { format: 'reel' }, 'video_reels'],
  ['a video', {}, 'videos'],
])('a lost answer to the end of %s', (_, settings, edge) => {
  const call = `POST ${pageId}/${edge}`;
  const finishes = () => stage.bodies(edge).filter(({ upload_phase }) => upload_phase === 'finish').length;

  test('is settled by the video itself', async () => {
    lose();
    expect(await stage.start({ media: [video()], settings }).finish()).toMatchObject({
      kind: 'published',
      id: videoId,
    });
    expect(finishes()).toBe(1);
  });

  test('before which nothing happened is followed by the same call, two minutes later', async () => {
    fail();
    const target = stage.start({ media: [video()], settings });
    await tryUntil(target, () => finishes() > 0);
    target.wait(40);
    expect(await target.try()).toMatchObject({ because: 'in_doubt' });
    expect(finishes()).toBe(1);
    expect(await target.finish()).toMatchObject({ kind: 'published', id: videoId });
    expect(finishes()).toBe(2);
    expect(stage.fake.meta.page.videos.all).toHaveLength(1);
  });

  test('is not settled by a refusal of the second call', async () => {
    lose();
    const target = stage.start({ media: [video()], settings });
    await tryUntil(target, () => finishes() > 0);
    const state = { uploading_phase: { status: 'in_progress' } };
    stage.answerNext(`GET ${videoId}`, { status: 200, body: { status: state } });
    target.wait(200);
    expect(await target.try()).toMatchObject({ kind: 'later', because: 'in_doubt' });
    expect(finishes()).toBe(2);
    expect(await target.finish()).toMatchObject({ kind: 'published', id: videoId });
    expect(stage.fake.visible()).toHaveLength(1);
  });

  test.each([
    { publishing_phase: { status: 'not_started', publish_status: 'published' } },
    { publishing_phase: { status: 'in_progress' } },
    { video_status: 'ready', publishing_phase: { publish_status: 'published' } },
  ])('is settled by the status %o', async (status) => {
    const target = stage.start({ media: [video()], settings });
    lose();
    await tryUntil(target, () => finishes() > 0);
    stage.answerNext(`GET ${videoId}`, { status: 200, body: { status } });
    target.wait(200);
    await target.try();
    expect(await target.finish()).toMatchObject({ kind: 'published', id: videoId });
    expect(finishes()).toBe(1);
  });

  test.each([
    { uploading_phase: { status: 'complete' }, publishing_phase: { status: 'not_started' } },
    { video_status: 'ready', publishing_phase: { publish_status: 'draft' } },
    { video_status: 'upload_complete' },
    { video_status: 'uploading' },
  ])('is followed by a second call after the status %o', async (status) => {
    const target = stage.start({ media: [video()], settings });
    fail();
    await tryUntil(target, () => finishes() > 0);
    stage.answerNext(`GET ${videoId}`, { status: 200, body: { status } });
    target.wait(200);
    await target.try();
    expect(await target.finish()).toMatchObject({ kind: 'published', id: videoId });
    expect(finishes()).toBe(2);
  });

  test('is a failure if its upload has ended', async () => {
    const target = stage.start({ media: [video()], settings });
    fail();
    await tryUntil(target, () => finishes() > 0);
    const [made] = stage.fake.meta.page.videos.all;
    if (made) made.isExpired = true;
    expect(await target.finish()).toMatchObject({ kind: 'failed', code: 'rejected' });
    expect(finishes()).toBe(1);
  });

  test('is not settled by a refused question', async () => {
    lose();
    const target = stage.start({ media: [video()], settings });
    await tryUntil(target, () => finishes() > 0);
    stage.answerNext(`GET ${videoId}`, refuse(400, '100/33', 'Does not exist'));
    target.wait(200);
    expect(await target.try()).toMatchObject({ kind: 'later', because: 'in_doubt' });
    expect(stage.count(call)).toBeGreaterThan(1);
    expect(await target.finish()).toMatchObject({ kind: 'published' });
  });
});

describe('a lost answer to a story', () => {
  const settings = { format: 'story' };

  test('is settled although there are newer stories', async () => {
    lose();
    const target = stage.start({ media: [makeMedia()], settings });
    await target.try();
    stage.fake.meta.page.show({ kind: 'story' });
    expect(await target.finish()).toMatchObject({ kind: 'published', id: '6100000000000000' });
  });

  test('is settled by the list of stories', async () => {
    stage.fake.server.faults.push('accept_then_drop', 'accept_then_drop');
    expect(await stage.start({ media: [makeMedia(), video()], settings }).finish()).toMatchObject({
      kind: 'published',
      parts: [{ id: '6100000000000000' }, { id: '6100000000000001' }],
    });
    expect(stage.fake.visible()).toHaveLength(2);
  });

  test('before which nothing was published is followed by a second send, three minutes later', async () => {
    fail();
    const target = stage.start({ media: [makeMedia()], settings });
    await target.try();
    target.wait(100);
    expect(await target.try()).toMatchObject({ because: 'in_doubt', seconds: 80 });
    expect(await target.finish()).toMatchObject({ kind: 'published' });
    expect(stage.count(`POST ${pageId}/photo_stories`)).toBe(2);
  });

  test.each([
    ['a photo', () => makeMedia(), 'photo_stories', 1],
    ['a video', () => video(), 'video_stories', 2],
  ])('of %s is not settled by another refusal', async (_, makeFile, edge, calls) => {
    const target = stage.start({ media: [makeFile()], settings });
    lose();
    await tryUntil(target, () => stage.bodies(edge).length === calls);
    stage.fake.meta.page.lagging = 1;
    stage.answerNext(`POST ${pageId}/${edge}`, refuse(400, '100', 'Already used'));
    target.wait(200);
    expect(await target.try()).toMatchObject({ kind: 'later', because: 'in_doubt' });
    stage.fake.meta.page.lagging = 0;
    expect(await target.finish()).toMatchObject({ kind: 'published', id: '6100000000000000' });
    expect(stage.bodies(edge)).toHaveLength(calls + 1);
    expect(stage.fake.visible()).toHaveLength(1);
  });

  test('is not settled by a story without an id', async () => {
    lose();
    const target = stage.start({ media: [makeMedia()], settings });
    await target.try();
    const listed = { data: [{ media_id: '8100000000000000', post_id: { a: 1 } }] };
    stage.answerNext(`GET ${pageId}/stories`, { status: 200, body: listed });
    target.wait(200);
    expect(await target.try()).toMatchObject({ kind: 'later', because: 'in_doubt' });
    expect(await target.finish()).toMatchObject({ kind: 'published' });
    expect(stage.fake.visible()).toHaveLength(1);
  });
});
