/**
 * Where images are decoded: a process of its own, begun with a first image and ended when none has come for a while.
 * Decoders hold hundreds of megabytes, which a process gives back only by ending; and a file that breaks a decoder
 * breaks that process alone. It is given paths of files, and nothing of the environment.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { CannotFit } from './convert-refusal.ts';
import { openGate } from './gate.ts';
import { UnfitFile } from './probe-unfit.ts';
import type { Answer, Order, Tasks } from './workshop-process.ts';

export const probeImage: Tasks['probeImage'] = (...args) =>
  run(
    probes,
    'probeImage',
    args,
    () => new UnfitFile('This image could not be decoded. Export it again and add it.'),
  );

export const fitImage: Tasks['fitImage'] = (...args) =>
  run(conversions, 'fitImage', args, () => new CannotFit('This image could not be converted.'));

export const makeThumbnail: Tasks['makeThumbnail'] = (...args) =>
  run(conversions, 'makeThumbnail', args, () => new CannotFit('This image could not be made smaller.'));

/** Milliseconds. */
const IDLE = 30_000;
/** The tasks have shorter limits of their own; this one is for a decoder that is stuck. */
const LONGEST = 120_000;

class WorkshopEnded extends Error {
  override readonly name = 'WorkshopEnded';
}

/** How many images are at work at once: each holds up to some hundred megabytes. Who uploads waits for no conversion. */
const AT_ONCE = 2;
const probes = openGate(AT_ONCE);
const conversions = openGate(AT_ONCE);

/** Whoever was at work when the process ended may be its undoing, or a bystander: tried again alone, that shows. */
function runAlone<T>(work: () => Promise<T>): Promise<T> {
  return probes(() => conversions(work, AT_ONCE), AT_ONCE);
}

async function run<Name extends keyof Tasks>(
  gate: ReturnType<typeof openGate>,
  task: Name,
  args: Parameters<Tasks[Name]>,
  broken: () => Error,
): Promise<Awaited<ReturnType<Tasks[Name]>>> {
  const order = () => place(task, args) as Promise<Awaited<ReturnType<Tasks[Name]>>>;
  try {
    return await gate(order);
  } catch (error) {
    if (!(error instanceof WorkshopEnded)) throw error;
  }
  return runAlone(order).catch((error: unknown) => {
    throw error instanceof WorkshopEnded ? broken() : error;
  });
}

interface Pending {
  resolve(result: unknown): void;
  reject(error: Error): void;
  timer: NodeJS.Timeout;
}

interface Workshop {
  child: ChildProcess;
  pending: Map<number, Pending>;
  idle?: NodeJS.Timeout;
}

let workshop: Workshop | undefined;
let orders = 0;

function place(task: keyof Tasks, args: unknown[]): Promise<unknown> {
  workshop ??= begin();
  const { child, pending, idle } = workshop;
  clearTimeout(idle);
  child.channel?.ref();
  orders += 1;
  const order: Order = { id: orders, task, args };
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => child.kill('SIGKILL'), LONGEST);
    pending.set(order.id, { resolve, reject, timer });
    // What cannot be sent any more ends with the process, which tells.
    child.send(order, () => undefined);
  });
}

function begin(): Workshop {
  const child = fork(join(import.meta.dirname, 'workshop-process.ts'), {
    // Of its options it needs the one that says which packages it loads.
    execArgv: process.execArgv.filter((option) => option.startsWith('--import=')),
    // Without it, each thread of the decoders keeps what it once needed.
    env: { MALLOC_ARENA_MAX: '2' },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const begun: Workshop = { child, pending: new Map() };
  child.on('message', (answer: Answer) => take(begun, answer));
  child.on('exit', () => end(begun));
  child.on('error', () => end(begun));
  // Neither the process nor its channel keeps this one from ending.
  child.unref();
  return begun;
}

function take(at: Workshop, { id, result, error }: Answer): void {
  const order = at.pending.get(id);
  at.pending.delete(id);
  clearTimeout(order?.timer);
  if (error === undefined) order?.resolve(result);
  else order?.reject(revive(error));
  if (at.pending.size > 0) return;
  at.child.channel?.unref();
  at.idle = setTimeout(() => close(at), IDLE).unref();
}

function close(at: Workshop): void {
  if (workshop === at) workshop = undefined;
  at.child.disconnect();
}

function end(at: Workshop): void {
  if (workshop === at) workshop = undefined;
  clearTimeout(at.idle);
  for (const { reject, timer } of at.pending.values()) {
    clearTimeout(timer);
    reject(new WorkshopEnded('The process that decodes images ended.'));
  }
  at.pending.clear();
}

function revive({ name, message, code }: NonNullable<Answer['error']>): Error {
  if (name === 'UnfitFile') return new UnfitFile(message);
  if (name === 'CannotFit') return new CannotFit(message);
  return Object.assign(new Error(message), { name, ...(code === undefined ? {} : { code }) });
}
