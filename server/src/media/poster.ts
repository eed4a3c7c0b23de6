/** A still of a video, where the machine has ffmpeg: decoding video is nothing to do in this process. */
import { execFile } from 'node:child_process';
import { rm, stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { FairQueue } from '../fair-queue.ts';
import type { Fitted } from './convert.ts';

const run = promisify(execFile);

/** As many at once as leave the machine something for the posts that are due. */
const queue = new FairQueue({ places: 2 });
const milliseconds = 10_000;
/** A stranger's file is decoded: without the secrets of the environment, and after posts that are due. */
const alone = 'exec nice -n 5 env -i PATH="$PATH" ffmpeg "$@"';
/** Bytes of a single allocation; a frame of 8K takes less than half of it. */
const largestAllocation = 256 * 2 ** 20;

/** Only the reader for the format that was found is let at the file, and nothing but this file at the reader. */
const readers: Record<string, string> = {
  'video/mp4': 'mov',
  'video/quicktime': 'mov',
  'video/webm': 'matroska',
};

interface Film {
  mimeType: string;
  /** Pixels as displayed. */
  width: number | null;
  height: number | null;
  /** Seconds. */
  duration: number | null;
}

/** Writes a JPEG of the video `source` to `target`; undefined, and no file, where there is no ffmpeg or it cannot. */
export async function makePoster(
  workspaceId: number,
  source: string,
  { mimeType, width, height, duration }: Film,
  target: string,
): Promise<Fitted | undefined> {
  if (width === null || height === null) return undefined;
  // Films fade in from black: a second on there is more to see.
  const at = (duration ?? 0) >= 2 ? '1' : '0';
  const args = [
    ...words(`-v error -nostdin -threads 1 -max_alloc ${largestAllocation}`),
    ...words(`-protocol_whitelist file -f ${readers[mimeType] ?? mimeType} -ss ${at}`),
    ...['-i', `file:${source}`],
    ...words(`-an -sn -dn -frames:v 1 -vf scale=${width}:${height},setsar=1`),
    ...words('-map_metadata -1 -c:v mjpeg -q:v 2 -f image2 -update 1'),
    `file:${target}`,
  ];
  try {
    const limits = { timeout: milliseconds, killSignal: 'SIGKILL' } as const;
    await queue.run(() => run('sh', ['-c', alone, 'ffmpeg', ...args], limits), { owner: workspaceId });
    const { size } = await stat(target);
    return { mimeType: 'image/jpeg', extension: 'jpg', size, width, height };
  } catch {
    await rm(target, { force: true });
    return undefined;
  }
}

function words(text: string): string[] {
  return text.split(' ');
}
