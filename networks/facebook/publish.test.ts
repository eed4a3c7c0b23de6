import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { refuse } from '../families/meta/fake-graph.ts';
import { makeMedia } from '../testing/media.ts';
import { pageId } from './fake-page.ts';
import { hashOf, Stage, tryUntil, video } from './testing/stage.ts';

let stage: Stage;
beforeEach(async () => {
  stage = await Stage.open();
});
afterEach(() => stage.close());

const postId = `${pageId}_6100000000000000`;
const photoId = (index: number) => String(8_100_000_000_000_000 + index);
const videoId = '4100000000000000';
const feed = `POST ${pageId}/feed`;
const photos = `POST ${pageId}/photos`;

describe('a post', () => {
  test('of a text is one call', async () => {
    expect(await stage.start({ settings: { location: '123' } }).finish()).toEqual({
      kind: 'published',
      id: postId,
      url: `https://www.facebook.com/posts/${postId}/`,
      warnings: [],
    });
    expect(stage.calls).toEqual([feed]);
    expect(stage.bodies('feed')).toEqual([{ message: 'Ding', place: '123' }]);
  });

  test('of a link alone has no text', async () => {
    const settings = { link: 'https://bells.example/' };
    expect(await stage.start({ text: '', settings }).finish()).toMatchObject({ kind: 'published' });
    expect(stage.bodies('feed')).toEqual([{ link: 'https://bells.example/' }]);
  });

  test('of photos has all of them, in order, with their descriptions', async () => {
    const media = [makeMedia(), video(7), makeMedia({ altText: null })].filter(
      ({ kind }) => kind === 'image',
    );
    expect(await stage.start({ media }).finish()).toMatchObject({ kind: 'published', id: postId });
    expect(stage.calls).toEqual([photos, photos, feed]);
    expect(stage.bodies('feed')).toEqual([
      { message: 'Ding', attached_media: [{ media_fbid: photoId(0) }, { media_fbid: photoId(1) }] },
    ]);
    const sha256 = await hashOf(makeMedia());
    expect(stage.fake.shown?.()).toMatchObject([
      {
        media: [
          { sha256, alt: 'A bell' },
          { sha256, alt: null },
        ],
      },
    ]);
    expect(stage.fake.leftovers?.()).toBe(0);
  });

  test('has the description of a photo in full, whatever its characters', async () => {
    await stage.start({ media: [makeMedia({ altText: 'Ünï — 🔔' })] }).finish();
    expect(stage.fake.shown?.()).toMatchObject([{ media: [{ alt: 'Ünï — 🔔' }] }]);
  });

  test('has new photos if it waits for longer than Facebook keeps them', async () => {
    const target = stage.start({ media: [makeMedia()] });
    stage.answerNext(feed, refuse(400, '32', 'Page request limit reached'));
    expect(await target.try()).toMatchObject({ kind: 'later', because: 'throttled', seconds: 3600 });
    target.wait(23 * 3600 + 1);
    expect(await target.try()).toMatchObject({ kind: 'published' });
    expect(stage.count(photos)).toBe(2);
  });

  test('keeps its photos until then', async () => {
    const target = stage.start({ media: [makeMedia()] });
    stage.answerNext(feed, refuse(400, '32', 'Page request limit reached'));
    await target.try();
    target.wait(23 * 3600 - 1);
    expect(await target.try()).toMatchObject({ kind: 'published' });
    expect(stage.count(photos)).toBe(1);
  });

  test('has a page that is no script, and a plain id', async () => {
    const body = { id: '1_2', permalink_url: 'javascript:alert(1)' };
    stage.answerNext(feed, { status: 200, body });
    expect(await stage.start().finish()).toMatchObject({ kind: 'published', id: '1_2', url: null });
    stage.answerNext(feed, { status: 200, body: { id: { a: 1 } } });
    expect(await stage.start().try()).toMatchObject({ kind: 'later', because: 'in_doubt' });
  });
});

describe('a Page that the sign-in may no longer use', () => {
  const denied = (id: string) =>
    refuse(
      400,
      '100/33',
      `Unsupported post request. Object with ID '${id}' does not exist, cannot be loaded`,
    );

  test('needs a new one', async () => {
    stage.answerNext(`POST ${pageId}/feed`, denied(pageId));
    expect(await stage.start().try()).toMatchObject({ kind: 'held', networkCode: '100/33' });
  });

  test('is not one without something else', async () => {
    stage.answerNext(`POST ${pageId}/feed`, denied('7'));
    expect(await stage.start().try()).toMatchObject({ kind: 'failed', code: 'rejected' });
  });
});

