import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { eventually } from '../../../test/support/eventually.ts';
import { makeVideos, type VideoName, type Videos } from '../../../test/support/videos.ts';
import { probeFile } from '../probe/probe.ts';
import { canTranscode } from './ffmpeg.ts';
import { transcodeVideo } from './transcode.ts';

const run = promisify(execFile);

let videos: Videos;
let folder: string;
beforeAll(async () => {
  videos = await makeVideos(
    'h264.mp4',
    'vp8.webm',
    'vp9.webm',
    'av1.webm',
    'heard.webm',
    'film.mkv',
    'late.mov',
    'h264.mov',
  );
});
afterAll(() => videos.remove());
afterEach(() => vi.unstubAllEnvs());

/** A new file name in a folder of its own. */
async function target(): Promise<string> {
  folder = await mkdtemp(join(videos.directory, 'made-'));
  return join(folder, 'made.mp4');
}

const webm = { mimeType: 'video/webm', duration: 2, audioCodec: 'none' };
const small = { width: 128, height: 72, rate: 500_000, bytes: 10_000_000 };

/** Transcodes a file, and finds that nothing is left of a refusal. */
async function refuse(source: string, video = webm, transcoding = small, options = {}): Promise<Error> {
  const path = await target();
  const error = await transcodeVideo(1, source, video, transcoding, path, options).catch(
    (one: unknown) => one,
  );
  expect(error).toBeInstanceOf(Error);
  expect(await readdir(folder)).toEqual([]);
  return error as Error;
}

test.each<[VideoName, string]>([
  ['vp8.webm', 'none'],
  ['vp9.webm', 'none'],
  ['av1.webm', 'none'],
  ['heard.webm', 'opus'],
  ['film.mkv', 'ac3'],
])('%s becomes H.264 and AAC in an MP4 file, without metadata', async (name, audioCodec) => {
  const path = await target();
  const made = await transcodeVideo(
    1,
    videos.path(name),
    { ...webm, mimeType: name.endsWith('mkv') ? 'video/matroska' : 'video/webm', audioCodec },
    small,
    path,
  );
  expect(made).toMatchObject({ mimeType: 'video/mp4', extension: 'mp4', width: 128, height: 72 });
  expect(await probeFile(path, 'images and videos')).toMatchObject({
    ...{ videoCodec: 'avc', audioCodec: audioCodec === 'none' ? 'none' : 'aac', duration: 2 },
  });
  const bytes = await readFile(path);
  expect(made.size).toBe(bytes.length);
  expect(bytes.includes('the_belfry_of_Bruges')).toBe(false);
  // The index is in front, so that networks can begin with the first bytes.
  expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'));
  const { stderr } = await run('ffmpeg', ['-v', 'error', '-i', `file:${path}`, '-f', 'null', '-']);
  expect(stderr).toBe('');
});

test('the picture gets the size that the transcoding names', async () => {
  const path = await target();
  const made = await transcodeVideo(
    1,
    videos.path('vp9.webm'),
    webm,
    { ...small, width: 64, height: 36 },
    path,
  );
  expect(made).toMatchObject({ width: 64, height: 36 });
});

