import { createHash } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Media, Outgoing, Session } from '../core/network.ts';
import { makeMedia } from '../testing/media.ts';
import { startTarget } from '../testing/target.ts';
import { startFake, type YoutubeFake } from './fake.ts';
import { refuse } from './fake-refusal.ts';
import { youtube } from './index.ts';

const KiB = 1024;

let fake: YoutubeFake;
beforeEach(async () => {
  fake = await startFake();
});
afterEach(() => fake.server.close());

/** A video of so many bytes, of which every block of 4 KiB is different, made as it is read. */
function makeVideo(size: number): Media {
  async function* open({ start, end = size } = { start: 0, end: size }) {
    for (let at = start; at < end; ) {
      const block = Math.floor(at / (4 * KiB));
      const next = Math.min(end, (block + 1) * 4 * KiB);
      yield Buffer.alloc(next - at, block % 251);
      at = next;
    }
  }
  return makeMedia({ kind: 'video', size, open });
}

async function hashOf(video: Media): Promise<string> {
  const hash = createHash('sha256');
  for await (const bytes of video.open()) hash.update(bytes);
  return hash.digest('hex');
}

function start(post: Partial<Outgoing> = {}, own: Partial<Session> = {}) {
  const settings = { made_for_kids: false, ...post.settings };
  return startTarget(youtube, { media: [makeVideo(10)], ...post, settings }, fake, own);
}

const ranges = () =>
  fake.server.requests.flatMap(({ method, headers }) => (method === 'PUT' ? [headers['content-range']] : []));

test('a video is published with all its settings', async () => {
  const settings = {
    title: 'The bell',
    visibility: 'unlisted',
    category_id: '10',
    tags: ['bells', 'big bells'],
    default_language: 'en',
    license: 'creativeCommon',
    made_for_kids: true,
    contains_synthetic_media: true,
    paid_product_placement: true,
    notify_subscribers: false,
    embeddable: false,
    public_stats_viewable: false,
  };
  expect(await start({ text: 'Ding', settings }).finish()).toEqual({
    kind: 'published',
    id: 'bell_video-1',
    url: 'https://www.youtube.com/watch?v=bell_video-1',
    warnings: [],
  });
  expect(fake.channel.videos).toMatchObject([
    {
      resource: {
        snippet: {
          title: 'The bell',
          description: 'Ding',
          categoryId: '10',
          tags: ['bells', 'big bells'],
          defaultLanguage: 'en',
        },
        status: {
          privacyStatus: 'unlisted',
          selfDeclaredMadeForKids: true,
          containsSyntheticMedia: true,
          license: 'creativeCommon',
          embeddable: false,
          publicStatsViewable: false,
        },
        paidProductPlacementDetails: { hasPaidProductPlacement: true },
      },
      notifiesSubscribers: 'false',
    },
  ]);
});

test('defaults are sent too', async () => {
  await start({ text: 'Ding\nDong' }).finish();
  expect(fake.channel.videos[0]).toMatchObject({
    resource: {
      snippet: { title: 'Ding', categoryId: '22' },
      status: { privacyStatus: 'public', embeddable: true, publicStatsViewable: true },
    },
    notifiesSubscribers: 'true',
  });
});

test.each([1, 256 * KiB, 256 * KiB + 1, 8 * KiB * KiB + 256 * KiB, 17 * KiB * KiB + 5])(
  'a file of %i bytes arrives whole, and its last part is at most 256 KiB',
  async (size) => {
    const video = makeVideo(size);
    expect(await start({ media: [video] }).finish()).toMatchObject({ kind: 'published' });
    expect(fake.channel.videos[0]?.sha256).toBe(await hashOf(video));
    const [, first = 0, last = 0] =
      ranges()
        .at(-1)
        ?.match(/(\d+)-(\d+)/)
        ?.map(Number) ?? [];
    expect(last).toBe(size - 1);
    expect(last - first).toBeLessThan(256 * KiB);
    expect(fake.channel.uploads.largestPart).toBeLessThanOrEqual(8 * KiB * KiB);
  },
);

test('a part of which YouTube stored only the beginning is continued there', async () => {
  const video = makeVideo(700 * KiB);
  fake.channel.uploads.keepsAtMost = 256 * KiB;
  expect(await start({ media: [video] }).finish()).toMatchObject({ kind: 'published' });
  expect(fake.channel.videos[0]?.sha256).toBe(await hashOf(video));
  expect(ranges()).toContain(`bytes ${256 * KiB}-${512 * KiB - 1}/${700 * KiB}`);
});

test('a part of which YouTube stored nothing is sent again later', async () => {
  const video = makeVideo(600 * KiB);
  fake.channel.uploads.keepsAtMost = 0;
  const target = start({ media: [video] });
  expect(await target.try()).toMatchObject({ kind: 'later', because: 'unavailable' });
  expect(await target.finish()).toMatchObject({ kind: 'published' });
  expect(fake.channel.videos[0]?.sha256).toBe(await hashOf(video));
});

test('parts that YouTube has lost are sent again before the last part', async () => {
  const video = makeVideo(600 * KiB);
  fake.server.faults.push('reset_before');
  const target = start({ media: [video] });
  expect(await target.try()).toMatchObject({ kind: 'later', because: 'in_doubt' });
  fake.channel.uploads.lose();
  target.wait(5);
  expect(await target.finish()).toMatchObject({ kind: 'published' });
  expect(fake.channel.videos[0]?.sha256).toBe(await hashOf(video));
  expect(ranges().at(-1)).toBe(`bytes ${512 * KiB}-${600 * KiB - 1}/${600 * KiB}`);
});

