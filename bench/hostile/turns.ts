/**
 * The service and an idle Node side by side. Each loads this file by `--import`: it measures the longest turns of their
 * event loops, in which no timer can run, and serves them on the socket in BENCH_TURNS. Each connection gets the values
 * since the previous one, as JSON. The file imports no packages, because a service loads its own ones later.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { mkdtempDisposable } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { isMainThread } from 'node:worker_threads';
import type { BenchService, StartOptions } from '../service.ts';

interface Turns {
  /** The thread's CPU time in the longest turn, in milliseconds. */
  cpu: number;
  /** Duration of the longest turn in milliseconds. Includes the time of other processes. */
  wall: number;
}

export interface Measured extends AsyncDisposable {
  service: BenchService;
  /** The longest turns of the service since the previous call. */
  readTurns(): Promise<Turns>;
  /** The longest turns of the idle Node since the previous call. */
  readIdle(): Promise<Turns>;
}

export async function startMeasured(
  startService: (options: StartOptions) => Promise<BenchService>,
  env: Record<string, string>,
): Promise<Measured> {
  const directory = await mkdtempDisposable(join(tmpdir(), 'belfry-bench-'));
  const [ours, others] = [join(directory.path, 'service'), join(directory.path, 'idle')];
  const watched = { NODE_OPTIONS: `--import ${import.meta.filename}` };
  const idle = spawn(process.execPath, ['--eval', 'setInterval(() => {}, 60_000)'], {
    env: { ...process.env, ...watched, BENCH_TURNS: others },
    stdio: 'inherit',
  });
  const service = await startService({ env: { ...env, ...watched, BENCH_TURNS: ours } });
  await readTurns(others);
  return {
    service,
    readTurns: () => readTurns(ours),
    readIdle: () => readTurns(others),
    async [Symbol.asyncDispose]() {
      idle.kill();
      await Promise.all([once(idle, 'exit'), service[Symbol.asyncDispose]()]);
      await directory.remove();
    },
  };
}

async function readTurns(path: string): Promise<Turns> {
  const socket = connect(path);
  try {
    return (await json(socket)) as Turns;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    await sleep(10);
    return readTurns(path);
  }
}

/** Milliseconds between two measurements; shorter turns are not distinguished. */
const INTERVAL = 1;

function watchTurns(path: string): void {
  let longest: Turns = { cpu: 0, wall: 0 };
  let before = readClock();
  setInterval(() => {
    const now = readClock();
    longest = {
      cpu: Math.max(longest.cpu, now.cpu - before.cpu),
      wall: Math.max(longest.wall, now.wall - before.wall),
    };
    before = now;
  }, INTERVAL).unref();
  rmSync(path, { force: true });
  const server = createServer((socket) => {
    socket.end(JSON.stringify(longest));
    longest = { cpu: 0, wall: 0 };
  });
  server.listen(path).unref();
}

function readClock(): Turns {
  const { user, system } = process.threadCpuUsage();
  return { cpu: (user + system) / 1000, wall: performance.now() };
}

const path = process.env['BENCH_TURNS'];
if (isMainThread && path !== undefined) {
  // Child processes must not listen on the same socket.
  delete process.env['BENCH_TURNS'];
  watchTurns(path);
}
