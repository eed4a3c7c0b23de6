import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Media, Outgoing } from '../core/network.ts';
import { makeMedia } from '../testing/media.ts';
import { startTarget } from '../testing/target.ts';
import { startFake, type XFake } from './fake.ts';
import { invalid, problem } from './fake-refusals.ts';
import { x } from './index.ts';

const MiB = 1024 * 1024;
const posting = 'POST /2/tweets';

let fake: XFake;
beforeEach(async () => {
  fake = await startFake();
});
afterEach(() => fake.server.close());

/** A file of so many bytes, of which every block of 64 KiB is different, made as it is read. */
function makeFile(size: number, facts: Partial<Media> = {}): Media {
  const block = 64 * 1024;
  async function* open({ start, end = size } = { start: 0, end: size }) {
    for (let at = start; at < end; ) {
      const next = Math.min(end, (Math.floor(at / block) + 1) * block);
      yield Buffer.alloc(next - at, Math.floor(at / block) % 251);
      at = next;
    }
  }
  return makeMedia({ size, open, ...facts });
}

async function hashOf(file: Media): Promise<string> {
  const hash = createHash('sha256');
  for await (const bytes of file.open()) hash.update(bytes);
  return hash.digest('hex');
}

function start(post: Partial<Outgoing> = {}) {
  return startTarget(x, { text: 'Ding', ...post }, fake);
}

const calls = () =>
  fake.server.requests.map(({ method, path }) => `${method} ${path.replace('/api.x.com', '')}`);
const bodies = () =>
  fake.server.requests.filter(({ path }) => path === '/api.x.com/2/tweets').map(({ json }) => json);
const refuseNext = (...answers: Parameters<typeof fake.x.refusals.set>[1]) =>
  fake.x.refusals.set(posting, answers);