describe('stories', () => {
  test('are one post for each file', async () => {
    const media = [makeMedia(), video(300)];
    expect(await stage.start({ media, settings: { format: 'story' } }).finish()).toMatchObject({
      kind: 'published',
      id: '6100000000000000',
      url: 'https://www.facebook.com/stories/6100000000000000/',
      parts: [
        { id: '6100000000000000', url: 'https://www.facebook.com/stories/6100000000000000/' },
        { id: '6100000000000001', url: 'https://www.facebook.com/stories/6100000000000001/' },
      ],
    });
    expect(stage.bodies('photo_stories')).toEqual([{ photo_id: photoId(0) }]);
    expect(stage.bodies('video_stories')).toEqual([
      { upload_phase: 'start' },
      { upload_phase: 'finish', video_id: videoId },
    ]);
    expect(stage.fake.shown?.()).toMatchObject([
      { media: [{ sha256: await hashOf(makeMedia()), alt: null }] },
      { media: [{ sha256: await hashOf(video(300)), alt: null }] },
    ]);
  });

  test('are all uploaded before the first of them is visible', async () => {
    const media = [makeMedia(), video(300)];
    await stage.start({ media, settings: { format: 'story' } }).finish();
    const { calls } = stage;
    expect(calls.indexOf(`POST v25.0/${videoId}`)).toBeLessThan(
      calls.indexOf(`POST ${pageId}/photo_stories`),
    );
  });

  test('without a listed page have none', async () => {
    stage.fake.meta.page.lagging = 1;
    const post = { media: [makeMedia()], settings: { format: 'story', first_comment: 'Dong' } };
    const alone = { kind: 'published', id: '6100000000000000', url: null, warnings: [] };
    expect(await stage.start(post).finish()).toEqual(alone);
    expect(stage.calls.filter((call) => call.endsWith('/comments'))).toEqual([]);
  });

  test('with a video wait until Facebook has processed it', async () => {
    stage.fake.meta.page.videos.failures.push('The video is too dark.');
    const outcome = await stage.start({ media: [video()], settings: { format: 'story' } }).finish();
    const message = expect.stringContaining('too dark');
    expect(outcome).toMatchObject({ kind: 'failed', code: 'rejected', message });
  });

  test('are made again when a person tries again, except those that are live', async () => {
    stage.fake.meta.page.videos.failures.push('The video is too dark.');
    const target = stage.start({ media: [makeMedia(), video()], settings: { format: 'story' } });
    expect(await target.finish()).toMatchObject({ kind: 'failed', code: 'rejected' });
    expect(await target.retry()).toMatchObject({ kind: 'published', parts: [{}, {}], warnings: [] });
    expect(stage.bodies('photo_stories')).toHaveLength(1);
    expect(stage.fake.shown?.()).toMatchObject([
      { media: [{ sha256: await hashOf(makeMedia()) }] },
      { media: [{ sha256: await hashOf(video()) }] },
    ]);
  });

  test('that are live are awaited and named when a person tries again, and not the new uploads', async () => {
    const target = stage.start({ media: [video()], settings: { format: 'story' } });
    await tryUntil(target, () => stage.fake.visible().length > 0);
    expect(await target.retry()).toMatchObject({
      kind: 'published',
      url: 'https://www.facebook.com/stories/6100000000000000/',
    });
    expect(stage.fake.visible()).toHaveLength(1);
  });

  test('of which Facebook never says that people see them are published with a warning', async () => {
    const target = stage.start({ media: [video()], settings: { format: 'story' } });
    await tryUntil(target, () => stage.fake.visible().length > 0);
    for (const each of stage.fake.meta.page.videos.all) each.delays = 10_000;
    target.wait(6 * 3600);
    const warnings = [expect.stringContaining('Look at the Page')];
    expect(await target.try()).toMatchObject({ kind: 'published', warnings });
  });

  test('have pages that are no scripts', async () => {
    const media = [makeMedia(), makeMedia()];
    const item = (index: number) => ({ media_id: photoId(index), post_id: '7', url: 'javascript:alert(1)' });
    const list = { status: 200, body: { data: [item(0), item(1)] } };
    stage.answerNext(`GET ${pageId}/stories`, list, list);
    expect(await stage.start({ media, settings: { format: 'story' } }).finish()).toMatchObject({
      kind: 'published',
      url: null,
      parts: [{ url: null }, { url: null }],
    });
  });

  test('without a file are refused', async () => {
    expect(await stage.start({ settings: { format: 'story' } }).finish()).toMatchObject({ code: 'rejected' });
  });
});

describe('a Page that has called as much as it may', () => {
  const usage = (name: string, value: unknown) => ({ [name]: JSON.stringify(value) });
  const uses = (percent: number) => ({ [pageId]: [{ type: 'pages', call_count: 3, total_time: percent }] });

  test.each([
    ['its use of 90 %', usage('x-business-use-case-usage', uses(90)), { channel: 300, app: 0 }],
    ['its own use', usage('x-page-usage', { call_count: 95 }), { channel: 300, app: 0 }],
    ['a use of 89 %', usage('x-business-use-case-usage', uses(89)), undefined],
    ['a use of the app', usage('x-app-usage', { call_count: 99 }), { channel: 300, app: 0 }],
  ])('waits because of %s', async (_, headers, pauseAfter) => {
    stage.fake.meta.usage = headers;
    const outcome = await stage.start().finish();
    expect(outcome).toMatchObject({ kind: 'published' });
    expect(outcome.pauseAfter).toEqual(pauseAfter);
  });
});
