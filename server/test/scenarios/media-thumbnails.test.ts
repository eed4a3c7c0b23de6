import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { app } from '../support/app.ts';
import { signInAs } from '../support/browser.ts';
import { eventually } from '../support/eventually.ts';
import { damagePng } from '../support/images.ts';
import { loopbackAllowed } from '../support/loopback.ts';
import { addFromLink, makePicture, openAs, upload } from '../support/media.ts';
import { makeWorkspace } from '../support/people.ts';
import { makeVideos, type Videos } from '../support/videos.ts';

const service = await app({ outboundAllow: loopbackAllowed });
afterAll(() => service.close());

async function get(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Response> {
  return fetch(new URL(path, service.origin), { method, headers });
}

const getThumbnail = (id: number, query = '', headers = {}) =>
  get(`/api/v1/media/${id}/thumbnail${query}`, { authorization: `Bearer ${service.key}`, ...headers });

async function describePicture(answer: Response) {
  const { format, width, height } = await sharp(await answer.arrayBuffer()).metadata();
  return [answer.status, answer.headers.get('content-type'), format, width, height];
}

describe('the thumbnail of an image', () => {
  test('is a WebP of the requested width, never wider than the image', async () => {
    const { id } = (
      await upload(service, { bytes: await makePicture('jpeg', 800, 400), name: 'tower.v2.jpg' })
    ).data;
    expect(await describePicture(await getThumbnail(id))).toEqual([200, 'image/webp', 'webp', 320, 160]);
    const small = await getThumbnail(id, '?width=160');
    expect(small.headers.get('content-disposition')).toBe('inline; filename="tower.v2.webp"');
    expect(await describePicture(small)).toEqual([200, 'image/webp', 'webp', 160, 80]);
    const large = await getThumbnail(id, '?width=1280');
    expect(await describePicture(large)).toEqual([200, 'image/webp', 'webp', 800, 400]);
  });

  test('is made once, and not sent again to a client that has it', async () => {
    const { id } = (await upload(service, { bytes: await makePicture('png') })).data;
    const answers = await Promise.all([1, 2, 3].map(() => getThumbnail(id)));
    const etag = answers[0]?.headers.get('etag') ?? '';
    expect((await getThumbnail(id, '', { 'if-none-match': etag })).status).toBe(304);
    expect(await service.db.rows('select from renditions where media_id = $1', [id])).toHaveLength(1);
    expect(await Array.fromAsync(service.ctx.files.list(''))).toHaveLength(await countFiles());
  });

  test('has few sizes, and is served to callers who may read the library', async () => {
    const { id } = (await upload(service, { bytes: await makePicture('png') })).data;
    const { status, error } = await service.request('GET', `/api/v1/media/${id}/thumbnail?width=321`);
    expect([status, error.message]).toEqual([422, 'width must be one of 160, 320, 640, 1280.']);
    expect((await get(`/api/v1/media/${id}/thumbnail`)).status).toBe(401);
    const stranger = await service.inWorkspace();
    expect((await stranger.request('GET', `/api/v1/media/${id}/thumbnail`)).status).toBe(404);
  });

  test('of an image that is damaged far from its beginning is answered with 404 and the reason', async () => {
    const { id } = (await upload(service, { bytes: await damagePng() })).data;
    const answer = await service.request('GET', `/api/v1/media/${id}/thumbnail`);
    expect([answer.status, answer.error.message]).toEqual([404, expect.stringContaining('damaged')]);
  });

  test('is deleted with its image', async () => {
    const before = await countFiles();
    const { id } = (await upload(service, { bytes: await makePicture('png') })).data;
    await getThumbnail(id);
    await service.call('deleteMedia', { params: { id } });
    expect(await countFiles()).toBe(before);
    expect(await Array.fromAsync(service.ctx.files.list(''))).toHaveLength(before);
  });
});

async function countFiles(): Promise<number> {
  const row = await service.db.row<{ files: number }>(
    `select (select count(*) from media) + (select count(*) from renditions where storage_key is not null) as files`,
  );
  return row?.files ?? 0;
}

describe('the address of a thumbnail in the record of a file', () => {
  const cachingOf = async (path: unknown) =>
    (await get(`${path}`, { authorization: `Bearer ${service.key}` })).headers.get('cache-control');

  test('names its version, so browsers keep what it answers', async () => {
    const { thumbnail_url: path } = (await upload(service, { bytes: await makePicture('png') })).data;
    expect(await cachingOf(path)).toBe('private, max-age=31536000, immutable');
    expect(await cachingOf(`${path}&width=640`)).toBe('private, max-age=31536000, immutable');
  });

  test('is kept by no browser with another version, or without one', async () => {
    const { id, thumbnail_url: path } = (await upload(service, { bytes: await makePicture('png') })).data;
    expect(await cachingOf(`${path}`.replace(/v=.*/, 'v=5f0c1d2e'))).toBe('private, no-cache');
    expect(await cachingOf(`/api/v1/media/${id}/thumbnail`)).toBe('private, no-cache');
  });

  test('changes when a restored database gives its id to a file of another process', async () => {
    const { id, thumbnail_url: path } = (await upload(service, { bytes: await makePicture('png') })).data;
    await service.db.rows(
      `update media set storage_key = regexp_replace(storage_key, '.{8}\\.', '5f0c1d2e.') where id = $1`,
      [id],
    );
    const { data } = await service.call('getMedia', { params: { id } });
    expect([data.thumbnail_url === path, data.thumbnail_url]).toEqual([
      false,
      expect.stringMatching(/v=5f0c1d2e$/),
    ]);
  });

  test('opens in a browser whose person selected another workspace last', async () => {
    const { thumbnail_url: path } = (await upload(service, { bytes: await makePicture('png') })).data;
    const person = await signInAs(service, 'viewer');
    const second = await makeWorkspace(service.db);
    await service.db.rows("insert into members (workspace_id, user_id, role) values ($1, $2, 'viewer')", [
      second,
      person.userId,
    ]);
    await service.db.rows('update users set last_workspace_id = $1 where id = $2', [second, person.userId]);
    const open = async (to: unknown) => (await get(`${to}`, { cookie: person.cookie() })).status;
    expect([await open(path), await open(`${path}`.replace(/workspace=\d+&/, ''))]).toEqual([200, 404]);
  });
});

describe('the thumbnail of a video', () => {
  let videos: Videos;
  beforeAll(async () => {
    videos = await makeVideos();
  });
  afterAll(() => videos.remove());

  test.each(['h264.mp4', 'vp9.webm', 'h264.mov'] as const)('is made from a still of it: %s', async (name) => {
    const { id } = await addFromLink(service, await readFile(videos.path(name)), name);
    expect(await describePicture(await getThumbnail(id))).toEqual([200, 'image/webp', 'webp', 128, 72]);
  });

  test('is upright', async () => {
    const { id } = await addFromLink(service, await readFile(videos.path('rotated.mp4')), 'rotated.mp4');
    expect(await describePicture(await getThumbnail(id))).toEqual([200, 'image/webp', 'webp', 72, 128]);
  });
});

test('a network gets a file name with the extension of the sent type, whatever the media is called', async () => {
  const { id } = (await upload(service, { bytes: await makePicture('png'), name: 'bell' })).data;
  const nameFor = async (type: string) => (await openAs(service, id, type))?.name;
  expect([await nameFor('image/png'), await nameFor('image/jpeg')]).toEqual(['bell.png', 'bell.jpg']);
});

describe('the address for networks that fetch', () => {
  async function linkOf(bytes: Buffer<ArrayBuffer>): Promise<string> {
    const { id } = (await upload(service, { bytes, name: 'Glöckchen.png' })).data;
    const media = await openAs(service, id, 'image/png');
    return media?.link() ?? '';
  }

  test('serves the bytes without signing in, complete or in ranges, with their type', async () => {
    const bytes = await makePicture('png');
    const link = await linkOf(bytes);
    expect(link).toMatch(/^http:\/\/[\x21-\x7e]+\.png$/);
    const answer = await get(link);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
    expect((await get(link, { range: 'bytes=0-3' })).status).toBe(206);
    const head = await get(link, {}, 'HEAD');
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(bytes.length)]);
  });

  test('is in no line of the log', async () => {
    const debug = vi.spyOn(service.ctx.log, 'debug');
    const link = await linkOf(await makePicture('png'));
    await get(link);
    await eventually(() => expect(JSON.stringify(debug.mock.calls)).toContain('/files/'));
    expect(JSON.stringify(debug.mock.calls)).not.toContain(new URL(link).pathname);
    debug.mockRestore();
  });

  test('expires after a day', async () => {
    const link = await linkOf(await makePicture('png'));
    await service.clock.advance('23 hours 59 minutes');
    expect((await get(link)).status).toBe(200);
    await service.clock.advance('2 minutes');
    expect((await get(link)).status).toBe(404);
  });

  test('gives access to nothing else, however it is changed', async () => {
    const link = await linkOf(await makePicture('png'));
    const other = await linkOf(await makePicture('png'));
    const [payload = '', mac = ''] = new URL(link).pathname.slice('/files/'.length).split('.');
    const [otherPayload = ''] = new URL(other).pathname.slice('/files/'.length).split('.');
    const decoded = Buffer.from(payload, 'base64url').toString();
    const later = Buffer.from(decoded.replace(/\d+$/, '9999999999')).toString('base64url');
    const forged = [
      `${otherPayload}.${mac}.png`,
      `${later}.${mac}.png`,
      `${payload}.${mac.slice(0, -1)}.png`,
      `${payload}.${mac}.html`,
      `${payload}..png`,
      `${payload}.${mac}.png.png`,
      '..%2F..%2Fsecret.png',
      'x',
    ];
    for (const name of forged) expect([name, (await get(`/files/${name}`)).status]).toEqual([name, 404]);
  });
});