describe('a file', () => {
  test('is sent in segments, described, and attached', async () => {
    const file = makeFile(4 * MiB + 5, { altText: 'A bell' });
    expect(await start({ media: [file] }).finish()).toMatchObject({ kind: 'published' });
    const [upload] = fake.x.media.uploads.values();
    const path = `POST /2/media/upload/${upload?.id}`;
    expect(calls()).toEqual([
      'POST /2/media/upload/initialize',
      `${path}/append`,
      `${path}/append`,
      `${path}/finalize`,
      'POST /2/media/metadata',
      posting,
    ]);
    expect(fake.server.requests[0]?.json).toEqual({
      media_type: 'image/png',
      total_bytes: 4 * MiB + 5,
      media_category: 'tweet_image',
    });
    expect(fake.x.media.largestSegment).toBe(4 * MiB);
    expect(bodies()).toEqual([{ text: 'Ding', media: { media_ids: [upload?.id] } }]);
    expect(fake.shown?.()).toMatchObject([{ media: [{ sha256: await hashOf(file), alt: 'A bell' }] }]);
  });

  test('of exactly one segment is sent in one', async () => {
    await start({ media: [makeFile(4 * MiB)] }).finish();
    expect(calls().filter((call) => call.endsWith('/append'))).toHaveLength(1);
  });

  test('without an alt text is not described', async () => {
    await start({ media: [makeMedia({ altText: null }), makeMedia({ id: 2, altText: '' })] }).finish();
    expect(calls()).not.toContain('POST /2/media/metadata');
  });

  test.each([
    [{ mimeType: 'image/gif', animated: true }, 'tweet_gif'],
    [{ mimeType: 'image/gif', animated: false }, 'tweet_image'],
    [{ mimeType: 'image/webp', animated: true }, 'tweet_image'],
    [{ kind: 'video' as const, altText: 'A bell' }, 'tweet_video'],
  ])('with %j is of the category %s', async (facts, category) => {
    expect(await start({ media: [makeMedia(facts)] }).finish()).toMatchObject({ kind: 'published' });
    expect(fake.server.requests[0]?.json).toMatchObject({ media_category: category });
    const isDescribed = calls().includes('POST /2/media/metadata');
    expect(isDescribed).toBe(category !== 'tweet_video');
  });

  test('that X is still processing holds the post for as long as X says, and no worker', async () => {
    fake.x.media.questions = 3;
    const target = start({ media: [makeMedia({ kind: 'video' })] });
    expect(await target.try()).toMatchObject({ kind: 'later', because: 'processing', seconds: 3 });
    expect(fake.x.posts.all).toEqual([]);
    expect(await target.finish()).toMatchObject({ kind: 'published' });
    const id = fake.x.media.uploads.keys().next().value;
    const asked = fake.server.requests.filter(({ path }) => path === '/api.x.com/2/media/upload');
    expect(asked.map(({ query }) => String(query))).toEqual(Array(3).fill(`command=STATUS&media_id=${id}`));
  });

  test.each([[1e9], [-1], ['1'], [null]])(
    'is asked for again in 5 seconds if X says to wait %j',
    async (wait) => {
      const video = { kind: 'video' as const };
      const target = start({ media: [makeMedia(video)] });
      const id = '1880028106020515840';
      const body = { data: { id, processing_info: { state: 'pending', check_after_secs: wait } } };
      fake.x.refusals.set(`POST /2/media/upload/${id}/finalize`, [{ status: 200, body }]);
      fake.x.refusals.set('GET /2/media/upload', [{ status: 200, body }]);
      expect(await target.try()).toMatchObject({ because: 'processing', seconds: 5 });
    },
  );

  test('that X cannot process fails the post with X’s reason', async () => {
    fake.x.media.failure = 'Unsupported codec';
    expect(await start({ media: [makeMedia({ kind: 'video' })] }).finish()).toMatchObject({
      kind: 'failed',
      code: 'rejected',
      message: 'X cannot process this file. Unsupported codec',
    });
    expect(fake.x.posts.all).toEqual([]);
  });

  test.each([
    ['is published', true, { kind: 'published' }],
    [
      'fails if X does not have it',
      false,
      { kind: 'failed', message: expect.stringContaining('already ended') },
    ],
  ])('of which X refuses a second end after a lost answer %s', async (_, hasIt, outcome) => {
    const target = start({ media: [makeMedia({ kind: 'video' })] });
    const { http } = target.session;
    let ends = 0;
    target.session.http = async (request) => {
      if (!request.url.endsWith('/finalize')) return http(request);
      ends += 1;
      if (ends === 1)
        return { ...(hasIt ? await http(request) : {}), status: 502, headers: {}, text: '', json: undefined };
      const { body: json } = invalid('This upload is already ended.');
      return { status: 400, headers: {}, text: '', json };
    };
    expect(await target.finish()).toMatchObject(outcome);
    expect(ends).toBe(2);
  });

  test('continues with the segment that failed', async () => {
    const file = makeFile(9 * MiB, { kind: 'video' });
    const target = start({ media: [file] });
    const append = 'POST /2/media/upload/1880028106020515840/append';
    const fails = { status: 503, body: 'Busy' };
    let asked = 0;
    fake.x.refusals.set(append, {
      shift: () => (++asked === 2 ? fails : undefined),
    } as unknown as (typeof fails)[]);
    expect(await target.try()).toMatchObject({ kind: 'later', because: 'unavailable' });
    expect(await target.finish()).toMatchObject({ kind: 'published' });
    expect(asked).toBe(4);
    expect(fake.shown?.()).toMatchObject([{ media: [{ sha256: await hashOf(file) }] }]);
  });

  test('is uploaded again after 23 hours', async () => {
    fake.server.faults.push('throttle', 'throttle');
    const target = start({ media: [makeMedia()] });
    await target.try();
    target.wait(23 * 3600 - 1);
    fake.x.oauth.expireAccess();
    await target.try();
    expect(fake.x.media.uploads.size).toBe(1);
    target.wait(1);
    expect(await target.finish()).toMatchObject({ kind: 'published' });
    expect(fake.x.media.uploads.size).toBe(2);
  });

  test('that X has forgotten is uploaded again, in a thread too', async () => {
    const files = new Map([[5, makeMedia({ id: 5 })]]);
    const settings = { thread: [{ text: 'Dong', media_ids: [5] }] };
    const target = start({ media: [makeMedia()], settings, files });
    fake.server.faults.push('throttle_2s');
    expect(await target.try()).toMatchObject({ because: 'throttled' });
    fake.x.media.forget();
    expect(await target.finish()).toMatchObject({ kind: 'published' });
    expect(fake.shown?.().map(({ media }) => media.length)).toEqual([1, 1]);
  });

  test('that X has forgotten between two parts of a thread is uploaded again', async () => {
    const files = new Map([[5, makeMedia({ id: 5 })]]);
    const target = start({ settings: { thread: [{ text: 'Dong', media_ids: [5] }] }, files });
    refuseNext(...([undefined, problem(429, 'Too Many Requests')] as ReturnType<typeof problem>[]));
    expect(await target.try()).toMatchObject({ because: 'throttled' });
    fake.x.media.forget();
    expect(await target.finish()).toMatchObject({ kind: 'published' });
    expect(fake.shown?.()).toMatchObject([{ text: 'Ding' }, { text: 'Dong', media: [{ alt: 'A bell' }] }]);
  });

  test('that X refuses again and again fails the post', async () => {
    refuseNext(...Array(9).fill(invalid('Your media IDs are invalid.')));
    expect(await start({ media: [makeMedia()] }).finish()).toMatchObject({ kind: 'failed' });
    expect(bodies()).toHaveLength(3);
  });

  test.each([['../me'], [''], [7], ['1'.repeat(31)]])('with the id %j is not sent', async (id) => {
    fake.x.refusals.set('POST /2/media/upload/initialize', [{ status: 200, body: { data: { id } } }]);
    expect(await start({ media: [makeMedia()] }).try()).toMatchObject({
      kind: 'later',
      because: 'unavailable',
    });
    expect(calls()).toHaveLength(1);
  });
});
