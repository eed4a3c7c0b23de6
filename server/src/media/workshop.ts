/** Images are decoded in a process of its own: decoders hold hundreds of megabytes, which only its end gives back. */
import { ChildEnded, openChild } from './child.ts';
import { CannotFit } from './convert-refusal.ts';
import { openGate } from './gate.ts';
import { UnfitFile } from './probe-unfit.ts';
import type { WorkshopTasks } from './workshop-process.ts';

type Args<Name extends keyof WorkshopTasks> = Parameters<WorkshopTasks[Name]>;

/** `of`: whose file it is, so that everybody has a turn. */
export const probeImage = (of: number, ...args: Args<'probeImage'>) =>
  run(
    { gate: probes, of },
    'probeImage',
    args,
    () => new UnfitFile('This image could not be decoded. Export it again and add it.'),
  );

export const fitImage = (of: number, ...args: Args<'fitImage'>) =>
  run({ gate: conversions, of }, 'fitImage', args, () => new CannotFit('This image could not be converted.'));

export const makeThumbnail = (of: number, ...args: Args<'makeThumbnail'>) =>
  run(
    { gate: conversions, of },
    'makeThumbnail',
    args,
    () => new CannotFit('This image could not be made smaller.'),
  );

/** The tasks have shorter limits of their own; this one is for a decoder that is stuck. */
const LONGEST = 120_000;

const place = openChild<WorkshopTasks>({ program: 'workshop-process.ts', longest: LONGEST });

/** How many images are at work at once: each holds up to some hundred megabytes. Who uploads waits for no conversion. */
const AT_ONCE = 2;
const probes = openGate(AT_ONCE);
const conversions = openGate(AT_ONCE);

/** Whoever was at work when the process ended may be its undoing, or a bystander: tried again alone, that shows. */
function runAlone<T>(work: () => Promise<T>, of: number): Promise<T> {
  return probes(() => conversions(work, { of, taken: AT_ONCE }), { of, taken: AT_ONCE });
}

async function run<Name extends keyof WorkshopTasks>(
  { gate, of }: { gate: ReturnType<typeof openGate>; of: number },
  task: Name,
  args: Args<Name>,
  broken: () => Error,
): Promise<Awaited<ReturnType<WorkshopTasks[Name]>>> {
  const order = () => place(task, args);
  try {
    return await gate(order, { of });
  } catch (error) {
    if (!(error instanceof ChildEnded)) throw error;
  }
  return runAlone(order, of).catch((error: unknown) => {
    throw error instanceof ChildEnded ? broken() : error;
  });
}
