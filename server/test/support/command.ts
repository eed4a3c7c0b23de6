/** The command line, in a process of its own, as from a shell. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import type { Connection } from '../../src/db/database.ts';

const launcher = join(import.meta.dirname, '../../../scripts/belfry.mjs');

export interface Outcome {
  code: number;
  out: string;
  said: string;
}

export function runCommand(command: string, cwd: string, env: Record<string, string>): Promise<Outcome> {
  const { PATH, HOME } = process.env;
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [launcher, ...command.split(' ')],
      { cwd, env: { PATH, HOME, ...env } },
      (_error, out, said) => resolve({ code: child.exitCode ?? -1, out, said }),
    );
  });
}

/** As DATABASE_URL wants it. */
export function urlOf({ host, user, port, database }: Connection): string {
  return `postgres://${user}@localhost:${port}/${database}?host=${host}`;
}
