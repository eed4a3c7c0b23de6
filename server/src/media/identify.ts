/** What is no image is looked into in processes of their own: a video's index is a stranger's program for its reader. */
import { FairQueue } from '../fair-queue.ts';
import { ChildEnded, openChild, TookTooLong } from './child.ts';
import type { IdentifyTasks } from './identify-process.ts';
import { type Allowed, UnfitFile } from './probe-unfit.ts';
import type { Probed } from './probed.ts';

/** Milliseconds for one file. A video of 512 MB takes some ten. */
const LONGEST = 10_000;
/** Megabytes of Node's heap. */
const MOST_HEAP = 384;

const settings = {
  program: 'identify-process.ts',
  longest: LONGEST,
  options: [`--max-old-space-size=${MOST_HEAP}`],
};

/** Each looks into one file at a time: what ends a process is then the file's fault. The last used is used first. */
const free = [openChild<IdentifyTasks>(settings), openChild<IdentifyTasks>(settings)];
const queue = new FairQueue({ places: free.length });

/** Throws {@link UnfitFile} for everything that is not taken. `owner`: whose file it is, so that everybody has a turn. */
export function identifyFile(owner: number, path: string, size: number, allow: Allowed): Promise<Probed> {
  return queue.run(
    async () => {
      const place = free.pop();
      if (place === undefined) throw new Error('The queue let in more than there are processes.');
      const order = () => place('identifyFile', [path, size, allow]);
      try {
        return await order().catch((error: unknown) => tryAgain(error, order));
      } catch (error) {
        throw error instanceof ChildEnded ? tooMuchWork() : error;
      } finally {
        free.push(place);
      }
    },
    { owner },
  );
}

/** Somebody else may have ended the process: the system, where memory is short. */
function tryAgain(error: unknown, order: () => Promise<Probed>): Promise<Probed> {
  if (error instanceof ChildEnded && !(error instanceof TookTooLong)) return order();
  throw error;
}

function tooMuchWork(): UnfitFile {
  return new UnfitFile(
    'Reading this file takes more time or memory than any may take. Convert it and add it again.',
  );
}
