/** What is added to a video after it was published. Covers and captions have tests of their own. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { loopbackHttp } from '../../server/test/support/loopback-http.ts';
import type { Http } from '../core/http.ts';
import type { Outgoing, Session } from '../core/network.ts';
import { makeMedia } from '../testing/media.ts';
import { startTarget } from '../testing/target.ts';
import { startFake, type YoutubeFake } from './fake.ts';
import { refuse } from './fake-refusal.ts';
import { youtube } from './index.ts';

let fake: YoutubeFake;
beforeEach(async () => {
  fake = await startFake();
});
afterEach(() => fake.server.close());

const video = makeMedia({ kind: 'video', width: 1920, height: 1080 });

function start(post: Partial<Outgoing> = {}, own: Partial<Session> = {}) {
  const settings = { made_for_kids: false, ...post.settings };
  return startTarget(youtube, { media: [video], ...post, settings }, fake, own);
}

test('a playlist and a first comment follow the video', async () => {
  const settings = { playlist_id: 'PL1', first_comment: 'Listen!' };
  expect(await start({ settings }).finish()).toMatchObject({ kind: 'published', warnings: [] });
  expect(fake.channel.inserted.map(({ snippet }) => snippet)).toEqual([
    { playlistId: 'PL1', resourceId: { kind: 'youtube#video', videoId: 'bell_video-1' } },
    {
      channelId: fake.account.id,
      videoId: 'bell_video-1',
      topLevelComment: { snippet: { textOriginal: 'Listen!' } },
    },
  ]);
});

test('a playlist that the sign-in does not allow is a warning', async () => {
  const grant = { ...fake.grant, scopes: [] };
  expect(await start({ settings: { playlist_id: 'PL1' } }, { grant }).finish()).toMatchObject({
    kind: 'published',
    warnings: [expect.stringContaining('does not allow playlists')],
  });
});

test.each([{ playlist_id: 'PL1' }, { first_comment: 'Listen!' }, { cover: 7 }])(
  'a used quota of the other calls is a warning, and uploads go on: %j',
  async (settings) => {
    const used = refuse(403, 'quotaExceeded');
    const http: Http = async (request) =>
      /upload_id|\/upload\/youtube\/v3\/videos/.test(request.url)
        ? loopbackHttp(request)
        : { status: used.status, headers: {}, text: '', json: used.body };
    const files = new Map([[7, makeMedia({ id: 7, mimeType: 'image/jpeg' })]]);
    expect(await start({ settings, files }, { http }).try()).toMatchObject({
      kind: 'published',
      warnings: [expect.stringContaining('used its quota of today')],
    });
  },
);

test.each([
  ['commentsDisabled', 'comment: YouTube does not accept this. Reason: commentsDisabled'],
  ['forbidden', 'comment: YouTube does not allow this channel to do this. Reason: forbidden'],
])('the refusal of a comment does not blame the video: %s', async (reason, warning) => {
  const { status, body } = refuse(403, reason);
  const http: Http = (request) =>
    request.url.includes('/commentThreads')
      ? Promise.resolve({ status, headers: {}, text: '', json: body })
      : loopbackHttp(request);
  expect(await start({ settings: { first_comment: 'Listen!' } }, { http }).finish()).toMatchObject({
    kind: 'published',
    warnings: [warning],
  });
});

describe('a video that YouTube', () => {
  test.each([
    [
      { uploadStatus: 'rejected', rejectionReason: 'termsOfUse' },
      'problem: YouTube rejected this video (terms of use). Look into YouTube Studio.',
    ],
    [
      { uploadStatus: 'failed', failureReason: 'codec' },
      'problem: YouTube failed to process this video (codec). Look into YouTube Studio.',
    ],
  ])('drops is a warning with the reason, once YouTube tells: %j', async (outcome, warning) => {
    Object.assign(fake.channel, { outcome, processingSeconds: 60 });
    const target = start();
    expect(await target.try()).toMatchObject({ because: 'processing', seconds: 60, pauses: 'target' });
    expect(await target.finish()).toMatchObject({ kind: 'published', warnings: [warning] });
  });

  test.each(['processed', 'deleted'])('has %s is published at once', async (uploadStatus) => {
    fake.channel.outcome = { uploadStatus };
    expect(await start().try()).toMatchObject({ kind: 'published', warnings: [] });
  });

  test('processes for longer is looked at twice', async () => {
    fake.channel.processingSeconds = 61;
    expect(await start().finish()).toMatchObject({ kind: 'published', warnings: [] });
    expect(fake.server.requests.filter(({ query }) => query.get('part') === 'status')).toHaveLength(2);
  });

  test.each([
    ['a used quota', { status: 403, json: refuse(403, 'quotaExceeded').body }],
    ['an answer without the video', { status: 200, json: { items: [] } }],
  ])('does not tell of stays published: %s', async (_, answer) => {
    const http: Http = (request) =>
      request.url.includes('/youtube/v3/videos?part=status')
        ? Promise.resolve({ headers: {}, text: '', ...answer })
        : loopbackHttp(request);
    expect(await start({}, { http }).finish()).toMatchObject({ kind: 'published', warnings: [] });
  });
});
