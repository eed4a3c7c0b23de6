import { readFile } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { leadTo, openLinks } from '../support/links.ts';
import { makePicture, type Picture, requireTidy } from '../support/media.ts';
import { makeVideos, type VideoName, type Videos } from '../support/videos.ts';

const links = await openLinks();
const { service, site, add, publish } = links;
let videos: Videos;

beforeAll(async () => {
  videos = await makeVideos();
});
afterEach(() => requireTidy(service));
afterAll(async () => {
  await videos.remove();
  await links.close();
});

const png = await makePicture('png');
const limit = 16 * 1024 * 1024;

async function bytesOf(id: number): Promise<Buffer> {
  const headers = { authorization: `Bearer ${service.key}` };
  const response = await fetch(`${service.origin}/api/v1/media/${id}/file`, { headers });
  return Buffer.from(await response.arrayBuffer());
}

/** A picture of so many bytes. An extra chunk, which no decoder reads, fills it up. */
function widen(picture: Buffer, size: number): Buffer {
  const chunk = Buffer.alloc(size - picture.length, 7);
  chunk.writeUInt32BE(chunk.length - 12);
  chunk.write('belL', 4, 'latin1');
  chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), chunk.length - 4);
  return Buffer.concat([picture.subarray(0, -12), chunk, picture.subarray(-12)]);
}

describe('a link', () => {
  test.each<Picture>(['jpeg', 'png', 'webp', 'gif'])(
    'to a %s adds it, whatever the link and the server call it',
    async (format) => {
      const bytes = await makePicture(format, 64, 48);
      const url = publish(`/bell-${format}.mp4?type=video`, (_request, response) => {
        response.writeHead(200, { 'content-type': 'text/html' }).end(bytes);
      });
      const { status, data } = await add({ url, alt_text: 'A bell' });
      expect(status).toBe(201);
      expect(data).toEqual({
        id: expect.any(Number),
        name: `bell-${format}.mp4`,
        mime_type: `image/${format}`,
        kind: 'image',
        size: bytes.length,
        width: 64,
        height: 48,
        duration: null,
        animated: false,
        frames: null,
        ...{ duration_ms: null, video_codec: null, audio_codec: null, frame_rate: null },
        alt_text: 'A bell',
        captions: [],
        labels: [],
        url: `/api/v1/media/${data.id}/file`,
        thumbnail_url: expect.stringContaining(`/api/v1/media/${data.id}/thumbnail?`),
        created_at: expect.any(String),
      });
      expect((await bytesOf(data.id)).equals(bytes)).toBe(true);
    },
  );

  test.each<[VideoName, string, number, number, number]>([
    ['h264.mp4', 'video/mp4', 128, 72, 2],
    ['h264.mov', 'video/quicktime', 128, 72, 2],
    ['vp9.webm', 'video/webm', 128, 72, 2],
    ['av1.webm', 'video/webm', 128, 72, 2],
    ['rotated.mp4', 'video/mp4', 72, 128, 2],
    ['wide-pixels.mp4', 'video/mp4', 171, 72, 2],
    ['short.mp4', 'video/mp4', 128, 72, 0],
  ])('to %s adds it with its displayed size', async (name, mime_type, width, height, duration) => {
    const bytes = await readFile(videos.path(name));
    const { data } = await add({ url: publish(`/${name.replace('.', '-')}.png`, bytes) });
    expect(data).toMatchObject({
      name: `${name.replace('.', '-')}.png`,
      ...{ mime_type, kind: 'video', size: bytes.length, width, height, duration, alt_text: null },
    });
    expect((await bytesOf(data.id)).equals(bytes)).toBe(true);
  });

  test('to a rotated photo adds it with its displayed size', async () => {
    const bytes = await sharp(await makePicture('jpeg', 64, 48))
      .withMetadata({ orientation: 6 })
      .toBuffer();
    expect((await add({ url: publish('/turned.jpg', bytes) })).data).toMatchObject({ width: 48, height: 64 });
  });

  test.each<[VideoName, RegExp]>([
    ['h264.mkv', /This is an MKV video.* Rewrap it as MP4/],
    ['mpeg4.mp4', /Convert it to H\.264/],
    ['sound.mp4', /no video track/],
  ])('to %s is refused', async (name, reason) => {
    const { status, error } = await add({ url: publish(`/${name}`, await readFile(videos.path(name))) });
    expect([status, error.code]).toEqual([422, 'unfit_file']);
    expect(error.message).toMatch(reason);
    expect(error.errors).toEqual({ url: [error.message] });
  });

  test('to an image of exactly 16 MB adds it, and one of a byte more is refused with 413', async () => {
    const whole = widen(png, limit);
    const { data } = await add({ url: publish('/whole.png', whole) });
    expect(data).toMatchObject({ size: limit, width: 40, height: 30 });
    expect((await bytesOf(data.id)).equals(whole)).toBe(true);
    const more = widen(png, limit + 1);
    const inChunks = publish('/more.png', (_request, response) => {
      response.write(more.subarray(0, 99));
      response.end(more.subarray(99));
    });
    for (const url of [publish('/declared.png', more), inChunks]) {
      const { status, error } = await add({ url });
      expect([status, error.code]).toEqual([413, 'file_too_large']);
    }
  });

  test('to a video of more than 16 MB adds it', async () => {
    const bytes = await readFile(await videos.widen(limit + 1));
    expect((await add({ url: publish('/large.mp4', bytes) })).data).toMatchObject({ size: bytes.length });
  });

  test('is requested without any data of the caller', async () => {
    await add({ url: `${publish('/asked.png', png)}#part` });
    expect(site.received.at(-1)).toBe(
      `GET /asked.png HTTP/1.1\r\nhost: cdn.example:${site.port}\r\nuser-agent: Belfry\r\naccept: */*\r\n` +
        'accept-encoding: identity\r\nconnection: close\r\n\r\n',
    );
  });
});

