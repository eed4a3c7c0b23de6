/** Valid videos of any size: an MP4 of ffmpeg's, whose media data is followed by noise and then by its index. */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Maximum size that the API accepts, in bytes. */
export const MAX_VIDEO_BYTES = 512 * 1024 * 1024;

export interface Video {
  size: number;
  /** Its bytes in order. */
  chunks(): Iterable<Uint8Array>;
}

const picture = '-f lavfi -i testsrc=size=128x72:rate=25:duration=600';
const sound = '-f lavfi -i sine=duration=600';
const coding = '-c:v libx264 -preset ultrafast -pix_fmt yuv420p -c:a aac -shortest';

/** Ten minutes of picture and sound as an MP4, with an index of realistic size. */
export async function makeVideo(): Promise<Buffer> {
  const directory = await mkdtemp(join(tmpdir(), 'belfry-bench-'));
  const path = join(directory, 'video.mp4');
  await run('ffmpeg', ['-v', 'error', '-nostdin', ...`${picture} ${sound} ${coding}`.split(' '), path]);
  const video = await readFile(path);
  await rm(directory, { recursive: true });
  return video;
}

const noise = randomBytes(2 ** 20);

/** The same video with `size` bytes. The index does not refer to the added bytes, so players skip them. */
export function widen(video: Buffer, size: number): Video {
  const media = video.indexOf('mdat') - 4;
  const index = media + video.readUInt32BE(media);
  const head = Buffer.from(video.subarray(0, index));
  const added = size - video.length;
  head.writeUInt32BE(index - media + added, media);
  return {
    size,
    *chunks() {
      yield head;
      for (let left = added; left > 0; left -= noise.length) yield noise.subarray(0, left);
      yield video.subarray(index);
    },
  };
}
