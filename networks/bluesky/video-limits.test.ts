/** What the video service says of uploads before a video is sent, through the real engine against the fake server. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { loopbackHttp } from '../../server/test/support/loopback-http.ts';
import { NetworkFault } from '../core/fault.ts';
import type { Http } from '../core/http.ts';
import type { JsonObject } from '../core/json.ts';
import type { Session } from '../core/network.ts';
import type { FakeResponse } from '../testing/fake-server.ts';
import { makeMedia } from '../testing/media.ts';
import { openSession, startTarget } from '../testing/target.ts';
import { startFake } from './fake.ts';
import { bluesky } from './index.ts';
import type { Grant } from './session.ts';

let fake: Awaited<ReturnType<typeof startFake>>;

beforeEach(async () => {
  fake = await startFake();
});
afterEach(() => fake.server.close());

const media = [makeMedia({ kind: 'video', mimeType: 'video/mp4' })];

const start = (own: Partial<Session> = {}) => startTarget(bluesky, { media }, fake, own);

const callsOf = (name: string) => fake.server.requests.filter(({ path }) => path.endsWith(`.${name}`));

const risks = (shown = media) =>
  bluesky.checkPost?.({ text: 'Ding', settings: {}, media: shown }, openSession<Grant>(fake));

/** The service's answer: this account may upload no video now. */
function forbid(reason: JsonObject): void {
  fake.pds.videos.limits = { status: 200, body: { canUpload: false, ...reason } };
}

const unconfirmed =
  'Bluesky takes no video of this account now: the account’s e-mail address is not confirmed. Confirm it at Bluesky. If the post has failed, schedule it again.';
const bytes = 'User has exceeded daily upload bytes limit';
const videos = 'User has exceeded daily upload videos limit';
const young = 'Account is not old enough to upload videos';

test('the service is asked, with a token for this question, before it gets the video', async () => {
  expect(await start().finish()).toMatchObject({ kind: 'published' });
  const called = fake.server.requests.map(({ path }) => path.replace('/xrpc/', ''));
  expect(called.slice(0, 4)).toEqual([
    'com.atproto.server.getServiceAuth',
    'app.bsky.video.getUploadLimits',
    'com.atproto.server.getServiceAuth',
    'app.bsky.video.uploadVideo',
  ]);
  expect(Object.fromEntries(callsOf('getServiceAuth')[0]?.query ?? [])).toEqual({
    aud: 'did:web:video.bsky.app',
    lxm: 'app.bsky.video.getUploadLimits',
  });
  expect(callsOf('getUploadLimits')).toHaveLength(1);
});

describe('an account that may upload no video', () => {
  test.each<[JsonObject, string]>([
    [{ error: 'unconfirmed_email', message: 'Confirm your email address to upload videos' }, unconfirmed],
    [{ message: 'Confirm your email address to upload videos' }, unconfirmed],
    [{ error: 'unconfirmed_email' }, unconfirmed],
    [{ message: young }, `Bluesky takes no video of this account now: ${young}.`],
    [{ error: 'uploads_forbidden' }, 'Bluesky takes no video of this account now: uploads_forbidden.'],
    [{ message: 'No\u202e more.\n' }, 'Bluesky takes no video of this account now: No more.'],
  ])('%j ends the post, and is said before the time', async (reason, message) => {
    forbid(reason);
    const { error: networkCode } = reason;
    expect(await start().finish()).toEqual({
      ...{ kind: 'failed', code: 'rejected', field: 'media_ids.0', message },
      ...(networkCode !== undefined && { networkCode }),
    });
    expect(callsOf('uploadVideo')).toEqual([]);
    expect(await risks()).toEqual([message]);
  });

  test.each<[JsonObject, string]>([
    [{ message: videos, remainingDailyVideos: 0 }, videos],
    [{ message: bytes, error: 'daily_limit' }, bytes],
    [{ message: 'Uploading is disabled at the moment' }, 'Uploading is disabled at the moment'],
    [{ error: 'uploads_disabled' }, 'uploads_disabled'],
    [{}, 'it gave no reason'],
  ])('for some time (%j) waits for it, and this is said before the time', async (reason, words) => {
    forbid(reason);
    const message = `Bluesky takes no video of this account now: ${words}.`;
    const target = start();
    const later = { kind: 'later', because: 'unavailable', pauses: 'target', message };
    expect(await target.try()).toMatchObject(later);
    expect(callsOf('uploadVideo')).toEqual([]);
    expect(await risks()).toEqual([message]);
    fake.pds.videos.limits = { status: 200, body: { canUpload: true } };
    expect(await target.finish()).toMatchObject({ kind: 'published' });
  });

  test('is not asked about other posts', async () => {
    forbid({ message: young });
    expect(await startTarget(bluesky, { media: [makeMedia()] }, fake).try()).toMatchObject({
      kind: 'published',
    });
    expect([await risks([]), await risks([makeMedia()])]).toEqual([[], []]);
    expect(callsOf('getUploadLimits')).toEqual([]);
  });
});

describe('no clear answer holds no post', () => {
  test.each<[string, FakeResponse]>([
    ['unknown to the service', { status: 501, body: { error: 'MethodNotImplemented', message: 'No' } }],
    ['refused', { status: 400, body: { canUpload: false, error: 'InvalidRequest', message: 'No' } }],
    ['not authorised', { status: 401, body: { canUpload: false, error: 'AuthMissing', message: 'No' } }],
    ['throttled', { status: 429, body: { error: 'RateLimitExceeded', message: 'Slow down' } }],
    ['failing', { status: 502, body: '<html>' }],
    ['dropped', { status: 200, drop: true }],
    ['without the answer', { status: 200, body: { remainingDailyVideos: 0, message: videos } }],
    ['in another form', { status: 200, body: { canUpload: 'false', message: videos } }],
    ['unsure', { status: 200, body: { canUpload: false, message: "Failed to get user's upload stats" } }],
    ['positive', { status: 200, body: { canUpload: true, remainingDailyVideos: 0, message: videos } }],
  ])('%s', async (_, limits) => {
    fake.pds.videos.limits = limits;
    expect(await start().finish()).toMatchObject({ kind: 'published' });
    expect(await risks()).toEqual([]);
  });

  test('neither if the account’s server gives no token for the question', async () => {
    const http: Http = (request) =>
      request.url.includes('lxm=app.bsky.video.getUploadLimits')
        ? Promise.resolve({ status: 400, headers: {}, text: '', json: { error: 'InvalidRequest' } })
        : loopbackHttp(request);
    expect(await start({ http }).finish()).toMatchObject({ kind: 'published' });
  });
});

test('an expired token is refreshed for the upload, although the question had no answer', async () => {
  fake.pds.expire();
  expect(await start().finish()).toMatchObject({ kind: 'published' });
});

test('a video whose upload had no answer is sent again, although it was the last of the day', async () => {
  let isLost = false;
  const http: Http = async (request) => {
    const response = await loopbackHttp(request);
    if (isLost || !request.url.includes('.uploadVideo')) return response;
    isLost = true;
    forbid({ message: videos });
    throw new NetworkFault({ kind: 'unavailable', message: 'The connection was reset.', sent: true });
  };
  const target = start({ http });
  expect(await target.try()).toMatchObject({ kind: 'later', because: 'unavailable' });
  expect(await target.finish()).toMatchObject({ kind: 'published' });
});
