import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { refuse } from '../families/meta/fake-graph.ts';
import { refuseUpload } from '../families/meta/fake-uploads.ts';
import { makeMedia } from '../testing/media.ts';
import { pageId } from './fake-page.ts';
import { hashOf, Stage, video } from './testing/stage.ts';

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

describe('a reel', () => {
  const start = (own = {}) => stage.start({ media: [video(300)], settings: { format: 'reel', ...own } });

  test('is started, uploaded and finished, in this order', async () => {
    expect(await start({ title: 'Bells', location: '123' }).finish()).toEqual({
      kind: 'published',
      id: videoId,
      url: `https://www.facebook.com/reel/${videoId}/`,
      warnings: [],
    });
    expect(stage.calls).toEqual([
      `POST ${pageId}/video_reels`,
      `GET ${videoId}`,
      `POST v25.0/${videoId}`,
      `GET ${videoId}`,
      `POST ${pageId}/video_reels`,
      ...[`GET ${videoId}`, `GET ${videoId}`, `GET ${videoId}`],
    ]);
    expect(stage.bodies('video_reels')).toEqual([
      { upload_phase: 'start' },
      {
        ...{ upload_phase: 'finish', video_id: videoId, video_state: 'PUBLISHED' },
        ...{ description: 'Ding', title: 'Bells', place: '123' },
      },
    ]);
    expect(stage.fake.shown?.()).toMatchObject([
      { text: 'Ding', media: [{ sha256: await hashOf(video(300)), alt: null }] },
    ]);
  });

  test('goes on where a broken upload ended', async () => {
    stage.fake.meta.keeps = 100;
    expect(await start().finish()).toMatchObject({ kind: 'published' });
    const sent = stage.fake.server.requests.filter(({ path }) => path.startsWith('/rupload'));
    expect(sent.map(({ headers }) => headers.offset)).toEqual(['0', '100']);
    expect(stage.fake.shown?.()).toMatchObject([{ media: [{ sha256: await hashOf(video(300)) }] }]);
  });

  test('begins again if Facebook lost the upload', async () => {
    stage.fake.meta.refusals.set(`POST /rupload.facebook.com/video-upload/v25.0/${videoId}`, [
      refuseUpload('OffsetInvalidError', 'The offset is invalid.'),
    ]);
    expect(await start().finish()).toMatchObject({ kind: 'published', id: '4100000000000001' });
  });

  test('begins again if the upload expired before it was finished', async () => {
    const expired = { status: 200, body: { status: { video_status: 'expired' } } };
    stage.answerNext(`GET ${videoId}`, { status: 200, body: {} }, expired);
    expect(await start().finish()).toMatchObject({ kind: 'published', id: '4100000000000001' });
  });

  test('that Facebook cannot process fails with its words', async () => {
    stage.fake.meta.page.videos.failures.push('The video is too dark.');
    expect(await start().finish()).toMatchObject({
      kind: 'failed',
      code: 'rejected',
      message: expect.stringContaining('The video is too dark.'),
    });
  });

  test('has its cover after it, and a refused cover is a warning', async () => {
    const file = makeMedia({ id: 5 });
    const post = { media: [video()], settings: { format: 'reel', cover: 5 }, files: new Map([[5, file]]) };
    expect(await stage.start(post).finish()).toMatchObject({ kind: 'published', warnings: [] });
    expect(stage.fake.shown?.()).toMatchObject([{ settings: { cover: await hashOf(file) } }]);
    stage.answerNext('POST 4100000000000001/thumbnails', refuse(400, '100', 'Too small'));
    expect(await stage.start(post).finish()).toMatchObject({
      kind: 'published',
      warnings: [expect.stringContaining('Too small')],
    });
  });

  test('that Facebook does not name is tried again', async () => {
    stage.answerNext(`POST ${pageId}/video_reels`, { status: 200, body: { video_id: 7 } });
    expect(await start().finish()).toMatchObject({ kind: 'published' });
  });

  test('without a video is refused', async () => {
    expect(await stage.start({ settings: { format: 'reel' } }).finish()).toMatchObject({ code: 'rejected' });
    expect(stage.calls).toEqual([]);
  });
});

