/** The library on each kind of storage. */
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestApp } from '../support/app.ts';
import { listen, loopbackAllowed } from '../support/loopback.ts';
import { makePicture, openAs, requireTidy, upload } from '../support/media.ts';
import { createPost, getPost, scheduledFor } from '../support/posts.ts';
import { connectSandbox, readTimeline } from '../support/sandbox.ts';
import { openStored, type Stored, storages } from '../support/storages.ts';
import { makeVideos, type Videos } from '../support/videos.ts';

/** More than S3 accepts in one part. */
const PADDING = 9 * 1024 * 1024;

const picture = await makePicture('png', 800, 400);
const QUOTA = 64 * 1024 * 1024;

let videos: Videos;
let film: Buffer<ArrayBuffer>;
beforeAll(async () => {
  videos = await makeVideos('h264.mp4');
  film = await readFile(await videos.widen(PADDING));
});
afterAll(() => videos.remove());

describe.each(storages)('on %s', (storage) => {
  let stored: Stored;
  let service: TestApp;
  beforeAll(async () => {
    stored = await openStored(storage, { outboundAllow: loopbackAllowed, mediaQuota: QUOTA });
    service = stored.service;
  });
  afterAll(() => stored.close());

  const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    fetch(new URL(path, service.origin), { method, headers });

  const readFileOf = (id: number, headers: Record<string, string> = {}, method = 'GET') =>
    get(`/api/v1/media/${id}/file`, { authorization: `Bearer ${service.key}`, ...headers }, method);

  const readThumbnail = (id: number) =>
    get(`/api/v1/media/${id}/thumbnail`, { authorization: `Bearer ${service.key}` });

  const add = async () => (await upload(service, { bytes: picture, name: 'bell.png' })).data.id;

  const keys = async () => (await Array.fromAsync(service.ctx.files.list(''))).map(({ key }) => key);

  async function addFilm(): Promise<{ id: number; size: number }> {
    const site = await listen(createServer((_request, response) => response.end(film)));
    const body = { url: `http://127.0.0.1:${site.port}/tower.mp4` };
    return (await service.call('addMediaFromUrl', { body }).finally(site.close)).data;
  }

  test('a file is returned complete, in ranges, for HEAD, and not again to a client that has it', async () => {
    const id = await add();
    const whole = await readFileOf(id);
    expect(Buffer.from(await whole.bytes()).equals(picture)).toBe(true);
    expect(whole.headers.get('content-length')).toBe(`${picture.length}`);
    const part = await readFileOf(id, { range: 'bytes=2-5' });
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 2-5/${picture.length}`]);
    expect(Buffer.from(await part.bytes()).equals(picture.subarray(2, 6))).toBe(true);
    const last = await readFileOf(id, { range: 'bytes=-3' });
    expect(Buffer.from(await last.bytes()).equals(picture.subarray(-3))).toBe(true);
    expect((await readFileOf(id, { range: `bytes=${picture.length}-` })).status).toBe(416);
    const head = await readFileOf(id, {}, 'HEAD');
    expect([head.status, head.headers.get('content-length')]).toEqual([200, `${picture.length}`]);
    const known = await readFileOf(id, { 'if-none-match': whole.headers.get('etag') ?? '' });
    expect([known.status, (await known.bytes()).length]).toEqual([304, 0]);
  });

  test('an image is converted for the network that shows it, and the library keeps the original', async () => {
    const channel = await connectSandbox(service);
    const limits = { 'image.types': ['image/jpeg'], 'image.side': 300 };
    await service.db.rows('update channels set limits = $2 where id = $1', [channel.id, limits]);
    const id = await add();
    const post = await createPost(service, scheduledFor([channel], { media_ids: [id] }));
    await service.publishDue();
    expect((await getPost(service, post)).status).toBe('published');
    const [shown] = ((await readTimeline(service, channel))[0]?.media ?? []) as { url: string }[];
    const bytes = Buffer.from(await (await fetch(shown?.url ?? '')).bytes());
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 300, height: 150 });
    expect(Buffer.from(await (await readFileOf(id)).bytes()).equals(picture)).toBe(true);
    await requireTidy(service);
  });

  test('a large video is downloaded from its link, and served complete, with a still of it', async () => {
    const { id, size } = await addFilm();
    expect(size).toBe(film.length);
    const whole = Buffer.from(await (await readFileOf(id)).bytes());
    expect(whole.equals(film)).toBe(true);
    const part = await readFileOf(id, { range: `bytes=${PADDING - 2}-${PADDING + 2}` });
    expect(Buffer.from(await part.bytes()).equals(film.subarray(PADDING - 2, PADDING + 3))).toBe(true);
    const still = Buffer.from(await (await readThumbnail(id)).bytes());
    expect(await sharp(still).metadata()).toMatchObject({ format: 'webp', width: 128, height: 72 });
    const parts = stored.s3?.requests.filter((request) => /^PUT .*partNumber=/.test(request));
    expect(parts?.length).toBe(storage === 's3' ? 2 : undefined);
    await requireTidy(service);
  });

  test('a signed address serves the bytes without a key, complete, in ranges and for HEAD', async () => {
    const media = await openAs(service, await add(), 'image/png');
    const link = media?.link() ?? '';
    expect(Buffer.from(await (await get(link)).bytes()).equals(picture)).toBe(true);
    const part = await get(link, { range: 'bytes=0-3' });
    expect([part.status, Buffer.from(await part.bytes()).equals(picture.subarray(0, 4))]).toEqual([
      206,
      true,
    ]);
    const head = await get(link, {}, 'HEAD');
    expect([head.status, head.headers.get('content-length')]).toEqual([200, `${picture.length}`]);
  });

  test('a deleted file leaves nothing, and its bytes cannot be read any more', async () => {
    const before = await keys();
    const ids = [await add(), (await addFilm()).id];
    for (const id of ids) {
      expect((await readThumbnail(id)).status).toBe(200);
      await service.call('deleteMedia', { params: { id } });
      expect((await readFileOf(id)).status).toBe(404);
    }
    expect((await keys()).sort()).toEqual(before.sort());
    await requireTidy(service);
  });

  test('a file beyond the quota leaves nothing, however many arrive at once', async () => {
    const other = await service.inWorkspace();
    const used = QUOTA - 3 * picture.length;
    await service.db.rows('update workspaces set media_bytes = $2 where id = $1', [other.workspaceId, used]);
    const before = await keys();
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => upload(other, { bytes: picture })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 413, 413]);
    expect(await keys()).toHaveLength(before.length + 3);
    await requireTidy(service);
  });
});
