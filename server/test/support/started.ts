/** Runs the service as a process whose start may fail, and returns its output. */
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';

const main = join(import.meta.dirname, '../../src/process/main.ts');

export interface Ended {
  code: number | null;
  stderr: string;
}

interface Start {
  /** The user id of the process; by default that of this one. */
  uid?: number;
  /** A program that starts the service, with its arguments. */
  by?: readonly string[];
}

/** `env` is the whole environment of the process. */
export function start(env: Record<string, string>, { uid, by = [] }: Start = {}): ChildProcess {
  const [program = '', ...args] = [...by, process.execPath, main];
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const account = uid === undefined ? {} : { uid, gid: uid };
  return spawn(program, args, {
    env: { PATH, NODE_COMPILE_CACHE, ...env },
    cwd: '/',
    ...account,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}

export async function untilEnded(child: ChildProcess): Promise<Ended> {
  let stderr = '';
  child.stderr?.on('data', (text) => {
    stderr += text;
  });
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, stderr })));
}
