/** Decodes images in a child process. Decoders keep hundreds of megabytes, which only an exit of the process frees. */
import { join } from 'node:path';
import { FairQueue } from '../../base/fair-queue.ts';
import { ChildExited, openChild } from '../probe/child.ts';
import { UnfitFile } from '../probe/probe-unfit.ts';
import { CannotFit } from './convert-refusal.ts';
import type { WorkshopTasks } from './workshop-process.ts';

type Args<Name extends keyof WorkshopTasks> = Parameters<WorkshopTasks[Name]>;

/** `owner`: the user or workspace of the file, for fair queueing. */
export const probeImage = (owner: number, ...args: Args<'probeImage'>) =>
  run(
    { queue: probes, owner },
    'probeImage',
    args,
    () => new UnfitFile('This image could not be decoded. Export it and add the new file.'),
  );

export const fitImage = (owner: number, ...args: Args<'fitImage'>) =>
  run(
    { queue: conversions, owner },
    'fitImage',
    args,
    () => new CannotFit('This image could not be converted.'),
  );

export const makeThumbnail = (owner: number, ...args: Args<'makeThumbnail'>) =>
  run(
    { queue: conversions, owner },
    'makeThumbnail',
    args,
    () => new CannotFit('This image could not be made smaller.'),
  );

export const makeAvatar = (owner: number, ...args: Args<'makeAvatar'>) =>
  run(
    { queue: conversions, owner },
    'makeAvatar',
    args,
    () => new CannotFit('This picture could not be made smaller.'),
  );

/** Milliseconds. The tasks have shorter timeouts of their own. This one ends a stuck decoder. */
const TIMEOUT = 120_000;

const runTask = openChild<WorkshopTasks>({
  program: join(import.meta.dirname, 'workshop-process.ts'),
  timeout: TIMEOUT,
});

/** Per queue, because each image needs up to a few hundred megabytes. Uploads do not wait for conversions. */
const MAX_AT_ONCE = 2;
const probes = new FairQueue({ places: MAX_AT_ONCE });
const conversions = new FairQueue({ places: MAX_AT_ONCE });

/** We cannot tell which of the running images crashed the process, so each runs again alone. */
function runAlone<T>(work: () => Promise<T>, owner: number): Promise<T> {
  const all = { owner, places: MAX_AT_ONCE };
  return probes.run(() => conversions.run(work, all), all);
}

async function run<Name extends keyof WorkshopTasks>(
  { queue, owner }: { queue: FairQueue; owner: number },
  task: Name,
  args: Args<Name>,
  toError: () => Error,
): Promise<Awaited<ReturnType<WorkshopTasks[Name]>>> {
  const work = () => runTask(task, args);
  try {
    return await queue.run(work, { owner });
  } catch (error) {
    if (!(error instanceof ChildExited)) throw error;
  }
  return runAlone(work, owner).catch((error: unknown) => {
    throw error instanceof ChildExited ? toError() : error;
  });
}
