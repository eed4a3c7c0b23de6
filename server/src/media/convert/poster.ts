/** Makes a still image of a video, if the machine has ffmpeg. This process does not decode video itself. */
import { execFile } from 'node:child_process';
import { rm, stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { FairQueue } from '../../base/fair-queue.ts';
import type { Fitted } from './convert.ts';

const run = promisify(execFile);

/** Few at once, so that due posts have enough of the machine. */
const queue = new FairQueue({ places: 2 });
const milliseconds = 10_000;
/** The file is untrusted, so ffmpeg gets no environment with secrets. Due posts have priority. */
const alone = 'exec nice -n 5 env -i PATH="$PATH" ffmpeg "$@"';
/** Bytes of a single allocation. An 8K frame needs less than half. */
const maxAllocation = 256 * 2 ** 20;

/** ffmpeg may use only the demuxer of the detected format, and open only this file. */
const demuxers: Record<string, string> = {
  'video/mp4': 'mov',
  'video/quicktime': 'mov',
  'video/webm': 'matroska',
};

interface Video {
  mimeType: string;
  /** Pixels as displayed. */
  width: number | null;
  height: number | null;
  /** Seconds. */
  duration: number | null;
}

/** Writes a JPEG of the video `source` to `target`. Undefined, and no file, if ffmpeg is missing or fails. */
export async function makePoster(
  workspaceId: number,
  source: string,
  { mimeType, width, height, duration }: Video,
  target: string,
): Promise<Fitted | undefined> {
  if (width === null || height === null) return undefined;
  // Many videos fade in from black, so skip the first second.
  const at = (duration ?? 0) >= 2 ? '1' : '0';
  const args = [
    ...words(`-v error -nostdin -threads 1 -max_alloc ${maxAllocation}`),
    ...words(`-protocol_whitelist file -f ${demuxers[mimeType] ?? mimeType} -ss ${at}`),
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