describe('a name', () => {
  test.each([
    ['/a/b/bell%20tower.png', 'bell tower.png'],
    ['/Gl%C3%B6ckchen.png', 'Glöckchen.png'],
    ['/%E5%86%99%E7%9C%9F', '写真'],
    ['/page.php?file=other.jpg', 'page.php'],
    ['/folder/', 'folder'],
    ['/', 'file'],
    ['', 'file'],
    ['/%2e%2e%2f%2e%2e%2fetc%2fpasswd', 'passwd'],
    ['/a%5C..%5Cb.png', 'b.png'],
    ['/.htaccess', '.htaccess'],
    ['/%00%E2%80%AEgnp.exe', 'gnp.exe'],
    ['/%0d%0aSet-Cookie:a', 'Set-Cookie:a'],
    ['/%ff%fe.png', '%ff%fe.png'],
    ['/%ED%A0%80.png', '%ED%A0%80.png'],
    ['/100%.png', '100%.png'],
    [`/${'x'.repeat(310)}.jpeg`, 'x'.repeat(300)],
    [`/${'%F0%9F%94%94'.repeat(310)}`, '🔔'.repeat(300)],
  ])('is the last part of the link: %s → %s', async (path, name) => {
    const url = publish(path, png);
    if (path === '') publish('/', png);
    expect((await add({ url })).data).toMatchObject({ name });
  });

  test('comes from the link, not from the redirect’s target', async () => {
    publish('/far/away.png', png);
    const url = publish('/near.png', leadTo('/far/away.png'));
    expect((await add({ url })).data).toMatchObject({ name: 'near.png' });
  });

  test.each([
    'Bells',
    '../../bells.html',
    'a\u202egpj.exe',
    'two\nlines',
    '   ',
    '..',
    'Über dem Tor 🔔',
    'x'.repeat(300),
    '🔔'.repeat(300),
  ])('is stored as given: %j', async (name) => {
    expect((await add({ url: publish('/named.png', png), name })).data).toMatchObject({ name });
  });

  test('of null is none', async () => {
    const { data } = await add({ url: publish('/named.png', png), name: null });
    expect(data).toMatchObject({ name: 'named.png' });
  });
});

test.each([
  ['x'.repeat(1000), 'x'.repeat(1000)],
  ['"><img src=x onerror=alert(1)>', '"><img src=x onerror=alert(1)>'],
  ['', null],
  [null, null],
])('a description of %j is stored as given', async (given, alt_text) => {
  expect((await add({ url: publish('/told.png', png), alt_text: given })).data).toMatchObject({ alt_text });
});
