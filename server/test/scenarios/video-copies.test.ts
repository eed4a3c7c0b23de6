/** Videos whose type of file a network does not accept, but whose codecs it does, are copied into an MP4 file. */
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { prepareDueSoon } from '../../src/media/convert/prepare.ts';
import { probeFile } from '../../src/media/probe/probe.ts';
import { app, type TestApp } from '../support/app.ts';
import { openGallery } from '../support/gallery.ts';
import { loopbackAllowed } from '../support/loopback.ts';
import { addFromLink, keyOf, requireTidy } from '../support/media.ts';
import { createPost, getPost, scheduledFor } from '../support/posts.ts';
import { connectSandbox } from '../support/sandbox.ts';
import { makeVideos, type VideoName, type Videos } from '../support/videos.ts';

const own = <T>(value: T) => ({ value, source: 'here', checked: '2026-11-22' });
const gallery = openGallery({ limits: { 'video.types': own(['video/mp4']) } });

let service: TestApp;
let videos: Videos;
beforeAll(async () => {
  videos = await makeVideos('h264.mp4', 'h264.mov', 'h264.mkv', 'vp9.webm');
  service = await app({ networks: gallery.networks, outboundAllow: loopbackAllowed });
});
afterAll(async () => {
  await service.close();
  await videos.remove();
});

async function add(name: VideoName): Promise<number> {
  return (await addFromLink(service, await readFile(videos.path(name)), name)).id;
}

async function planFor(id: number) {
  const channel = await connectSandbox(service);
  const scheduled_at = await service.clock.in('5 minutes');
  return scheduledFor([channel], { scheduled_at, media_ids: [id] });
}

const listMade = (id: number) =>
  service.db.rows<{ mime_type: string; storage_key: string }>(
    "select mime_type, storage_key from renditions where media_id = $1 and mime_type like 'video/%'",
    [id],
  );

async function publish({ id }: { id: number }) {
  await service.clock.advance('5 minutes');
  await service.publishDue();
  expect((await getPost(service, { id })).targets).toMatchObject([{ status: 'published', error: null }]);
  return gallery.received.at(-1)?.media[0];
}

test('a MOV file is copied before the post is due, once, and people learn of it', async () => {
  const id = await add('h264.mov');
  const post = await planFor(id);
  const { advice } = (await service.call('validatePost', { body: post })).data;
  expect(advice).toMatchObject([{ rule: 'video.copied', field: 'media_ids.0' }]);
  const created = await createPost(service, post);
  await prepareDueSoon(service.ctx);
  const made = await listMade(id);
  expect(made).toMatchObject([{ mime_type: 'video/mp4', storage_key: expect.stringMatching(/\.mp4$/) }]);
  const got = await publish(created);
  expect(got).toMatchObject({ id, mimeType: 'video/mp4', width: 128, height: 72 });
  const path = join(videos.directory, 'received.mp4');
  await writeFile(path, got?.bytes ?? '');
  expect(await probeFile(path, 'images and videos', 1)).toMatchObject({
    ...{ mimeType: 'video/mp4', videoCodec: 'avc', audioCodec: 'aac', duration: 2 },
  });
  expect(await listMade(id)).toEqual(made);
  await requireTidy(service);
});

/** As an earlier release took it. */
async function addMkv(): Promise<number> {
  const id = await add('h264.mp4');
  const key = await keyOf(service, id);
  const path = join(videos.directory, 'stored.mkv');
  await copyFile(videos.path('h264.mkv'), path);
  await service.ctx.files.remove(key);
  await service.ctx.files.adopt(key, path);
  await service.db.rows("update media set mime_type = 'video/matroska' where id = $1", [id]);
  return id;
}

test.each([
  ['a MOV file', () => add('h264.mov')],
  ['an MKV file, which is no longer accepted,', addMkv],
])('%s is copied, if it is due at once', async (_, make) => {
  const id = await make();
  const post = await createPost(service, await planFor(id));
  expect(await publish(post)).toMatchObject({ id, mimeType: 'video/mp4' });
  expect(await listMade(id)).toHaveLength(1);
});

test('an MP4 file goes out as it is', async () => {
  const id = await add('h264.mp4');
  const post = await createPost(service, await planFor(id));
  expect((await publish(post))?.bytes).toEqual(await readFile(videos.path('h264.mp4')));
  expect(await listMade(id)).toEqual([]);
});

test('a video whose codec the network would not expect in an MP4 file is refused when it is planned', async () => {
  const { valid, violations } = (
    await service.call('validatePost', { body: await planFor(await add('vp9.webm')) })
  ).data;
  expect([valid, violations]).toMatchObject([false, [{ rule: 'video.types', measured: 'video/webm' }]]);
});
