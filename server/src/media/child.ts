/**
 * A process of its own for work on files that strangers sent: begun with a first order, ended when none has come for a
 * while. A file that breaks it breaks it alone, and what takes too long is killed. It is given paths of files, and
 * nothing of the environment.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { resolve as resolvePath } from 'node:path';
import { pinnedPackages } from '../pinned.ts';
import type { Answer, Order, Tasks } from './child-orders.ts';
import { CannotFit } from './convert-refusal.ts';
import { UnfitFile } from './probe-unfit.ts';

/** Milliseconds. */
const IDLE = 30_000;

/** The process ended before it had answered. */
export class ChildEnded extends Error {
  override readonly name: string = 'ChildEnded';
}

/** It was killed, as this order took longer than any may. */
export class TookTooLong extends ChildEnded {
  override readonly name = 'TookTooLong';
}

export interface ChildSettings {
  /** The file of its program: a name beside this one, or a path. */
  program: string;
  /** Milliseconds after which an order that is not done ends the process. */
  longest: number;
  /** For Node. */
  options?: string[];
}

/** Gives an order, and answers its result. */
export type Place<T extends Tasks> = <Name extends keyof T & string>(
  task: Name,
  args: Parameters<T[Name]>,
) => Promise<Awaited<ReturnType<T[Name]>>>;

interface Pending {
  resolve(result: unknown): void;
  reject(error: Error): void;
  timer: NodeJS.Timeout;
}

interface Running {
  process: ChildProcess;
  pending: Map<number, Pending>;
  idle?: NodeJS.Timeout;
}

export function openChild<T extends Tasks>({ program, longest, options = [] }: ChildSettings): Place<T> {
  let running: Running | undefined;
  let orders = 0;
  const forget = (one: Running) => {
    if (running === one) running = undefined;
  };
  return (task, args) => {
    running ??= begin(program, options, forget);
    const one = running;
    clearTimeout(one.idle);
    one.process.channel?.ref();
    orders += 1;
    const order: Order = { id: orders, task, args };
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => giveUp(one, order.id, forget), longest);
      one.pending.set(order.id, { resolve: resolve as Pending['resolve'], reject, timer });
      // What cannot be sent any more ends with the process, which tells.
      one.process.send(order, () => undefined);
    });
  };
}

function begin(program: string, options: string[], forget: (one: Running) => void): Running {
  const child = fork(resolvePath(import.meta.dirname, program), {
    execArgv: [...pinnedPackages(), ...options],
    // Without it, each thread of the decoders keeps what it once needed.
    env: { MALLOC_ARENA_MAX: '2' },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const one: Running = { process: child, pending: new Map() };
  const end = () => {
    forget(one);
    clearTimeout(one.idle);
    rejectAll(one);
  };
  child.on('message', (answer: Answer) => take(one, answer, forget));
  child.on('exit', end);
  child.on('error', end);
  // Neither the process nor its channel keeps this one from ending.
  child.unref();
  return one;
}

function giveUp(one: Running, id: number, forget: (one: Running) => void): void {
  const { process: child, pending } = one;
  forget(one);
  pending.get(id)?.reject(new TookTooLong('The work on a file took too long.'));
  pending.delete(id);
  child.kill('SIGKILL');
}

function take(one: Running, { id, result, error }: Answer, forget: (one: Running) => void): void {
  const order = one.pending.get(id);
  one.pending.delete(id);
  clearTimeout(order?.timer);
  if (error === undefined) order?.resolve(result);
  else order?.reject(revive(error));
  if (one.pending.size > 0) return;
  one.process.channel?.unref();
  one.idle = setTimeout(() => {
    forget(one);
    one.process.disconnect();
  }, IDLE).unref();
}

function rejectAll({ pending }: Running): void {
  for (const { reject, timer } of pending.values()) {
    clearTimeout(timer);
    reject(new ChildEnded('The process that works on files ended.'));
  }
  pending.clear();
}

function revive({ name, message, code }: NonNullable<Answer['error']>): Error {
  if (name === 'UnfitFile') return new UnfitFile(message);
  if (name === 'CannotFit') return new CannotFit(message);
  return Object.assign(new Error(message), { name, ...(code === undefined ? {} : { code }) });
}
