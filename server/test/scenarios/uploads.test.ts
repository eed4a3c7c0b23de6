import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deleteExpiredUploads } from '../../src/media/index.ts';
import { app } from '../support/app.ts';
import { createClient } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import { listIncoming, makePicture, requireTidy } from '../support/media.ts';
import { openRaw } from '../support/raw.ts';
import { beginUpload, progressOf, sendSlice, uploadByTus } from '../support/uploads.ts';
import { makeVideos, type Videos } from '../support/videos.ts';
import { layWire } from '../support/wire.ts';

const service = await app();
afterAll(() => service.close());

let videos: Videos;
let video: Buffer;
beforeAll(async () => {
  videos = await makeVideos('h264.mp4');
  video = await readFile(videos.path('h264.mp4'));
});
afterAll(() => videos.remove());

const png = await makePicture('png');

async function readMedia(id: number) {
  const { data } = await service.call('getMedia', { params: { id } });
  const { body } = await fetch(new URL(data.url, service.origin), {
    headers: { authorization: `Bearer ${service.key}` },
  });
  return { ...data, bytes: Buffer.from(await new Response(body).arrayBuffer()) };
}

describe('an upload by the client of tus', () => {
  test.each([
    ['in one slice', Number.POSITIVE_INFINITY],
    ['in slices of 10,000 bytes', 10_000],
  ])('adds a video to the library, %s', async (_, sliceSize) => {
    const metadata = { filename: 'Glöckchen.mp4', alt_text: 'A bell', filetype: 'video/mp4' };
    const id = await uploadByTus(service, video, { sliceSize, metadata });
    const { bytes, ...media } = await readMedia(id);
    expect(media).toMatchObject({ kind: 'video', name: 'Glöckchen.mp4', alt_text: 'A bell', width: 128 });
    expect(bytes.equals(video)).toBe(true);
  });

  test('adds an image', async () => {
    const { kind, name, bytes } = await readMedia(await uploadByTus(service, png));
    expect([kind, name, bytes.equals(png)]).toEqual(['image', 'file', true]);
  });

  test('continues after each broken connection, and adds the file once', async () => {
    const before = await service.db.rows('select id from media');
    const wire = await layWire(service.origin);
    let cuts = 0;
    const onProgress = (sent: number) => {
      if (cuts >= 4 || sent < (cuts + 1) * (video.length / 6)) return;
      cuts += 1;
      wire.cut();
    };
    const id = await uploadByTus({ origin: wire.origin, key: service.key }, video, {
      sliceSize: 5000,
      onProgress,
    });
    await wire.close();
    expect((await readMedia(id)).bytes.equals(video)).toBe(true);
    expect(cuts).toBe(4);
    expect(await service.db.rows('select id from media')).toHaveLength(before.length + 1);
    await requireTidy(service);
  });

  test('learns the id of its file after the answer to the last slice was lost', async () => {
    const path = await beginUpload(service, png.length);
    const last = progressOf(await sendSlice(service, path, 0, png));
    expect(last).toEqual([204, png.length, expect.any(Number)]);
    expect(progressOf(await service.request('HEAD', path))).toEqual([200, ...last.slice(1)]);
    const before = await service.db.rows('select id from media');
    expect(progressOf(await sendSlice(service, path, png.length, Buffer.alloc(0)))).toEqual(last);
    expect((await sendSlice(service, path, 0, png)).error.code).toBe('upload_offset');
    expect(await service.db.rows('select id from media')).toEqual(before);
  });
});

describe('a slice', () => {
  test('that breaks off is kept as far as it has arrived', async () => {
    const path = await beginUpload(service, video.length);
    const socket = openRaw(service.origin);
    socket.send(
      `PATCH ${path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${service.key}\r\nupload-offset: 0\r\n` +
        `content-type: application/offset+octet-stream\r\ncontent-length: ${video.length}\r\n\r\n`,
    );
    socket.send(video.subarray(0, 4000));
    await eventually(async () => expect(await listIncoming(service)).toHaveLength(1));
    socket.hangUp();
    const offset = async () => progressOf(await service.request('HEAD', path))[1] ?? 0;
    await eventually(async () => expect(await offset()).toBe(4000));
    const rest = Buffer.from(video.subarray(4000));
    const [status, , id = 0] = progressOf(await sendSlice(service, path, 4000, rest));
    expect(status).toBe(204);
    expect((await readMedia(id)).bytes.equals(video)).toBe(true);
  });

  test('at another offset is refused, and changes nothing', async () => {
    const path = await beginUpload(service, 100);
    await sendSlice(service, path, 0, Buffer.alloc(10));
    for (const offset of [0, 9, 11, 100]) {
      const { status, error } = await sendSlice(service, path, offset, Buffer.alloc(10));
      expect([status, error.code]).toEqual([409, 'upload_offset']);
    }
    expect(progressOf(await service.request('HEAD', path))).toEqual([200, 10]);
  });

  test('that is sent several times at once counts once', async () => {
    const path = await beginUpload(service, 2 * png.length);
    const answers = await Promise.all([1, 2, 3, 4].map(() => sendSlice(service, path, 0, png)));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409, 409, 409]);
    expect(progressOf(await service.request('HEAD', path))).toEqual([200, png.length]);
    await service.request('DELETE', path);
    await requireTidy(service);
  });

  test('that is the last one and sent several times at once adds the file once', async () => {
    const before = await service.db.rows('select id from media');
    const path = await beginUpload(service, png.length);
    const answers = await Promise.all([1, 2, 3].map(() => sendSlice(service, path, 0, png)));
    const statuses = answers.map(({ status }) => status).sort();
    expect([statuses[0], statuses.includes(409)]).toEqual([204, true]);
    expect(await service.db.rows('select id from media')).toHaveLength(before.length + 1);
  });

  test('that goes beyond the announced size is refused', async () => {
    const path = await beginUpload(service, 5);
    const { status, error } = await sendSlice(service, path, 0, Buffer.alloc(6));
    expect([status, error.code]).toEqual([400, 'bad_request']);
    expect(progressOf(await service.request('HEAD', path))).toEqual([200, 0]);
  });

  test('needs the media type of tus', async () => {
    const path = await beginUpload(service, 5);
    const headers = { 'upload-offset': '0', 'content-type': 'video/mp4' };
    const { status, error } = await service.request('PATCH', path, { raw: Buffer.alloc(5), headers });
    expect([status, error.code]).toEqual([415, 'unsupported_media_type']);
  });
});

