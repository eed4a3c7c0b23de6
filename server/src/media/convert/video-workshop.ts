/** Converts videos in a child process. A hostile video can make its reader loop for ever, or need much memory. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { FairQueue } from '../../base/fair-queue.ts';
import { ChildExited, openChild, TaskTimeout } from '../probe/child.ts';
import type { Fitted } from './convert.ts';
import { cannotCopy, type VideoToCopy } from './remux.ts';
import type { RemuxTasks } from './remux-process.ts';

/** Milliseconds for one video. One of 512 MB takes a few seconds on a fast disk. */
const TIMEOUT = 120_000;
/** Megabytes. */
const MAX_HEAP = 384;

const runTask = openChild<RemuxTasks>({
  program: join(import.meta.dirname, 'remux-process.ts'),
  timeout: TIMEOUT,
  options: [`--max-old-space-size=${MAX_HEAP}`],
});

/** One at a time, so that a crash points to its video, and due posts have enough of the machine. */
const queue = new FairQueue({ places: 1 });

/**
 * Copies a video into the new file `target`, an MP4 file. `owner`: the workspace of the video, for fair queueing. Throws
 * `CannotFit`.
 */
export function remuxVideo(
  owner: number,
  source: string,
  video: VideoToCopy,
  target: string,
): Promise<Fitted> {
  const copy = () => runTask('remuxVideo', [source, video, target]);
  return queue.run(
    async () => {
      try {
        return await copy().catch((error: unknown) => retry(error, target, copy));
      } catch (error) {
        throw error instanceof ChildExited ? cannotCopy() : error;
      }
    },
    { owner },
  );
}

/** The video may not be the cause: the system kills processes when memory is short. */
async function retry(error: unknown, target: string, copy: () => Promise<Fitted>): Promise<Fitted> {
  if (!(error instanceof ChildExited) || error instanceof TaskTimeout) throw error;
  await rm(target, { force: true });
  return copy();
}
