/** Starts a program of PostgreSQL such that it ends with this process, however this process ends. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type FileHandle, open } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { OperatorError } from '../operator-error.ts';
import { type Account, canReach } from './embedded-account.ts';

export interface Place {
  account: Account;
  /** Directory of the cluster. */
  cluster: string;
  /** Inherited, so that the data directory stays locked until the last process of PostgreSQL is gone. */
  lock: FileHandle;
  log: (line: string) => void;
}

export interface Guarded {
  pid: number;
  /** The last lines it wrote on standard error; whole once `exited` has settled. */
  lastWords: string[];
  exited: Promise<{ code: number | null }>;
  /** Asks it to end at once: PostgreSQL's fast shutdown. */
  interrupt(): void;
  /** Asks it to end when its clients have gone: PostgreSQL's smart shutdown. */
  retire(): void;
}

// Descriptor 3 is a pipe that only Node can write: it ends when Node does, even by SIGKILL. The shell leaves
// a watcher on it and becomes the program, so that Node's child, its pid and its exit are the program's own.
const watcher = '{ read -r _ <&3 || kill -INT $$; } 2>/dev/null 4<&- 5<&- &';
const script = `${watcher} exec "$0" "$@" 3<&-`;

export async function launch(program: string, args: string[], place: Place, input = ''): Promise<Guarded> {
  const { account, cluster, lock, log } = place;
  await using directory = await open(cluster);
  const child = spawn('/bin/sh', ['-c', script, program, ...args], {
    ...account,
    cwd: '/',
    // In a session of its own: Ctrl-C must reach Node only, which stops the server in its turn.
    detached: true,
    // Not Node's environment, which holds secrets. The link in /proc spares the account the directories
    // above the cluster, which it may not be allowed to enter: root opened this one for it.
    env: { LC_ALL: 'C', PGDATA: (await canReach(account, cluster)) ? cluster : '/proc/self/fd/5' },
    stdio: ['pipe', 'ignore', 'pipe', 'pipe', lock.fd, directory.fd],
  });
  await once(child, 'spawn');
  const [stdin, , stderr, lifeline] = child.stdio as [Writable, null, Readable, Writable, null];
  for (const pipe of [stdin, lifeline]) pipe.on('error', () => {});
  stdin.end(input);
  child.once('exit', () => lifeline.end('\n'));
  const lastWords: string[] = [];
  createInterface(stderr).on('line', (line) => {
    lastWords.push(line);
    if (lastWords.length > 10) lastWords.shift();
    log(line);
  });
  return {
    pid: child.pid as number,
    lastWords,
    exited: once(child, 'close').then(([code]) => ({ code })),
    interrupt: () => child.kill('SIGINT'),
    retire: () => child.kill('SIGTERM'),
  };
}

/** Runs a program to its end. */
export async function run(program: string, args: string[], place: Place, input?: string): Promise<void> {
  const { exited, lastWords } = await launch(program, args, place, input);
  const { code } = await exited;
  if (code !== 0) throw new OperatorError(`${program} failed: ${lastWords.join('\n')}`);
}
