/** Starts a program of PostgreSQL that stops when this process ends, also when this process is killed. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type FileHandle, open } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { OperatorError } from '../base/operator-error.ts';
import { type Account, canReach } from './embedded-account.ts';

export interface Launch {
  account: Account;
  /** Directory of the cluster. */
  cluster: string;
  /** PostgreSQL's processes inherit it, so that the data directory stays locked until the last of them has ended. */
  lock: FileHandle;
  log: (line: string) => void;
}

export interface GuardedProcess {
  pid: number;
  /** The last lines of its standard error; complete once `exited` has settled. */
  lastLines: string[];
  exited: Promise<{ code: number | null }>;
  /** Begins PostgreSQL's fast shutdown: it disconnects its clients. */
  interrupt(): void;
  /** Begins PostgreSQL's smart shutdown: it waits until its clients have disconnected. */
  retire(): void;
}

// Descriptor 3 is a pipe that only Node can write. It closes when Node ends, even by SIGKILL. The shell starts a
// watcher on it and then becomes the program, so that the pid and the exit code of Node's child are the program's own.
const watcher = '{ read -r _ <&3 || kill -INT $$; } 2>/dev/null 4<&- 5<&- &';
const script = `${watcher} exec "$0" "$@" 3<&-`;

export async function startGuarded(
  program: string,
  args: string[],
  launch: Launch,
  input = '',
): Promise<GuardedProcess> {
  const { account, cluster, lock, log } = launch;
  await using directory = await open(cluster);
  const child = spawn('/bin/sh', ['-c', script, program, ...args], {
    ...account,
    cwd: '/',
    // In a session of its own, so that Ctrl-C reaches only Node. Node then stops the server.
    detached: true,
    // Without Node's environment, which contains secrets. If the account may not enter the directories above the cluster,
    // it reaches the cluster by the descriptor that root opened.
    env: { LC_ALL: 'C', PGDATA: (await canReach(account, cluster)) ? cluster : '/proc/self/fd/5' },
    stdio: ['pipe', 'ignore', 'pipe', 'pipe', lock.fd, directory.fd],
  });
  await once(child, 'spawn');
  const [stdin, , stderr, lifeline] = child.stdio as [Writable, null, Readable, Writable, null];
  for (const pipe of [stdin, lifeline]) pipe.on('error', () => {});
  stdin.end(input);
  child.once('exit', () => lifeline.end('\n'));
  const lastLines: string[] = [];
  createInterface(stderr).on('line', (line) => {
    lastLines.push(line);
    if (lastLines.length > 10) lastLines.shift();
    log(line);
  });
  return {
    pid: child.pid as number,
    lastLines,
    exited: once(child, 'close').then(([code]) => ({ code })),
    interrupt: () => child.kill('SIGINT'),
    retire: () => child.kill('SIGTERM'),
  };
}

/** Runs a program to its end. */
export async function run(program: string, args: string[], launch: Launch, input?: string): Promise<void> {
  const { exited, lastLines } = await startGuarded(program, args, launch, input);
  const { code } = await exited;
  if (code !== 0) throw new OperatorError(`${program} failed: ${lastLines.join('\n')}`);
}
