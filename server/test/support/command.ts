/** Runs `belfry` in a process of its own, as a shell does. */
import { type ChildProcess, execFile } from 'node:child_process';
import { join } from 'node:path';
import type { Connection } from '../../src/db/database.ts';

const launcher = join(import.meta.dirname, '../../../scripts/belfry.mjs');

export interface Outcome {
  /** -1: the process was killed. */
  code: number;
  stdout: string;
  stderr: string;
}

export interface Running {
  child: ChildProcess;
  ended: Promise<Outcome>;
}

export function startBelfry(args: readonly string[], env: Record<string, string>, cwd: string): Running {
  const { PATH, HOME } = process.env;
  const { promise, resolve } = Promise.withResolvers<Outcome>();
  const options = { cwd, env: { PATH, HOME, ...env } };
  const child = execFile(process.execPath, [launcher, ...args], options, (_error, stdout, stderr) =>
    resolve({ code: child.exitCode ?? -1, stdout, stderr }),
  );
  return { child, ended: promise };
}

export function belfry(args: readonly string[], env: Record<string, string>, cwd: string): Promise<Outcome> {
  return startBelfry(args, env, cwd).ended;
}

/** In the form of DATABASE_URL. */
export function urlOf({ host, user, port, database }: Connection): string {
  return `postgres://${user}@localhost:${port}/${database}?host=${host}`;
}
