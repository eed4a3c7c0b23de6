import { execFile } from 'node:child_process';
import { appendFile, copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  makeBox,
  makeIndexOnly,
  makeVideos,
  type VideoName,
  type Videos,
} from '../../../test/support/videos.ts';
import { type Allowed, probeFile, UnfitFile } from './probe.ts';

const run = promisify(execFile);

/** Nested boxes. The innermost is empty. */
function nest(type: string, depth: number): Buffer {
  const boxes = Buffer.alloc(8 * depth);
  for (let at = 0; at < boxes.length; at += 8) {
    boxes.writeUInt32BE(boxes.length - at, at);
    boxes.write(type, at + 4, 'latin1');
  }
  return boxes;
}

/** 32 bits each. */
function words(...numbers: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * numbers.length);
  for (const [index, number] of numbers.entries()) bytes.writeUInt32BE(number, 4 * index);
  return bytes;
}

let videos: Videos;
beforeAll(async () => {
  videos = await makeVideos();
});
afterAll(() => videos.remove());

const refusal = (path: string, allow: Allowed = 'stored') =>
  probeFile(path, allow).then(
    () => 'taken',
    (error) => (error instanceof UnfitFile ? error.message : String(error)),
  );

describe('probeFile takes a video', () => {
  it.each<[VideoName, string, number, number, number, string, string]>([
    ['h264.mp4', 'video/mp4', 128, 72, 2, 'avc', 'aac'],
    ['index-first.mp4', 'video/mp4', 128, 72, 2, 'avc', 'aac'],
    ['fragmented.mp4', 'video/mp4', 128, 72, 2, 'avc', 'aac'],
    ['h264.mov', 'video/quicktime', 128, 72, 2, 'avc', 'aac'],
    ['hevc.mp4', 'video/mp4', 128, 72, 2, 'hevc', 'none'],
    ['av1.mp4', 'video/mp4', 128, 72, 2, 'av1', 'none'],
    ['vp8.webm', 'video/webm', 128, 72, 2, 'vp8', 'none'],
    ['vp9.webm', 'video/webm', 128, 72, 2, 'vp9', 'none'],
    ['av1.webm', 'video/webm', 128, 72, 2, 'av1', 'none'],
    ['live.webm', 'video/webm', 128, 72, 2, 'vp9', 'none'],
    ['h264.mkv', 'video/matroska', 128, 72, 2, 'avc', 'aac'],
    ['film.mkv', 'video/matroska', 128, 72, 2, 'vp9', 'ac3'],
    ['rotated.mp4', 'video/mp4', 72, 128, 2, 'avc', 'aac'],
    ['wide-pixels.mp4', 'video/mp4', 171, 72, 2, 'avc', 'none'],
    ['short.mp4', 'video/mp4', 128, 72, 0, 'avc', 'none'],
  ])('%s', async (name, mimeType, width, height, duration, videoCodec, audioCodec) => {
    const extension = name.split('.')[1];
    const allow = extension === 'mkv' ? 'stored' : 'images and videos';
    const { durationMs, frameRate, ...probed } = await probeFile(videos.path(name), allow);
    expect(probed).toEqual({
      kind: 'video',
      mimeType,
      extension,
      width,
      height,
      duration,
      videoCodec,
      audioCodec,
      animated: false,
      frames: null,
    });
    expect(frameRate).toBeCloseTo(10, 0);
    expect(Math.round((durationMs ?? -1) / 1000)).toBe(duration);
    if (name === 'short.mp4') expect(durationMs).toBe(300);
  });

  it('of 512 MB with its index at the end', async () => {
    const path = await videos.widen(512 * 2 ** 20);
    expect(await probeFile(path, 'images and videos')).toMatchObject({ width: 128, duration: 2 });
  });

  it('in a process of its own', async () => {
    await probeFile(videos.path('h264.mp4'), 'images and videos');
    const { stdout } = await run('ps', ['-o', 'args=', '--ppid', String(process.pid)]);
    expect(stdout.split('\n').filter((line) => line.includes('identify-process'))).toHaveLength(1);
  });

  it('that ends in padding', async () => {
    const path = join(videos.directory, 'padded.mp4');
    await copyFile(videos.path('h264.mp4'), path);
    await appendFile(path, Buffer.alloc(500));
    expect(await refusal(path)).toBe('taken');
  });
});

