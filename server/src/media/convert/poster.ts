/** Makes a still image of a video, if the machine has ffmpeg. This process does not decode video itself. */
import { rm, stat } from 'node:fs/promises';
import { FairQueue } from '../../base/fair-queue.ts';
import type { Fitted } from './convert.ts';
import { inputOf, runFfmpeg, words } from './ffmpeg.ts';

/** Few at once, so that due posts have enough of the machine. */
const queue = new FairQueue({ places: 2 });
/** A still needs one frame. One of 8K needs less than 1 GB. */
const limits = { timeout: 10_000, memory: 2 ** 31, bytes: 2 ** 28, nice: 5 };

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
    ...inputOf(source, mimeType, ['-ss', at]),
    ...words(`-an -sn -dn -frames:v 1 -vf scale=${width}:${height},setsar=1`),
    ...words('-map_metadata -1 -c:v mjpeg -q:v 2 -f image2 -update 1'),
    `file:${target}`,
  ];
  try {
    await queue.run(() => runFfmpeg(args, limits), { owner: workspaceId });
    const { size } = await stat(target);
    return { mimeType: 'image/jpeg', extension: 'jpg', size, width, height };
  } catch {
    await rm(target, { force: true });
    return undefined;
  }
}