describe('the file of an upload', () => {
  test('is checked as every other one; a file that is refused ends the upload', async () => {
    const bytes = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>');
    const path = await beginUpload(service, bytes.length);
    await sendSlice(service, path, 0, Buffer.from(bytes.subarray(0, 9)));
    const { status, error } = await sendSlice(service, path, 9, Buffer.from(bytes.subarray(9)));
    expect([status, error.code, error.errors]).toEqual([422, 'unfit_file', undefined]);
    expect((await service.request('GET', path)).status).toBe(404);
  });

  test('may have 16 MB if it is an image', async () => {
    const bytes = Buffer.concat([await makePicture('jpeg'), Buffer.alloc(16 * 1024 * 1024)]);
    const path = await beginUpload(service, bytes.length);
    const { status, error } = await sendSlice(service, path, 0, bytes);
    expect([status, error.code]).toEqual([413, 'file_too_large']);
  });
});

describe('an upload', () => {
  test('needs a size from 1 byte to 512 MB', async () => {
    const begin = async (headers: Record<string, string>) =>
      (await service.request('POST', '/api/v1/uploads', { headers })).status;
    expect(await begin({ 'upload-length': `${512 * 1024 * 1024}` })).toBe(201);
    expect(await begin({ 'upload-length': `${512 * 1024 * 1024 + 1}` })).toBe(413);
    for (const length of ['0', '-1', '1e3', 'x', ''])
      expect(await begin({ 'upload-length': length })).toBe(400);
    expect(await begin({})).toBe(400);
    expect(await begin({ 'upload-defer-length': '1' })).toBe(400);
  });

  test('refuses another version of tus, and metadata that is not UTF-8', async () => {
    const begin = async (headers: Record<string, string>) =>
      (await service.request('POST', '/api/v1/uploads', { headers: { 'upload-length': '5', ...headers } }))
        .status;
    expect(await begin({ 'tus-resumable': '0.2.2' })).toBe(412);
    expect(await begin({ 'upload-metadata': 'filename /////w==' })).toBe(400);
    const long = Buffer.from('x'.repeat(1001)).toString('base64');
    expect(await begin({ 'upload-metadata': `alt_text ${long}` })).toBe(422);
  });

  test('belongs to its person and its workspace', async () => {
    const path = await beginUpload(service, 5);
    const colleague = await service.as('owner');
    const stranger = await service.inWorkspace();
    for (const { key } of [colleague, stranger]) {
      for (const method of ['GET', 'DELETE']) {
        expect((await service.request(method, path, { key })).status).toBe(404);
      }
      const other = createClient(service.origin, { ...service, key });
      expect((await sendSlice(other, path, 0, Buffer.alloc(1))).status).toBe(404);
    }
    expect(progressOf(await service.request('HEAD', path))).toEqual([200, 0]);
  });

  test('can be ended, which removes what has arrived', async () => {
    const path = await beginUpload(service, 100);
    await sendSlice(service, path, 0, Buffer.alloc(10));
    expect((await service.request('DELETE', path)).status).toBe(204);
    expect((await service.request('GET', path)).status).toBe(404);
    await requireTidy(service);
  });

  test('ends after a day', async () => {
    await using own = await app();
    const path = await beginUpload(own, 100);
    await sendSlice(own, path, 0, Buffer.alloc(10));
    await own.clock.advance('23 hours 59 minutes');
    await deleteExpiredUploads(own.ctx);
    expect(progressOf(await own.request('HEAD', path))).toEqual([200, 10]);
    await own.clock.advance('2 minutes');
    expect((await own.request('GET', path)).status).toBe(404);
    await deleteExpiredUploads(own.ctx);
    expect(await own.db.rows('select id from uploads')).toEqual([]);
    await requireTidy(own);
  });

  test('is one of at most 32 that a person has not finished, also if many begin at once', async () => {
    await using own = await app();
    const begin = () => own.request('POST', '/api/v1/uploads', { headers: { 'upload-length': '5' } });
    const answers = await Promise.all(Array.from({ length: 40 }, begin));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(32);
    expect((await begin()).error.code).toBe('too_many_uploads');
  });

  test('counts with its announced size toward the quota', async () => {
    await using small = await app({ mediaQuota: 1000 });
    await beginUpload(small, 600);
    const headers = { 'upload-length': '401' };
    const { status, error } = await small.request('POST', '/api/v1/uploads', { headers });
    expect([status, error.code]).toEqual([413, 'media_quota_exceeded']);
    expect(await beginUpload(small, 400)).not.toBe('');
  });
});
