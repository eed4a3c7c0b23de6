import { createHash } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Media, Session } from '../core/network.ts';
import { makeMedia } from '../testing/media.ts';
import { startTarget } from '../testing/target.ts';
import { startFake, type YoutubeFake } from './fake.ts';
import { youtube } from './index.ts';

let fake: YoutubeFake;
beforeEach(async () => {
  fake = await startFake();
});
afterEach(() => fake.server.close());

const cover = makeMedia({ id: 7, mimeType: 'image/jpeg' });

function publish(files: ReadonlyMap<number, Media> = new Map([[7, cover]]), own: Partial<Session> = {}) {
  const settings = { made_for_kids: false, cover: 7 };
  const post = { text: 'Ding', media: [makeMedia({ kind: 'video' })], settings, files };
  return startTarget(youtube, post, fake, own).finish();
}

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
