/** The service as a process that may not come to start: what it says then is all that an operator has. */
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';

const main = join(import.meta.dirname, '../../src/main.ts');

export interface Ended {
  code: number | null;
  said: string;
}

interface Start {
  /** Of the user that it runs as; by default this one. */
  uid?: number;
  /** A program that starts it, with its arguments. */
  by?: readonly string[];
}

/** With nothing in its environment but `env`. */
export function start(env: Record<string, string>, { uid, by = [] }: Start = {}): ChildProcess {
  const [program = '', ...args] = [...by, process.execPath, main];
  const { PATH } = process.env;
  const account = uid === undefined ? {} : { uid, gid: uid };
  return spawn(program, args, {
    env: { PATH, ...env },
    cwd: '/',
    ...account,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}

export async function untilEnded(child: ChildProcess): Promise<Ended> {
  let said = '';
  child.stderr?.on('data', (text) => {
    said += text;
  });
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, said })));
}