describe('a hostile file', () => {
  test('names other files and addresses in a playlist: ffmpeg opens none of them', async () => {
    let asked = 0;
    const server = createServer((_, answer) => {
      asked += 1;
      answer.end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/part.webm`;
    const stolen = videos.path('vp9.webm');
    const playlists = [
      `#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\n${address}\n#EXTINF:2,\nfile://${stolen}\n#EXT-X-ENDLIST\n`,
      `ffconcat version 1.0\nfile '${stolen}'\nfile '${address}'\n`,
      `<?xml version="1.0"?><MPD><Period><AdaptationSet><Representation><BaseURL>${address}</BaseURL></Representation></AdaptationSet></Period></MPD>`,
    ];
    for (const [index, text] of playlists.entries()) {
      for (const mimeType of ['video/webm', 'video/mp4']) {
        const path = join(videos.directory, `playlist-${index}.webm`);
        await writeFile(path, text);
        expect(await refuse(path, { ...webm, mimeType })).toMatchObject({ name: 'FfmpegFailed' });
      }
    }
    expect(asked).toBe(0);
    server.close();
  });

  test('refers to its media in another file: ffmpeg does not open that file', async () => {
    const bytes = await readFile(videos.path('h264.mov'));
    // The flag says that the media are in this file; without it, the alias names another file.
    const alias = Buffer.from(bytes);
    const at = alias.indexOf('url \0\0\0\x01', 0, 'latin1');
    expect(at).toBeGreaterThan(0);
    alias.fill(0, alias.indexOf('mdat') + 4, alias.indexOf('moov') - 4);
    alias[at + 7] = 0;
    const path = join(videos.directory, 'alias.mov');
    await writeFile(path, alias);
    await refuse(path, { ...webm, mimeType: 'video/quicktime', audioCodec: 'aac' });
  });

  test('has a thousand frames in a second: people see sixty of them', async () => {
    const path = join(videos.directory, 'bomb.webm');
    const frames = '-f lavfi -i testsrc=size=16x16:rate=1000:duration=2 -c:v libvpx -deadline realtime';
    await run('ffmpeg', ['-v', 'error', ...frames.split(' '), path]);
    const made = await target();
    await transcodeVideo(1, path, webm, { ...small, width: 16, height: 16 }, made);
    const { frameRate } = await probeFile(made, 'images and videos');
    expect(frameRate).toBeLessThanOrEqual(60);
  });

  test('lasts longer than its header says: the rest is left out', async () => {
    const path = await target();
    await transcodeVideo(1, videos.path('vp9.webm'), { ...webm, duration: 0.2 }, small, path);
    expect((await probeFile(path, 'images and videos')).durationMs).toBeLessThanOrEqual(1300);
  });

  test('lasts shorter than its header says', async () => {
    const { name } = await refuse(videos.path('vp9.webm'), { ...webm, duration: 60 });
    expect(name).toBe('CannotFit');
  });

  test.each([0.3, 0.6])('is cut short after %d of its bytes', async (keep) => {
    const { name } = await refuse(await videos.cut('vp9.webm', keep));
    expect(name).toMatch(/CannotFit|FfmpegFailed/);
  });

  test('has other bytes in its middle', async () => {
    const bytes = await readFile(videos.path('vp9.webm'));
    bytes.fill(0xff, Math.floor(bytes.length * 0.2), Math.floor(bytes.length * 0.9));
    const path = join(videos.directory, 'damaged.webm');
    await writeFile(path, bytes);
    await refuse(path);
  });

  test('would become larger than its bound', async () => {
    const error = await refuse(videos.path('vp9.webm'), webm, { ...small, bytes: 2048 });
    expect(error).toMatchObject({ name: 'CannotFit', message: expect.stringContaining('Export it as MP4') });
  });

  test('needs more memory than its bound', async () => {
    expect(await refuse(videos.path('vp9.webm'), webm, small, { memory: 2 ** 20 })).toMatchObject({
      name: 'FfmpegFailed',
    });
  });
});

/** Puts a program in the place of ffmpeg. */
async function replaceFfmpeg(script: string): Promise<void> {
  const place = await mkdtemp(join(tmpdir(), 'belfry-ffmpeg-'));
  await writeFile(join(place, 'ffmpeg'), `#!/bin/sh\n${script}\n`);
  await chmod(join(place, 'ffmpeg'), 0o700);
  vi.stubEnv('PATH', `${place}${delimiter}${process.env['PATH']}`);
}

describe('ffmpeg', () => {
  test('is killed when it makes no progress', async () => {
    await replaceFfmpeg('while :; do echo out_time_us=5; sleep 0.01; done');
    expect(await refuse(videos.path('vp9.webm'), webm, small, { stall: 100 })).toMatchObject({
      name: 'CannotFit',
    });
  });

  test('is killed when it takes too long, though it makes progress', async () => {
    await replaceFfmpeg('n=0; while :; do n=$((n+1)); echo out_time_us=$n; sleep 0.01; done');
    expect(await refuse(videos.path('vp9.webm'), webm, small, { timeout: 300 })).toMatchObject({
      name: 'CannotFit',
    });
  });

  test('is killed when the process stops, which is no fault of the video', async () => {
    const note = join(videos.directory, 'pid');
    await replaceFfmpeg(`echo $$ > ${note}; exec sleep 1000`);
    const ending = new AbortController();
    const work = refuse(videos.path('vp9.webm'), webm, small, { signal: ending.signal });
    const pid = await eventually(async () => {
      const text = await readFile(note, 'utf8');
      if (!text.endsWith('\n')) throw new Error('ffmpeg has not begun.');
      return Number(text);
    });
    ending.abort(new Error('the worker stops'));
    expect(await work).toMatchObject({ message: 'the worker stops' });
    expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  });

  test('finds a full disk: that says nothing about the video', async () => {
    await replaceFfmpeg('echo "made.mp4: No space left on device" >&2; exit 1');
    expect(await refuse(videos.path('vp9.webm'))).toMatchObject({ code: 'ENOSPC' });
  });

  test('gets no secrets, and runs with one thread at a low priority', async () => {
    // Names only: the message has the first characters, and a PATH may be long.
    await replaceFfmpeg('env | cut -d= -f1 >&2; nice >&2; echo "$@" >&2; exit 1');
    vi.stubEnv('BELFRY_SECRET', 'a secret of this installation');
    const { message } = (await refuse(videos.path('vp9.webm'))) as Error;
    expect(message).toMatch(/^ffmpeg failed: (?:PATH|PWD|_)$/m);
    expect(message).not.toContain('SECRET');
    expect(message).toMatch(/^10$/m);
    expect(message).toMatch(/-threads 1 .*-protocol_whitelist file -f matroska/);
  });
});

test.each<[string, string, boolean]>([
  ['is the one of this machine', `PATH="\${PATH#*:}"; exec ffmpeg "$@"`, true],
  ['has no encoder for H.264', `PATH="\${PATH#*:}"; ffmpeg "$@" | sed 's/libx264//g'`, false],
  ['has no decoder for AV1', `PATH="\${PATH#*:}"; ffmpeg "$@" | grep -v ' av1 '`, false],
  ['fails', 'exit 1', false],
])('whether a server transcodes, if ffmpeg %s: %s %s', async (_, script, expected) => {
  await replaceFfmpeg(script);
  expect(await canTranscode()).toBe(expected);
});

test('a server without ffmpeg does not transcode', async () => {
  const empty = await mkdtemp(join(tmpdir(), 'belfry-no-ffmpeg-'));
  vi.stubEnv('PATH', empty);
  expect(await canTranscode()).toBe(false);
  await rm(empty, { recursive: true });
});
