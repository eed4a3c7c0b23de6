import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { refuse } from '../families/meta/fake-graph.ts';
import { pageId } from './fake-page.ts';
import { hashOf, Stage, video } from './testing/stage.ts';

let stage: Stage;
beforeEach(async () => {
  stage = await Stage.open();
});
afterEach(() => stage.close());

const videoId = '4100000000000000';

describe('a video', () => {
  const videos = `POST ${pageId}/videos`;
  const start = () => stage.start({ media: [video(250)], settings: { title: 'Bells' } });

  test('is sent in the parts for which Facebook asks', async () => {
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
    expect(stage.count(videos)).toBe(5);
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
    stage.answerNext(videos, { status: 200, body: { video_id: '1', upload_session_id: '1' } });
    expect(await target.finish()).toMatchObject({ kind: 'published', id: videoId });
  });

  test.each([1363019, 1363021, 1363030, 1363033, 1363041, 1363045])(
    'begins again if Facebook answers with the subcode %i',
    async (subcode) => {
      const begun = { status: 200, body: { video_id: '1', upload_session_id: '1' } };
      stage.answerNext(videos, begun, refuse(400, `6000/${subcode}`, 'Broken'));
      const target = start();
      expect(await target.try()).toMatchObject({ because: 'processing' });
      expect(await target.finish()).toMatchObject({ kind: 'published', id: videoId });
    },
  );

  test('begins again if Facebook could not read it, and fails after three of them', async () => {
    const target = start();
    const unreadable = refuse(400, '6001', 'There was a problem with your video file');
    const begun = { status: 200, body: { video_id: '1', upload_session_id: '1' } };
    stage.answerNext(videos, begun, unreadable, begun, unreadable, begun, unreadable);
    expect(await target.finish()).toMatchObject({ kind: 'failed', code: 'network_unavailable' });
    expect(stage.count(videos)).toBe(6);
  });

  test('is sent to its end if Facebook names a part without bytes', async () => {
    const { videos: made } = stage.fake.meta.page;
    made.partSize = 1000;
    const first = made.start('videos', 250);
    for await (const bytes of video(250).open({ start: 0, end: 100 })) first.upload.hash.update(bytes);
    first.upload.offset = 100;
    const error = { code: 6001, error_subcode: 1363037, message: 'Wrong offset' };
    const none = { start_offset: '100', end_offset: '100' };
    stage.answerNext(
      videos,
      { status: 200, body: { video_id: first.id, upload_session_id: first.session } },
      { status: 400, body: { error: { ...error, error_data: none } } },
    );
    expect(await start().finish()).toMatchObject({ kind: 'published', id: first.id });
    expect(stage.fake.shown?.()).toMatchObject([{ media: [{ sha256: await hashOf(video(250)) }] }]);
  });

  test('is not sent for ever to a network that asks for the same part', async () => {
    const same = { status: 200, body: { start_offset: '0', end_offset: '100' } };
    const begun = { status: 200, body: { video_id: '1', upload_session_id: '1' } };
    stage.answerNext(videos, begun, same, same, same);
    expect(await start().try()).toMatchObject({ kind: 'later', because: 'unavailable' });
    expect(stage.count(videos)).toBe(2);
  });
});