describe('a video', () => {
  const videos = `POST ${pageId}/videos`;
  const start = () => stage.start({ media: [video(250)], settings: { title: 'Bells' } });

  test('is sent in the parts for which Facebook asks', async () => {
    stage.fake.meta.page.videos.partSize = 250;
    expect(await start().finish()).toEqual({
      kind: 'published',
      id: videoId,
      url: `https://www.facebook.com/townbells/videos/${videoId}/`,
      warnings: [],
    });
    expect(stage.bodies('videos')).toEqual([
      { upload_phase: 'start', file_size: 250 },
      { upload_phase: 'finish', upload_session_id: '7700', description: 'Ding', title: 'Bells' },
    ]);
    expect(stage.count(videos)).toBe(3);
    expect(stage.fake.shown?.()).toMatchObject([
      { text: 'Ding', media: [{ sha256: await hashOf(video(250)) }], settings: { title: 'Bells' } },
    ]);
  });

  test('goes on with the part that Facebook names after a break', async () => {
    const { videos: made } = stage.fake.meta.page;
    const down = { status: 503, body: '' };
    stage.answerNext(
      videos,
      ...[{ status: 200, body: { video_id: videoId, upload_session_id: '7700' } }, down],
    );
    made.start('videos', 250);
    const target = start();
    expect(await target.try()).toMatchObject({ kind: 'later' });
    const [one] = made.all;
    for await (const bytes of video(250).open({ start: 0, end: 100 })) one?.upload.hash.update(bytes);
    if (one) one.upload.offset = 100;
    expect(await target.finish()).toMatchObject({ kind: 'published' });
    expect(stage.fake.shown?.()).toMatchObject([{ media: [{ sha256: await hashOf(video(250)) }] }]);
  });

  test('begins again if its session is over', async () => {
    const target = start();
    stage.answerNext(`POST ${pageId}/videos`, {
      status: 200,
      body: { video_id: '1', upload_session_id: '1' },
    });
    expect(await target.finish()).toMatchObject({ kind: 'published', id: videoId });
  });

  test('is not sent for ever to a network that asks for the same part', async () => {
    const same = { status: 200, body: { start_offset: '0', end_offset: '100' } };
    const begun = { status: 200, body: { video_id: '1', upload_session_id: '1' } };
    stage.answerNext(videos, begun, same, same, same);
    expect(await start().try()).toMatchObject({ kind: 'later', because: 'unavailable' });
    expect(stage.count(videos)).toBe(2);
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
    expect(await stage.start(post).finish()).toMatchObject({ kind: 'published', url: null });
  });

  test('without a file are refused', async () => {
    expect(await stage.start({ settings: { format: 'story' } }).finish()).toMatchObject({ code: 'rejected' });
  });
});

describe('a Page that has called as much as it may', () => {
  const usage = (name: string, value: unknown) => ({ [name]: JSON.stringify(value) });
  const uses = (percent: number) => ({ [pageId]: [{ type: 'pages', call_count: 3, total_time: percent }] });

  test.each([
    ['its use of 90 %', usage('x-business-use-case-usage', uses(90)), { channel: 900, app: 0 }],
    ['its own use', usage('x-page-usage', { call_count: 95 }), { channel: 900, app: 0 }],
    ['a use of 89 %', usage('x-business-use-case-usage', uses(89)), undefined],
    ['a use of the app', usage('x-app-usage', { call_count: 99 }), undefined],
  ])('waits because of %s', async (_, headers, pauseAfter) => {
    stage.fake.meta.usage = headers;
    const outcome = await stage.start().finish();
    expect(outcome).toMatchObject({ kind: 'published' });
    expect(outcome.pauseAfter).toEqual(pauseAfter);
  });
});
