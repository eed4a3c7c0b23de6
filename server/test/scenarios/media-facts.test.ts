/** Facts about videos and animated images. They are read on arrival, or when an older file is planned. */
import { readFile, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inspectPlanned } from '../../src/media/probe/inspect-planned.ts';
import { app } from '../support/app.ts';
import { openGallery } from '../support/gallery.ts';
import { makeGif } from '../support/images.ts';
import { loopbackAllowed } from '../support/loopback.ts';
import { addFromLink, keyOf, makeAnimation, makePicture, upload } from '../support/media.ts';
import { createPost, scheduledFor } from '../support/posts.ts';
import { connectSandbox } from '../support/sandbox.ts';
import { makeVideos, type Videos } from '../support/videos.ts';

const read = { source: 'here', checked: '2026-11-22' };
const gallery = openGallery({
  limits: {
    'video.codecs': { value: ['vp9'], ...read },
    'audio.codecs': { value: ['opus'], ...read },
    'video.fps': { value: [23, 60], ...read },
    'video.seconds': { value: 1, ...read },
    'animated.frames': { value: 350, ...read },
    'animated.pixels': { value: 350 * 8 * 6, ...read },
  },
});
const service = await app({ outboundAllow: loopbackAllowed, networks: gallery.networks });
const channel = await connectSandbox(service);
let videos: Videos;
beforeAll(async () => {
  videos = await makeVideos('h264.mp4', 'h264.mkv');
});
afterAll(async () => {
  await service.close();
  await videos.remove();
});

const facts = 'duration_ms, video_codec, audio_codec, frame_rate, inspected_at is not null as inspected';
const factsOf = (id: number) =>
  service.db.row<Record<string, unknown>>(`select ${facts} from media where id = $1`, [id]);
const known = { video_codec: 'avc', audio_codec: 'aac', frame_rate: 10, inspected: true };

const addVideo = async (): Promise<number> =>
  (await addFromLink(service, await readFile(videos.path('h264.mp4')), 'tower.mp4')).id;

/** As a release would have added it that did not read the facts. */
async function addOldVideo(): Promise<number> {
  const id = await addVideo();
  await service.db.rows(
    `update media set duration_ms = null, video_codec = null, audio_codec = null, frame_rate = null, inspected_at = null
     where id = $1`,
    [id],
  );
  return id;
}

async function validate(id: number) {
  const { data } = await service.call('validatePost', { body: scheduledFor([channel], { media_ids: [id] }) });
  return [data.violations.map(({ rule }) => rule), data.advice.map(({ rule }) => rule)];
}

/** Without limits at its network, so that it can be planned. */
async function plan(id: number): Promise<void> {
  const all = { 'video.codecs': ['avc'], 'audio.codecs': ['aac'], 'video.fps': [1, 60], 'video.seconds': 60 };
  await service.db.rows('update channels set limits = $2 where id = $1', [channel.id, all]);
  const scheduled_at = await service.clock.in('30 days');
  await createPost(service, scheduledFor([channel], { scheduled_at, media_ids: [id] }));
  await service.db.rows("update channels set limits = '{}' where id = $1", [channel.id]);
}

const broken = ['video.seconds', 'video.fps', 'video.codecs', 'audio.codecs'];

test('a new video is checked by its codecs, its frame rate and its milliseconds', async () => {
  const id = await addVideo();
  expect(await factsOf(id)).toMatchObject(known);
  expect(await validate(id)).toEqual([broken, []]);
  const { data } = await service.call('getMedia', { params: { id } });
  const { duration_ms, video_codec, audio_codec, frame_rate } = (await factsOf(id)) ?? {};
  expect(data).toMatchObject({ duration: 2, duration_ms, video_codec, audio_codec, frame_rate });
});

test('an old video breaks no limit that is not known, and is inspected when it is planned', async () => {
  const id = await addOldVideo();
  expect(await validate(id)).toEqual([['video.seconds'], ['media.unknown']]);
  await inspectPlanned(service.ctx);
  expect(await factsOf(id)).toMatchObject({ video_codec: null, inspected: false });
  await plan(id);
  await inspectPlanned(service.ctx);
  expect(await factsOf(id)).toMatchObject(known);
  expect(await validate(id)).toEqual([broken, []]);
});

