import { execFile } from 'node:child_process';
import { copyFile, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { makeBox, makeVideos, type Videos } from '../../../test/support/videos.ts';
import { probeFile } from '../probe/probe.ts';
import { CannotFit } from './convert-refusal.ts';
import { remuxVideo } from './video-workshop.ts';

const run = promisify(execFile);
const mp4 = { mimeType: 'video/mp4', extension: 'mp4' };
const refused = /^This video cannot be copied into an MP4 file\. Export it as MP4 with H\.264 and AAC/;

let videos: Videos;
let target: string;
beforeAll(async () => {
  const names = ['h264.mp4', 'h264.mov', 'turned.mov', 'late.mov', 'hevc.mp4', 'hevc.mov'] as const;
  videos = await makeVideos(...names, 'vp9.webm', 'h264.mkv');
  target = join(videos.directory, 'copy');
});
afterEach(() => rm(target, { force: true }));
afterAll(() => videos.remove());

async function copy(path: string) {
  const facts = await probeFile(path, 'stored', 1);
  return { facts, made: await remuxVideo(1, path, facts, target) };
}

/** What ffprobe finds of each track: the codec, the packets, and a hash of each packet. */
async function readPackets(path: string): Promise<string[][]> {
  const args = ['-v', 'error', '-show_packets', '-show_data_hash', 'md5', '-of', 'json', path];
  const { stdout, stderr } = await run('ffprobe', args, { maxBuffer: 2 ** 26 });
  expect(stderr).toBe('');
  const { packets } = JSON.parse(stdout) as { packets: { codec_type: string; data_hash: string }[] };
  return ['video', 'audio'].map((kind) =>
    packets.filter(({ codec_type }) => codec_type === kind).map(({ data_hash }) => data_hash),
  );
}

async function findProcesses(): Promise<number[]> {
  const { stdout } = await run('ps', ['-o', 'pid=,args=', '--ppid', String(process.pid)]);
  const lines = stdout.split('\n').filter((line) => line.includes('remux-process'));
  return lines.map((line) => Number.parseInt(line, 10));
}

describe('a video is copied into an MP4 file', () => {
  test.each(['h264.mov', 'turned.mov', 'hevc.mov', 'late.mov', 'vp9.webm', 'h264.mkv'] as const)(
    'packet by packet: %s',
    async (name) => {
      const { facts, made } = await copy(videos.path(name));
      const { width, height } = facts;
      const { size, mode } = await stat(target);
      expect(made).toEqual({ ...mp4, size, width, height });
      expect(mode & 0o777).toBe(0o600);
      expect(await readPackets(target)).toEqual(await readPackets(videos.path(name)));
      const { durationMs, ...found } = await probeFile(target, 'images and videos', 1);
      expect({ ...facts, ...found }).toEqual({ ...facts, ...mp4, frameRate: found.frameRate });
      expect(Math.abs((durationMs ?? 0) - (facts.durationMs ?? 0))).toBeLessThan(50);
    },
  );

  test('that a player decodes without an error', async () => {
    await copy(videos.path('h264.mov'));
    const { stderr } = await run('ffmpeg', ['-v', 'error', '-i', `file:${target}`, '-f', 'null', '-']);
    expect(stderr).toBe('');
  });

  test('without the place where it was taken', async () => {
    const placed = join(videos.directory, 'placed.mov');
    const place = ['-metadata', 'location=+48.8577+002.2950/', '-metadata', 'artist=Ada'];
    await run('ffmpeg', ['-v', 'error', '-i', videos.path('h264.mov'), '-c', 'copy', ...place, placed]);
    expect((await readFile(placed)).includes('+48.8577')).toBe(true);
    await copy(placed);
    const bytes = await readFile(target);
    expect([bytes.includes('+48.8577'), bytes.includes('Ada')]).toEqual([false, false]);
  });

  test('in a process of its own', async () => {
    await copy(videos.path('h264.mov'));
    expect(await findProcesses()).toHaveLength(1);
  });
});

describe('a video is refused', () => {
  const h264 = { durationMs: 2000, videoCodec: 'avc', audioCodec: 'aac' };
  const refusal = (path: string, facts: Parameters<typeof remuxVideo>[2] = h264) =>
    remuxVideo(1, path, facts, target).then(
      () => 'copied',
      (error: Error) => (error instanceof CannotFit ? error.message : String(error)),
    );

  test('whose copy is another video than the one that was checked', async () => {
    const path = videos.path('h264.mov');
    for (const facts of [{ durationMs: 3500 }, { videoCodec: 'hevc' }, { audioCodec: 'none' }]) {
      expect(await refusal(path, { ...h264, ...facts }), JSON.stringify(facts)).toMatch(refused);
      await rm(target, { force: true });
    }
    expect(await refusal(path, { ...h264, durationMs: null })).toBe('copied');
  });

  test('that ends in the middle, or is no video', async () => {
    const cut = join(videos.directory, 'cut.mov');
    await copyFile(videos.path('h264.mov'), cut);
    await truncate(cut, 20_000);
    expect(await refusal(cut)).toMatch(refused);
    await rm(target, { force: true });
    await writeFile(cut, 'no video');
    expect(await refusal(cut)).toMatch(refused);
  });

  test('whose copy would be far larger than the file', async () => {
    // Each of its samples is the same part of the file.
    const path = join(videos.directory, 'repeated.mov');
    await writeFile(path, await repeatSamples(videos.path('h264.mov')));
    expect(await refusal(path, { ...h264, durationMs: null })).toMatch(refused);
    expect((await stat(target)).size).toBeLessThan((await stat(path)).size * 1.05 + 2 ** 20 + 1);
  });

  test('but not for an error of the disk', async () => {
    const nowhere = join(videos.directory, 'missing', 'copy');
    const made = remuxVideo(1, videos.path('h264.mov'), h264, nowhere);
    await expect(made).rejects.toMatchObject({ code: 'ENOENT' });
    const unread = remuxVideo(1, videos.directory, h264, target);
    await expect(unread).rejects.toMatchObject({ code: 'EISDIR' });
  });

  test('but not because its process was killed once', async () => {
    const made = remuxVideo(1, videos.path('h264.mov'), h264, target);
    for (const pid of await findProcesses()) process.kill(pid, 'SIGKILL');
    expect(await made).toMatchObject(mp4);
  });
});

/** States a large size and the same place for all samples. */
async function repeatSamples(path: string): Promise<Buffer> {
  const bytes = await readFile(path);
  for (let at = bytes.indexOf('stco'); at !== -1; at = bytes.indexOf('stco', at + 1)) {
    const count = bytes.readUInt32BE(at + 8);
    for (let entry = 0; entry < count; entry += 1) bytes.writeUInt32BE(48, at + 12 + 4 * entry);
  }
  for (let at = bytes.indexOf('stsz'); at !== -1; at = bytes.indexOf('stsz', at + 1)) {
    const count = bytes.readUInt32BE(at + 12);
    for (let entry = 0; entry < count; entry += 1) bytes.writeUInt32BE(60_000, at + 16 + 4 * entry);
  }
  return Buffer.concat([bytes, makeBox('free', Buffer.alloc(2 ** 21))]);
}
