/**
 * Loaded into a Node by `--import`. Measures the longest turns of its event loop, in which no timer can run, and serves
 * them on the socket in BENCH_TURNS. Each connection gets the values since the previous one, as JSON.
 */
import { rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { isMainThread } from 'node:worker_threads';

export interface Turns {
  /** The thread's CPU time in the longest turn, in milliseconds. */
  cpu: number;
  /** Duration of the longest turn in milliseconds. Includes the time of other processes. */
  wall: number;
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
