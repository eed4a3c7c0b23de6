import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { loopbackHttp } from '../../server/test/support/loopback-http.ts';
import type { Http } from '../core/http.ts';
import type { Media, Session } from '../core/network.ts';
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

const cover = makeMedia({ id: 7, mimeType: 'image/jpeg' });

const covers = new Map([[7, cover]]);

function start(files: ReadonlyMap<number, Media>, own: Partial<Session>, video: Partial<Media> = {}) {
  const settings = { made_for_kids: false, cover: 7 };
  const media = [makeMedia({ kind: 'video', ...video })];
  return startTarget(youtube, { text: 'Ding', media, settings, files }, fake, own);
}

const publish = (files: ReadonlyMap<number, Media> = covers, own: Partial<Session> = {}) =>
  start(files, own).finish();

const short = { width: 1080, height: 1920, duration: 60 };

const sent = () => fake.server.requests.filter(({ path }) => path.endsWith('/thumbnails/set'));

test('a cover is sent as it is after the video', async () => {
  expect(await publish()).toMatchObject({ kind: 'published', warnings: [] });
  const hash = createHash('sha256');
  for await (const bytes of cover.open()) hash.update(bytes);
  expect([...fake.channel.covers]).toEqual([['bell_video-1', hash.digest('hex')]]);
  expect(sent()).toMatchObject([
    {
      path: '/www.googleapis.com/upload/youtube/v3/thumbnails/set',
      headers: { 'content-type': 'image/jpeg', 'content-length': String(cover.size) },
    },
  ]);
  expect(Object.fromEntries(sent()[0]?.query ?? [])).toEqual({
    videoId: 'bell_video-1',
    uploadType: 'media',
  });
});

test('a cover needs no other scope than uploading does', async () => {
  const scopes = (fake.grant.scopes as string[]).filter((scope) => !scope.endsWith('force-ssl'));
  const outcome = await publish(undefined, { grant: { ...fake.grant, scopes } });
  expect(outcome).toMatchObject({ kind: 'published', warnings: [] });
});

test('a channel that may not choose covers gets a warning, and the video stays', async () => {
  fake.channel.allowsCovers = false;
  const outcome = await publish();
  expect(outcome).toMatchObject({
    kind: 'published',
    warnings: [expect.stringContaining('Verify the channel by telephone')],
  });
});

test('a cover that is missing or refused is a warning', async () => {
  expect(await publish(new Map())).toMatchObject({
    kind: 'published',
    warnings: [expect.stringContaining('The cover is missing.')],
  });
  expect(sent()).toEqual([]);
  const odd = new Map([[7, { ...cover, mimeType: 'image/webp' }]]);
  expect(await publish(odd)).toMatchObject({
    kind: 'published',
    warnings: [expect.stringContaining('does not take files of the type')],
  });
});

test('a lost answer to a cover is sent again, which does no harm', async () => {
  let isLost = false;
  fake.server.faults.length = 0;
  const { http } = startTarget(youtube, {}, fake).session;
  const losing: Session['http'] = async (request) => {
    const response = await http(request);
    if (isLost || !request.url.includes('/thumbnails/set')) return response;
    isLost = true;
    return { ...response, status: 502, json: undefined };
  };
  expect(await publish(undefined, { http: losing })).toMatchObject({ kind: 'published', warnings: [] });
  expect(sent()).toHaveLength(2);
});

describe('the cover of a Short', () => {
  test.each([
    ['an upright video', short],
    ['a square one of three minutes', { width: 720, height: 720, duration: 180 }],
    ['a video of an unknown shape', { width: null, height: null }],
  ])('is set when YouTube has processed the video: %s', async (_, video) => {
    fake.channel.processingSeconds = 70;
    const target = start(covers, {}, video);
    expect(await target.try()).toMatchObject({ kind: 'later', because: 'processing', pauses: 'target' });
    expect(sent()).toEqual([]);
    expect(await target.finish()).toMatchObject({ kind: 'published', warnings: [] });
    expect(fake.channel.covers.size).toBe(1);
    expect(fake.channel.videos).toHaveLength(1);
  });

  test('is a warning if YouTube takes too long, and the video stays', async () => {
    fake.channel.processingSeconds = 1000;
    expect(await start(covers, {}, short).finish()).toMatchObject({
      kind: 'published',
      warnings: [expect.stringContaining('did not process the Short in time')],
    });
    expect(sent()).toEqual([]);
  });

  test('is a warning if the quota is used before YouTube has told', async () => {
    const http: Http = (request) =>
      request.url.includes('/youtube/v3/videos?part=status')
        ? Promise.resolve({ status: 403, headers: {}, text: '', json: refuse(403, 'quotaExceeded').body })
        : loopbackHttp(request);
    expect(await start(covers, { http }, short).try()).toMatchObject({
      kind: 'published',
      warnings: [expect.stringContaining('Set it in YouTube Studio.')],
    });
  });

  test.each([
    ['a wide video', { width: 1920, height: 1080, duration: 60 }],
    ['a longer one', { ...short, duration: 181 }],
  ])('is waited for only if it is one: %s', async (_, video) => {
    await start(covers, {}, video).finish();
    const paths = fake.server.requests.map(({ path }) => path);
    expect(
      paths.slice(
        0,
        paths.findIndex((path) => path.endsWith('/thumbnails/set')),
      ),
    ).not.toContain('/www.googleapis.com/youtube/v3/videos');
    expect(sent()).toHaveLength(1);
  });
});
