/** Videos from ffmpeg, which creates them once per test run, in seconds. */
import { execFile } from 'node:child_process';
import { mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

const picture = '-f lavfi -i testsrc=size=128x72:rate=10:duration=2';
const sound = '-f lavfi -i sine=duration=2';
const h264 = '-c:v libx264 -preset ultrafast -pix_fmt yuv420p';
/** For one second. */
const colour = (name: string) => `-f lavfi -i color=${name}:size=128x72:rate=30:duration=1`;
const copied = '-i h264.mp4 -c copy';

/** In the order of creation, because later ones copy from earlier ones. Each is 128 × 72 and 2 s long. */
const recipes = {
  'h264.mp4': `${picture} ${sound} ${h264} -c:a aac`,
  'index-first.mp4': `${copied} -movflags +faststart`,
  'fragmented.mp4': `${copied} -movflags frag_keyframe+empty_moov`,
  'h264.mov': copied,
  'h264.mkv': copied,
  'turned.mov': `${copied} -metadata:s:v:0 rotate=90`,
  'late.mov': `-i h264.mp4 -itsoffset 0.3 -i h264.mp4 -map 0:v -map 1:a -c copy`,
  'sound.mp4': '-i h264.mp4 -vn -c copy',
  'rotated.mp4': `${copied} -metadata:s:v:0 rotate=90`,
  'wide-pixels.mp4': `${picture} -vf setsar=4/3 ${h264}`,
  'hevc.mp4': `${picture} -c:v libx265 -x265-params log-level=none -preset ultrafast -tag:v hvc1`,
  'hevc.mov': '-i hevc.mp4 -c copy -tag:v hvc1',
  'vp8.webm': `${picture} -c:v libvpx -deadline realtime`,
  'vp9.webm': `${picture} -c:v libvpx-vp9 -deadline realtime -cpu-used 8`,
  'av1.webm': `${picture} -c:v libsvtav1 -preset 12`,
  'av1.mp4': '-i av1.webm -c copy',
  'live.webm': '-i vp9.webm -c copy -live 1',
  'heard.webm': `${picture} ${sound} -c:v libvpx-vp9 -deadline realtime -cpu-used 8 -c:a libopus -metadata title=the_belfry_of_Bruges`,
  'film.mkv': `-i vp9.webm ${sound} ${sound} -map 0:v -map 1:a -map 2:a -c:v copy -c:a ac3`,
  'sound.mkv': '-i h264.mp4 -vn -c copy',
  'sound.webm': `${sound} -c:a libopus`,
  'short.mp4': `-f lavfi -i testsrc=size=128x72:rate=10:duration=0.3 ${h264}`,
  'tall.mp4': `-f lavfi -i testsrc=size=720x1280:rate=30:duration=4 -f lavfi -i sine=duration=4 ${h264} -c:a aac`,
  'two-colours.webm': `${colour('red')} ${colour('blue')} -filter_complex concat -c:v libvpx-vp9 -deadline realtime -cpu-used 8`,
  'mpeg4.mp4': `${picture} -c:v mpeg4`,
  'mpeg4.mkv': '-i mpeg4.mp4 -c copy',
};

export type VideoName = keyof typeof recipes;

export interface Videos {
  directory: string;
  path(name: VideoName): string;
  /** A truncated copy; `keep` is the share of bytes that remain. */
  cut(name: VideoName, keep: number): Promise<string>;
  /** The same video with a hole of `bytes` before its index, which is at the end. The hole uses no disk space. */
  widen(bytes: number): Promise<string>;
  remove(): Promise<void>;
}

/** Creates all videos, or the `named` ones. */
export async function makeVideos(...named: VideoName[]): Promise<Videos> {
  const directory = await mkdtemp(join(tmpdir(), 'videos-'));
  for (const [name, recipe] of Object.entries(recipes)) {
    if (named.length > 0 && !named.includes(name as VideoName)) continue;
    const args = ['-v', 'error', '-nostdin', ...recipe.split(' '), name];
    await run('ffmpeg', args, { cwd: directory });
  }
  const path = (name: VideoName) => join(directory, name);
  return {
    directory,
    path,
    cut: async (name, keep) => {
      const bytes = await readFile(path(name));
      const cut = join(directory, `cut-${name}`);
      await writeFile(cut, bytes.subarray(0, Math.floor(bytes.length * keep)));
      return cut;
    },
    widen: (bytes) => widen(path('h264.mp4'), join(directory, 'wide.mp4'), bytes),
    remove: () => rm(directory, { recursive: true }),
  };
}

async function widen(from: string, to: string, bytes: number): Promise<string> {
  const video = await readFile(from);
  const index = video.lastIndexOf('moov') - 4;
  const head = Buffer.alloc(8);
  head.writeUInt32BE(bytes);
  head.write('free', 4);
  const file = await open(to, 'w');
  await file.write(video.subarray(0, index));
  await file.write(head);
  await file.write(video.subarray(index), 0, undefined, index + bytes);
  await file.close();
  return to;
}

/** A box of an MP4 file: its length, type and content. */
export function makeBox(type: string, ...content: readonly Uint8Array[]): Buffer {
  const inside = Buffer.concat(content);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(inside.length + 8);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, inside]);
}

/** An MP4 file that has only an index with this content. */
export function makeIndexOnly(...content: readonly Uint8Array[]): Buffer {
  const brands = Buffer.from('isom\0\0\x02\0isomiso2avc1mp41', 'latin1');
  return Buffer.concat([makeBox('ftyp', brands), makeBox('moov', ...content)]);
}
