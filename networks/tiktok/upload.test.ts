import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { loopbackHttp } from '../../server/test/support/loopback-http.ts';
import type { Http } from '../core/http.ts';
import type { Media, Outgoing, Session } from '../core/network.ts';
import { startTarget } from '../testing/target.ts';
import { startFake, type TiktokFake } from './fake.ts';
import { accept } from './fake-requests.ts';
import { makeVideo } from './fake-video.ts';
import { tiktok } from './index.ts';

const MiB = 1024 * 1024;
const settings = { consent: true, privacy_level: 'SELF_ONLY', paid_partnership: false, own_brand: false };
const uploads = '/video/';
const opening = '/v2/post/publish/video/init/';

let fake: TiktokFake;
beforeEach(async () => {
  fake = await startFake();
});
afterEach(() => fake.server.close());

async function hashOf(video: Media): Promise<string> {
  const hash = createHash('sha256');
  for await (const bytes of video.open()) hash.update(bytes);
  return hash.digest('hex');
}

function start(media: Media = makeVideo(10), own: Partial<Session> = {}, post: Partial<Outgoing> = {}) {
  return startTarget(tiktok, { text: 'Ding', settings, media: [media], ...post }, fake, own);
}

const calls = (path: string) => fake.server.requests.filter((request) => request.path.endsWith(path));
const ranges = () =>
  fake.server.requests.flatMap(({ method, headers }) => (method === 'PUT' ? [headers['content-range']] : []));

describe('a file', () => {
  test.each([
    [1, 1, 1],
    [5 * MiB - 1, 5 * MiB - 1, 1],
    [5 * MiB, 5 * MiB, 1],
    [10 * MiB - 1, 10 * MiB - 1, 1],
    [10 * MiB, 5 * MiB, 2],
    [10 * MiB + 3, 5 * MiB + 1, 2],
    [15 * MiB + 2, 5 * MiB, 3],
  ])('of %i bytes arrives whole, in chunks of %i', async (size, chunk_size, total_chunk_count) => {
    const video = makeVideo(size);
    expect(await start(video).finish()).toMatchObject({ kind: 'published' });
    expect(calls(opening)[0]?.json).toMatchObject({
      source_info: { source: 'FILE_UPLOAD', video_size: size, chunk_size, total_chunk_count },
    });
    expect(fake.shown?.()).toMatchObject([{ media: [{ sha256: await hashOf(video) }] }]);
    expect(ranges()).toHaveLength(total_chunk_count);
    const last = size - (total_chunk_count - 1) * chunk_size;
    expect(ranges().at(-1)).toBe(`bytes ${size - last}-${size - 1}/${size}`);
  });

  test.each([4_000_000_000, 64 * MiB + 1, 999_999_937])(
    'of %i bytes has chunks that TikTok allows, and a last one that is hardly longer than the least',
    async (size) => {
      const target = start(makeVideo(size));
      const http: Http = async (request) => {
        if (request.method === 'PUT') throw new Error('The chunks are not sent.');
        return loopbackHttp(request);
      };
      target.session.http = http;
      await target.try();
      const { chunkSize: chunk_size = 0, count: total_chunk_count = 0 } =
        fake.tiktok.posts.all[0]?.upload ?? {};
      const last = size - (total_chunk_count - 1) * chunk_size;
      expect(last).toBeLessThan(chunk_size + total_chunk_count);
      expect(chunk_size).toBeLessThan(5.5 * MiB);
    },
  );

  test('is sent without the token, to TikTok’s host for uploads', async () => {
    await start().finish();
    const [upload] = calls(uploads);
    expect(upload?.path).toBe('/open-upload.tiktokapis.com/video/');
    expect(upload?.headers).not.toHaveProperty('authorization');
    expect(upload?.headers).toMatchObject({
      'content-type': 'video/mp4',
      'content-length': '10',
      'content-range': 'bytes 0-9/10',
    });
  });

  test('continues with the chunk that failed', async () => {
    const video = makeVideo(15 * MiB);
    const target = start(video);
    let asked = 0;
    const shift = () => (++asked === 2 ? { status: 503 } : undefined);
    fake.tiktok.refusals.set(uploads, { shift } as unknown as never[]);
    expect(await target.try()).toMatchObject({ kind: 'later', because: 'unavailable' });
    expect(await target.finish()).toMatchObject({ kind: 'published' });
    expect(asked).toBe(4);
    expect(fake.shown?.()).toMatchObject([{ media: [{ sha256: await hashOf(video) }] }]);
    expect(calls(opening)).toHaveLength(1);
  });

  test('of which TikTok has a chunk already, because only the answer was lost, goes on with the next', async () => {
    const video = makeVideo(10 * MiB);
    const target = start(video);
    let asked = 0;
    const http: Http = async (request) => {
      const response = await loopbackHttp(request);
      if (request.method === 'PUT' && ++asked === 1) throw new Error('The answer is lost.');
      return response;
    };
    target.session.http = http;
    expect(await target.try()).toMatchObject({ kind: 'later' });
    expect(await target.finish()).toMatchObject({ kind: 'published' });
    expect(ranges()).toHaveLength(3);
    expect(fake.shown?.()).toMatchObject([{ media: [{ sha256: await hashOf(video) }] }]);
  });

  test.each([
    { status: 416 },
    { status: 416, headers: { 'content-range': 'bytes 0-99/x' } },
    { status: 416, headers: { 'content-range': `bytes 0-${5 * MiB - 2}/${10 * MiB}` } },
    { status: 400 },
    { status: 403 },
    { status: 404 },
  ])('of which TikTok has not the chunk is uploaded anew: %j', async (answer) => {
    const target = start(makeVideo(10 * MiB));
    fake.tiktok.refusals.set(uploads, [answer]);
    expect(await target.finish()).toMatchObject({ kind: 'published' });
    expect(calls(opening)).toHaveLength(2);
    expect(ranges()).toHaveLength(3);
    expect(fake.visible()).toHaveLength(1);
  });

  test('gets as much time for a chunk as a slow line needs', async () => {
    const timeouts: unknown[] = [];
    const http: Http = (request) => {
      if (request.method === 'PUT') timeouts.push(request.timeout);
      return loopbackHttp(request);
    };
    await start(makeVideo(5 * MiB), { http }).finish();
    expect(timeouts).toEqual([72]);
  });

  test('that is uploaded in vain three times fails', async () => {
    fake.tiktok.refusals.set(uploads, Array(9).fill({ status: 403 }));
    expect(await start().finish()).toMatchObject({ kind: 'failed', code: 'network_unavailable' });
    expect(calls(opening)).toHaveLength(3);
    expect(fake.visible()).toEqual([]);
  });
});