describe('probeFile refuses a video', () => {
  it.each<[VideoName, number]>([
    ['h264.mp4', 0.6],
    ['h264.mp4', 0.98],
    ['index-first.mp4', 0.6],
    ['index-first.mp4', 0.99],
    ['fragmented.mp4', 0.6],
    ['h264.mov', 0.6],
    ['vp9.webm', 0.5],
    ['vp9.webm', 0.98],
    ['live.webm', 0.9],
    ['h264.mkv', 0.5],
    ['film.mkv', 0.98],
  ])('%s cut to a share of %d', async (name, keep) => {
    expect(await refusal(await videos.cut(name, keep))).toMatch(/is cut short/);
  });

  it('whose media "to the end of the file" is missing its last packets', async () => {
    const bytes = await readFile(videos.path('index-first.mp4'));
    bytes.writeUInt32BE(0, bytes.indexOf('mdat') - 4);
    const path = join(videos.directory, 'open.mp4');
    await writeFile(path, bytes);
    expect(await refusal(path)).toBe('taken');
    await writeFile(path, bytes.subarray(0, -12_000));
    expect(await refusal(path)).toMatch(/is cut short/);
  });

  it.each<[VideoName, RegExp]>([
    ['sound.mp4', /no video track/],
    ['sound.webm', /no video track/],
    ['sound.mkv', /This MKV file has no video track/],
    ['mpeg4.mp4', /Convert it to H\.264/],
    ['mpeg4.mkv', /Convert it to H\.264/],
  ])('%s', async (name, reason) => expect(await refusal(videos.path(name))).toMatch(reason));

  it.each<[VideoName, string | Buffer, RegExp]>([
    ['h264.mp4', '<html><script>alert(1)</script>', /contains a script/],
    ['h264.mp4', '<p onclick="alert(1)">Look</p>', /data after the end|cut short/],
    ['h264.mp4', Buffer.from('PK\x03\x04\x14\0\0\0\x08\0', 'latin1'), /contains a ZIP archive/],
    ['vp9.webm', 'alert(1)', /data after the end/],
    ['h264.mkv', 'alert(1)', /This MKV file also contains data after the end/],
    ['h264.mkv', '<script>alert(1)</script>', /contains a script/],
  ])('%s with %s after it', async (name, tail, reason) => {
    const path = join(videos.directory, `tail-${name}`);
    await copyFile(videos.path(name), path);
    await appendFile(path, tail);
    expect(await refusal(path)).toMatch(reason);
  });

  it.each<[string, () => Buffer, RegExp]>([
    [
      'two million boxes',
      () => makeIndexOnly(Buffer.alloc(16_000_000, makeBox('free'))),
      /more than 10000 parts/,
    ],
    ['boxes within boxes', () => makeIndexOnly(nest('mdia', 1_000_000)), /nested more than 16 deep/],
    [
      'a table that claims more entries than it has',
      () => makeIndexOnly(makeBox('trak', makeBox('stts', words(0, 4_000_000_000, 1, 1)))),
      /damaged/,
    ],
    [
      'a table of three million entries',
      () => makeIndexOnly(makeBox('trak', makeBox('stco', words(0, 3_000_000), Buffer.alloc(12_000_000)))),
      /more than 2000000 entries/,
    ],
    [
      'a hundred thousand boxes outside of its index',
      () => Buffer.concat([makeIndexOnly(), Buffer.alloc(800_000, makeBox('free'))]),
      /more than 50000 parts/,
    ],
  ])('whose index has %s', async (_, make, reason) => {
    const path = join(videos.directory, 'hostile.mp4');
    await writeFile(path, make());
    expect(await refusal(path)).toMatch(reason);
  });

  it('where only images are accepted', async () => {
    expect(await refusal(videos.path('h264.mp4'), 'images')).toMatch(/This is an MP4 video\. .* link/);
  });

  it.each<[Allowed, RegExp]>([
    ['images', /This is an MKV video.* Rewrap it as MP4.* add that from a link\.$/],
    ['images and videos', /This is an MKV video.* Rewrap it as MP4.* add that\.$/],
    ['stored', /^taken$/],
  ])('in MKV, unless the library has it: %s', async (allow, answer) => {
    expect(await refusal(videos.path('h264.mkv'), allow)).toMatch(answer);
  });

  it('that has valid first bytes followed by noise', async () => {
    const bytes = await readFile(videos.path('h264.mp4'));
    bytes.fill(0x5a, bytes.indexOf('moov') + 20, bytes.indexOf('moov') + 1000);
    const path = join(videos.directory, 'noise.mp4');
    await writeFile(path, bytes);
    expect(await refusal(path)).toMatch(/damaged|no video track|cut short/);
  });
});