test('an old video in MKV, which is no longer accepted, is inspected too', async () => {
  const id = await addOldVideo();
  await plan(id);
  await replace(await keyOf(service, id), await readFile(videos.path('h264.mkv')));
  await inspectPlanned(service.ctx);
  expect(await factsOf(id)).toMatchObject(known);
});

test.each([
  ['is missing', (key: string) => service.ctx.files.remove(key)],
  ['is damaged', (key: string) => replace(key, Buffer.from('no video'))],
])('an old video whose file %s is inspected once, and keeps no other from its turn', async (_, spoil) => {
  const [id, other] = [await addOldVideo(), await addOldVideo()];
  await plan(id);
  await plan(other);
  await spoil(await keyOf(service, id));
  await inspectPlanned(service.ctx);
  expect(await factsOf(id)).toMatchObject({ video_codec: null, frame_rate: null, inspected: true });
  expect(await factsOf(other)).toMatchObject(known);
});

/** The frames as stored, and as shown. */
async function framesOf(id: number) {
  const stored = await service.db.row<{ frames: number | null }>('select frames from media where id = $1', [
    id,
  ]);
  const { data } = await service.call('getMedia', { params: { id } });
  return [stored?.frames, data.frames];
}

const addAnimation = async (bytes?: Buffer<ArrayBuffer>): Promise<number> =>
  (await upload(service, { bytes: bytes ?? (await makeAnimation()) })).data.id;

/** As a release would have added it that did not count frames. */
async function addOldAnimation(): Promise<number> {
  const id = await addAnimation();
  await service.db.rows('update media set frames = null where id = $1', [id]);
  return id;
}

test('the frames of an animated image are counted, and only these', async () => {
  const still = await upload(service, { bytes: await makePicture('gif') });
  expect(await framesOf(still.data.id)).toEqual([null, null]);
  expect(await framesOf(await addVideo())).toEqual([null, null]);
  expect(await framesOf(await addAnimation())).toEqual([3, 3]);
});

test.each([
  ['the most frames and pixels', 350, 8, 6, []],
  ['one frame more', 351, 8, 6, ['animated.frames', 'animated.pixels']],
  ['one frame more, of fewer pixels', 351, 4, 4, ['animated.frames']],
  ['larger frames', 350, 9, 6, ['animated.pixels']],
])('a GIF with %s is checked by them', async (_, frames, width, height, rules) => {
  const id = await addAnimation(await makeGif(frames, width, height));
  expect(await validate(id)).toEqual([rules, []]);
});

test('the frames of an old animated image break no limit, and are counted when it is planned', async () => {
  const id = await addOldAnimation();
  await inspectPlanned(service.ctx);
  expect(await framesOf(id)).toEqual([null, null]);
  expect(await validate(id)).toEqual([[], ['media.unknown']]);
  await plan(id);
  await inspectPlanned(service.ctx);
  expect(await framesOf(id)).toEqual([3, 3]);
  expect(await validate(id)).toEqual([[], []]);
});

test('an old animated image that is damaged is inspected once, and keeps no other from its turn', async () => {
  const spoilt = await Promise.all(Array.from({ length: 5 }, () => addOldAnimation()));
  const other = await addOldAnimation();
  for (const id of [...spoilt, other]) await plan(id);
  for (const id of spoilt) await replace(await keyOf(service, id), Buffer.from('no image'));
  await inspectPlanned(service.ctx);
  await inspectPlanned(service.ctx);
  expect(await Promise.all(spoilt.map(framesOf))).toEqual(spoilt.map(() => [0, null]));
  expect(await framesOf(other)).toEqual([3, 3]);
});

async function replace(key: string, bytes: Buffer): Promise<void> {
  const path = `${service.ctx.config.dataDir}/replacement`;
  await writeFile(path, bytes);
  await service.ctx.files.remove(key);
  await service.ctx.files.adopt(key, path);
}