describe('the address of an upload', () => {
  test.each([
    ['an address elsewhere', (url: string) => url.replace('tiktokapis.com', 'tiktokapis.com.evil.example')],
    ['another host of TikTok', (url: string) => url.replace('open-upload.tiktokapis.com', 'www.tiktok.com')],
    ['another origin', () => 'https://evil.example/open-upload.tiktokapis.com/video/'],
    ['a user in the address', (url: string) => url.replace('.com/video', '.com@evil.example/video')],
    ['no address', () => ''],
  ])('that is %s gets nothing', async (_, change) => {
    const answer = accept({
      publish_id: 'v_pub',
      upload_url: change(addressAt('open-upload.tiktokapis.com')),
    });
    fake.tiktok.refusals.set(opening, [answer]);
    expect(await start().try()).toMatchObject({ kind: 'later', because: 'unavailable' });
    expect(ranges()).toEqual([]);
  });

  test.each(['upload.us.tiktokapis.com', 'open-upload-va.tiktokapis.com'])('may be at %s', async (host) => {
    fake.tiktok.refusals.set(opening, [accept({ publish_id: 'v_pub', upload_url: addressAt(host) })]);
    await start().try();
    expect(fake.server.requests.find(({ method }) => method === 'PUT')?.path).toBe(`/${host}/video/`);
  });

  test('must be https without an endpoint of the operator', async () => {
    const seen: string[] = [];
    const http: Http = async ({ url, method }) => {
      seen.push(`${method} ${new URL(url).host}`);
      const json = url.endsWith('/creator_info/query/')
        ? { data: fake.tiktok.creator, error: { code: 'ok' } }
        : {
            data: { publish_id: 'v', upload_url: 'http://open-upload.tiktokapis.com/video/' },
            error: { code: 'ok' },
          };
      return { status: 200, headers: {}, text: '', json };
    };
    await start(makeVideo(1), { http, endpoint: undefined }).try();
    expect(seen).toEqual(['POST open.tiktokapis.com', 'POST open.tiktokapis.com']);
  });

  test('is not used for a further chunk after 55 minutes', async () => {
    const target = start(makeVideo(15 * MiB));
    let asked = 0;
    const shift = () => (++asked === 2 ? { status: 429 } : undefined);
    fake.tiktok.refusals.set(uploads, { shift } as unknown as never[]);
    expect(await target.try()).toMatchObject({ because: 'throttled' });
    target.wait(55 * 60);
    expect(await target.finish()).toMatchObject({ kind: 'published' });
    expect(ranges()).toHaveLength(5);
  });

  test('is used for 55 minutes, and then the upload begins again', async () => {
    fake.server.faults.push('throttle', 'throttle');
    const target = start();
    expect(await target.try()).toMatchObject({ because: 'throttled' });
    target.wait(55 * 60 - 1);
    expect(await target.try()).toMatchObject({ because: 'throttled' });
    expect(ranges()).toHaveLength(2);
    target.wait(1);
    fake.tiktok.oauth.expireAccess();
    expect(await target.finish()).toMatchObject({ kind: 'published' });
    expect(calls(opening).length).toBeGreaterThan(1);
    expect(ranges()).toHaveLength(3);
    expect(fake.visible()).toHaveLength(1);
  });

  function addressAt(host: string): string {
    return `${fake.server.url}/${host}/video/?upload_id=1&upload_token=2`;
  }
});