test('a lost answer is settled by asking the upload, and nothing is sent again', async () => {
  fake.server.faults.push('accept_then_drop');
  expect(await start().finish()).toMatchObject({ kind: 'published', id: 'bell_video-1' });
  expect(fake.channel.videos).toHaveLength(1);
  expect(ranges()).toEqual(['bytes 0-9/10', 'bytes */10']);
});

test('a last part that did not arrive is sent again', async () => {
  fake.server.faults.push('reset_before');
  expect(await start().finish()).toMatchObject({ kind: 'published' });
  expect(fake.channel.videos).toHaveLength(1);
});

test('an upload that was forgotten before its last part is begun again', async () => {
  fake.server.faults.push('throttle_2s');
  const target = start({ media: [makeVideo(600 * KiB)] });
  expect(await target.try()).toMatchObject({ kind: 'later', because: 'throttled' });
  fake.channel.uploads.forget();
  target.wait(2);
  expect(await target.finish()).toMatchObject({ kind: 'published' });
  expect(fake.channel.videos).toHaveLength(1);
});

test('an upload is begun again after six days', async () => {
  fake.server.faults.push('throttle', 'throttle');
  const target = start();
  await target.try();
  target.wait(6 * 86_400 - 1);
  fake.channel.oauth.expireAccess();
  await target.try();
  expect(fake.channel.uploads.count).toBe(1);
  target.wait(1);
  expect(await target.try()).toMatchObject({ kind: 'published' });
  expect(fake.channel.uploads.count).toBe(2);
});

test('the address of an upload is stored sealed', async () => {
  const sealed: Record<string, boolean | undefined> = {};
  const publish: (typeof youtube)['publish'] = (post, session, run) =>
    youtube.publish(post, session, {
      until: run.until.bind(run),
      commit: run.commit.bind(run),
      after: run.after.bind(run),
      pause: run.pause.bind(run),
      step: (name, effect, options) => {
        sealed[name] = options?.sealed;
        return run.step(name, effect, options);
      },
    });
  const post = { media: [makeVideo(10)], settings: { made_for_kids: false } };
  await startTarget({ ...youtube, publish }, post, fake).finish();
  expect(sealed).toEqual({ session: true, parts: undefined });
});

test('a forgotten upload in doubt is found in the list of uploads', async () => {
  fake.server.faults.push('accept_then_drop');
  const target = start();
  expect(await target.try()).toMatchObject({ kind: 'later', because: 'in_doubt' });
  fake.channel.uploads.forget();
  target.wait(5);
  expect(await target.finish()).toMatchObject({ kind: 'published', id: 'bell_video-1' });
  expect(fake.channel.videos).toHaveLength(1);
});

test('of two videos that may be ours, Belfry takes none', async () => {
  fake.server.faults.push('accept_then_drop');
  const target = start();
  await target.try();
  fake.channel.uploads.forget();
  fake.channel.videos.push(...fake.channel.videos.map((video) => ({ ...video, id: 'a-twin' })));
  target.wait(5);
  expect(await target.finish()).toMatchObject({ kind: 'unconfirmed' });
});

test('an older video of the same title is not taken for ours', async () => {
  await start().finish();
  fake.server.faults.push('reset_before');
  const target = start();
  target.wait(3600);
  expect(await target.try()).toMatchObject({ kind: 'later', because: 'in_doubt' });
  fake.channel.uploads.forget();
  target.wait(5);
  expect(await target.finish()).toMatchObject({ kind: 'unconfirmed' });
  expect(fake.channel.videos).toHaveLength(1);
});

test('a video that YouTube made private is a warning', async () => {
  fake.channel.makesPrivate = true;
  expect(await start().finish()).toMatchObject({
    kind: 'published',
    warnings: ['visibility: YouTube made this video private, although public was asked for.'],
  });
});

test('a used quota makes the post wait, and nothing is uploaded', async () => {
  fake.channel.refusal = refuse(403, 'quotaExceeded');
  expect(await start().try()).toMatchObject({ because: 'throttled', seconds: 72_000, pauses: 'app' });
  expect(fake.channel.uploads.count).toBe(0);
});

test('a used quota that a part meets makes all uploads of the app wait', async () => {
  fake.server.disturb(2, refuse(403, 'quotaExceeded'));
  expect(await start().try()).toMatchObject({ because: 'throttled', seconds: 72_000, pauses: 'app' });
});

test('a refused title names its setting', async () => {
  fake.channel.refusal = refuse(400, 'invalidTitle');
  expect(await start().try()).toMatchObject({ kind: 'failed', code: 'rejected', field: 'settings.title' });
});

test('an expired token is refreshed during the upload', async () => {
  fake.server.faults.push('expire');
  expect(await start({ media: [makeVideo(600 * KiB)] }).finish()).toMatchObject({ kind: 'published' });
  expect(fake.channel.uploads.count).toBe(1);
});

test('the token goes to no address that is not Google’s', async () => {
  const upload = { status: 200, headers: { location: 'https://evil.example/upload' } };
  fake.channel.refusal = upload;
  expect(await start().try()).toMatchObject({ kind: 'later', because: 'unavailable' });
  expect(ranges()).toEqual([]);
});
