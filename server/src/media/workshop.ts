/** Images are decoded in a process of its own: decoders hold hundreds of megabytes, which only its end gives back. */
import { FairQueue } from '../fair-queue.ts';
import { ChildEnded, openChild } from './child.ts';
import { CannotFit } from './convert-refusal.ts';
import { UnfitFile } from './probe-unfit.ts';
import type { WorkshopTasks } from './workshop-process.ts';

type Args<Name extends keyof WorkshopTasks> = Parameters<WorkshopTasks[Name]>;

/** `owner`: whose file it is, so that everybody has a turn. */
export const probeImage = (owner: number, ...args: Args<'probeImage'>) =>
  run(
    { queue: probes, owner },
    'probeImage',
    args,
    () => new UnfitFile('This image could not be decoded. Export it again and add it.'),
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

/** The tasks have shorter limits of their own; this one is for a decoder that is stuck. */
const LONGEST = 120_000;

const place = openChild<WorkshopTasks>({ program: 'workshop-process.ts', longest: LONGEST });

/** How many images are at work at once: each holds up to some hundred megabytes. Who uploads waits for no conversion. */
const AT_ONCE = 2;
const probes = new FairQueue({ places: AT_ONCE });
const conversions = new FairQueue({ places: AT_ONCE });

/** Whoever was at work when the process ended may be its undoing, or a bystander: tried again alone, that shows. */
function runAlone<T>(work: () => Promise<T>, owner: number): Promise<T> {
  const all = { owner, places: AT_ONCE };
  return probes.run(() => conversions.run(work, all), all);
}

async function run<Name extends keyof WorkshopTasks>(
  { queue, owner }: { queue: FairQueue; owner: number },
  task: Name,
  args: Args<Name>,
  broken: () => Error,
): Promise<Awaited<ReturnType<WorkshopTasks[Name]>>> {
  const order = () => place(task, args);
  try {
    return await queue.run(order, { owner });
  } catch (error) {
    if (!(error instanceof ChildEnded)) throw error;
  }
  return runAlone(order, owner).catch((error: unknown) => {
    throw error instanceof ChildEnded ? broken() : error;
  });
}
