/** Identifies files that are not images, in child processes. A hostile video can make its reader loop for ever. */
import { FairQueue } from '../../base/fair-queue.ts';
import { ChildExited, openChild, TaskTimeout } from './child.ts';
import type { IdentifyTasks } from './identify-process.ts';
import { type Allowed, UnfitFile } from './probe-unfit.ts';
import type { Probed } from './probed.ts';

/** Milliseconds for one file. A video of 512 MB takes about ten. */
const TIMEOUT = 10_000;
/** Megabytes. */
const MAX_HEAP = 384;

const settings = {
  program: 'identify-process.ts',
  timeout: TIMEOUT,
  options: [`--max-old-space-size=${MAX_HEAP}`],
};

/** Each child reads one file at a time, so that a crash points to its file. The last used child is used first. */
const free = [openChild<IdentifyTasks>(settings), openChild<IdentifyTasks>(settings)];
const queue = new FairQueue({ places: free.length });

/** Throws {@link UnfitFile} for every file that is not accepted. `owner`: its user, for fair queueing. */
export function identifyFile(owner: number, path: string, size: number, allow: Allowed): Promise<Probed> {
  return queue.run(
    async () => {
      const runTask = free.pop();
      if (runTask === undefined) throw new Error('The queue admitted more tasks than there are processes.');
      const identify = () => runTask('identifyFile', [path, size, allow]);
      try {
        return await identify().catch((error: unknown) => retry(error, identify));
      } catch (error) {
        throw error instanceof ChildExited ? tooMuchWork() : error;
      } finally {
        free.push(runTask);
      }
    },
    { owner },
  );
}

/** The file may not be the cause: the system kills processes when memory is short. */
function retry(error: unknown, identify: () => Promise<Probed>): Promise<Probed> {
  if (error instanceof ChildExited && !(error instanceof TaskTimeout)) return identify();
  throw error;
}

function tooMuchWork(): UnfitFile {
  return new UnfitFile('This file takes too much time or memory to read. Convert it and add it again.');
}
