import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { refuse } from '../families/meta/fake-graph.ts';
import { refuseUpload } from '../families/meta/fake-uploads.ts';
import { makeMedia } from '../testing/media.ts';
import { pageId } from './fake-page.ts';
import { hashOf, Stage, tryUntil, video } from './testing/stage.ts';

let stage: Stage;
beforeEach(async () => {
  stage = await Stage.open();
});
afterEach(() => stage.close());

const videoId = '4100000000000000';

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

  test('is not sent again if only the answer to its last byte was lost', async () => {
    stage.fake.server.disturb(3, 'accept_then_drop');
    expect(await start().finish()).toMatchObject({ kind: 'published', id: videoId });
    const sent = stage.fake.server.requests.filter(({ path }) => path.startsWith('/rupload'));
    expect(sent).toHaveLength(1);
  });

  test('is sent from its first byte if Facebook states more bytes than it has', async () => {
    const status = { uploading_phase: { bytes_transfered: 301 } };
    stage.answerNext(`GET ${videoId}`, { status: 200, body: { status } });
    expect(await start().finish()).toMatchObject({ kind: 'published', id: videoId });
    expect(stage.fake.shown?.()).toMatchObject([{ media: [{ sha256: await hashOf(video(300)) }] }]);
  });

  test.each(['OffsetInvalidError', 'PartialRequestError'])('begins again after a %s', async (type) => {
    stage.fake.meta.refusals.set(`POST /rupload.facebook.com/video-upload/v25.0/${videoId}`, [
      refuseUpload(type, 'The upload is lost.'),
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

  test('has its cover sent again if the answer was lost', async () => {
    const file = makeMedia({ id: 5 });
    const post = { media: [video()], settings: { format: 'reel', cover: 5 }, files: new Map([[5, file]]) };
    stage.answerNext(`POST ${videoId}/thumbnails`, { status: 500, body: '' });
    expect(await stage.start(post).finish()).toMatchObject({ kind: 'published', warnings: [] });
    expect(stage.count(`POST ${videoId}/thumbnails`)).toBe(2);
    expect(stage.fake.shown?.()).toMatchObject([{ settings: { cover: await hashOf(file) } }]);
  });

  test('that Facebook denies while it works on it is waited for', async () => {
    const target = start();
    const denied = refuse(400, '100/33', 'Object does not exist');
    stage.answerNext(`GET ${videoId}`, denied, denied);
    expect(await target.finish()).toMatchObject({ kind: 'published' });
    const isFinished = () => stage.fake.visible().length > 1;
    const again = start();
    await tryUntil(again, isFinished);
    stage.answerNext('GET 4100000000000001', denied);
    expect(await again.finish()).toMatchObject({ kind: 'published' });
  });

  test('without a page is live all the same', async () => {
    const target = start();
    await tryUntil(target, () => stage.fake.visible().length > 0);
    const ready = { status: { publishing_phase: { status: 'complete' } } };
    stage.answerNext(`GET ${videoId}`, { status: 200, body: ready }, { status: 0, drop: true });
    expect(await target.try()).toMatchObject({ kind: 'published', url: null });
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

describe.each([
  ['a reel', { format: 'reel' }],
  ['a video', {}],
])('%s', (_, settings) => {
  test.each([
    [22.5, '4100000000000001'],
    [18, videoId],
  ])('that waits for %f hours and an hour is published as video %s', async (hours, id) => {
    const target = stage.start({ media: [video()], settings });
    stage.fake.server.faults.push('throttle');
    await tryUntil(target, () => stage.fake.server.visibleAt.length === 1);
    target.wait(hours * 3600);
    expect(await target.finish()).toMatchObject({ kind: 'published', id });
  });

  test('that Facebook could not process is uploaded and finished again when a person tries again', async () => {
    stage.fake.meta.page.videos.failures.push('The video is too dark.');
    const target = stage.start({ media: [video()], settings });
    expect(await target.finish()).toMatchObject({ kind: 'failed', code: 'rejected' });
    expect(await target.retry()).toMatchObject({ kind: 'published', id: '4100000000000001', warnings: [] });
    expect(stage.fake.visible()).toHaveLength(1);
  });

  test('that is finished is awaited and named when a person tries again, and not the new upload', async () => {
    const target = stage.start({ media: [video()], settings });
    await tryUntil(target, () => stage.fake.visible().length > 0);
    expect(await target.retry()).toMatchObject({ kind: 'published', id: videoId });
    expect(stage.fake.visible()).toHaveLength(1);
  });

  test('of which Facebook never says that people see it is published with a warning', async () => {
    const target = stage.start({ media: [video()], settings });
    await tryUntil(target, () => stage.fake.visible().length > 0);
    for (const each of stage.fake.meta.page.videos.all) each.delays = 10_000;
    target.wait(6 * 3600);
    expect(await target.try()).toMatchObject({
      kind: 'published',
      id: videoId,
      warnings: [expect.stringContaining('Look at the Page')],
    });
  });

  test('may be processed for hours', async () => {
    const target = stage.start({ media: [video()], settings });
    await tryUntil(target, () => stage.fake.visible().length > 0);
    for (const each of stage.fake.meta.page.videos.all) each.delays = 1;
    target.wait(5 * 3600);
    expect(await target.try()).toMatchObject({ kind: 'later', because: 'processing', seconds: 15 });
    target.wait(15);
    expect(await target.try()).toMatchObject({ kind: 'published' });
  });
});

describe('the status of a finished reel', () => {
  const at = (video_status: string, publishing_phase = {}) => ({ video_status, publishing_phase });
  const meant = { status: 'not_started', publish_status: 'published' };
  const published = { kind: 'published' };
  const awaited = { kind: 'later', because: 'processing', seconds: 15 };
  const failed = { kind: 'failed', code: 'rejected' };

  test.each([
    ['a phase that is complete', at('processing', { status: 'complete' }), published],
    ['a phase that is “completed”', at('processing', { status: 'completed' }), published],
    ['ready, and meant to be published', at('ready', meant), published],
    ['ready, and a draft', at('ready', { ...meant, publish_status: 'draft' }), awaited],
    ['ready, and nothing more', at('ready'), awaited],
    ['ready, without a phase', { video_status: 'ready' }, published],
    ['meant to be published, and not ready', at('processing', meant), awaited],
    ['a phase that is incomplete', at('processing', { status: 'incomplete' }), awaited],
    ['expired', at('expired'), failed],
    ['a failed upload', at('upload_failed'), failed],
    ['an error', at('error'), failed],
    ['a phase with an error', { uploading_phase: { status: 'error' } }, failed],
    ['an error of a video that is published', at('error', { status: 'complete' }), published],
  ])('%s', async (_, status, outcome) => {
    const target = stage.start({ media: [video()], settings: { format: 'reel' } });
    await tryUntil(target, () => stage.fake.visible().length > 0);
    stage.answerNext(`GET ${videoId}`, { status: 200, body: { status } });
    target.wait(15);
    expect(await target.try()).toMatchObject(outcome);
  });

  test('has the words of a list of errors', async () => {
    const processing_phase = { status: 'error', errors: [{ message: 'Too dark.' }] };
    const states = [{}, { video_status: 'upload_complete' }, { processing_phase }];
    const answers = states.map((status) => ({ status: 200, body: { status } }));
    const dark = { kind: 'failed', message: expect.stringContaining('Too dark.') };
    const start = () => stage.start({ media: [video()], settings: { format: 'reel' } });
    stage.answerNext(`GET ${videoId}`, ...answers.slice(1));
    expect(await start().finish()).toMatchObject(dark);
    // It is not finished.
    expect(stage.bodies('video_reels')).toHaveLength(1);
    stage.answerNext('GET 4100000000000001', ...answers);
    expect(await start().finish()).toMatchObject(dark);
  });
});
