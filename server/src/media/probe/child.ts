/**
 * A child process for work on untrusted files. It starts with the first task and ends after a while without tasks. A
 * hostile file can crash only the child, and a task that takes too long is killed. The child gets paths of files, but
 * no setting of the service.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { resolve as resolvePath } from 'node:path';
import { compiledCode, pinnedPackages } from '../../base/children.ts';
import { CannotFit } from '../convert/convert-refusal.ts';
import type { TaskReply, TaskRequest, Tasks } from './child-tasks.ts';
import { UnfitFile } from './probe-unfit.ts';

/** Milliseconds. */
const IDLE_TIMEOUT = 30_000;

/** The process exited before it replied. */
export class ChildExited extends Error {
  override readonly name: string = 'ChildExited';
}

/** The process was killed because this task exceeded its timeout. */
export class TaskTimeout extends ChildExited {
  override readonly name = 'TaskTimeout';
}

export interface ChildSettings {
  /** The file of the program: a name in this folder, or a path. */
  program: string;
  /** Milliseconds until an unfinished task kills the process. */
  timeout: number;
  /** Command-line options of Node. */
  options?: string[];
}

/** Runs a task in the child and returns its result. */
export type RunTask<T extends Tasks> = <Name extends keyof T & string>(
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

export function openChild<T extends Tasks>({ program, timeout, options = [] }: ChildSettings): RunTask<T> {
  let running: Running | undefined;
  let tasks = 0;
  const forget = (one: Running) => {
    if (running === one) running = undefined;
  };
  return (task, args) => {
    running ??= start(program, options, forget);
    const one = running;
    clearTimeout(one.idle);
    one.process.channel?.ref();
    tasks += 1;
    const request: TaskRequest = { id: tasks, task, args };
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => killStuck(one, request.id, forget), timeout);
      one.pending.set(request.id, { resolve: resolve as Pending['resolve'], reject, timer });
      // Ignores a failed send: the exit of the process rejects the task.
      one.process.send(request, () => undefined);
    });
  };
}

function start(program: string, options: string[], forget: (one: Running) => void): Running {
  const child = fork(resolvePath(import.meta.dirname, program), {
    execArgv: [...pinnedPackages(), ...options],
    // Without this, each decoder thread keeps the memory that it once needed.
    env: { MALLOC_ARENA_MAX: '2', ...compiledCode() },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const one: Running = { process: child, pending: new Map() };
  const end = () => {
    forget(one);
    clearTimeout(one.idle);
    rejectAll(one);
  };
  child.on('message', (reply: TaskReply) => settle(one, reply, forget));
  child.on('exit', end);
  child.on('error', end);
  // Lets the parent exit while the child is idle.
  child.unref();
  return one;
}

function killStuck(one: Running, id: number, forget: (one: Running) => void): void {
  const { process: child, pending } = one;
  forget(one);
  pending.get(id)?.reject(new TaskTimeout('A task on a file took too long.'));
  pending.delete(id);
  child.kill('SIGKILL');
}

function settle(one: Running, { id, result, error }: TaskReply, forget: (one: Running) => void): void {
  const task = one.pending.get(id);
  one.pending.delete(id);
  clearTimeout(task?.timer);
  if (error === undefined) task?.resolve(result);
  else task?.reject(toError(error));
  if (one.pending.size > 0) return;
  one.process.channel?.unref();
  one.idle = setTimeout(() => {
    forget(one);
    one.process.disconnect();
  }, IDLE_TIMEOUT).unref();
}

function rejectAll({ pending }: Running): void {
  for (const { reject, timer } of pending.values()) {
    clearTimeout(timer);
    reject(new ChildExited('The child process for files exited.'));
  }
  pending.clear();
}

function toError({ name, message, code }: NonNullable<TaskReply['error']>): Error {
  if (name === 'UnfitFile') return new UnfitFile(message);
  if (name === 'CannotFit') return new CannotFit(message);
  return Object.assign(new Error(message), { name, ...(code === undefined ? {} : { code }) });
}
