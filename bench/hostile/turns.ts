/**
 * Loaded into a Node by `--import`: measures how long its event loop goes without giving a timer its turn, and answers
 * on the socket that BENCH_TURNS names. Each connection gets what came since the one before, as JSON.
 */
import { rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { isMainThread } from 'node:worker_threads';

export interface Turns {
  /** Milliseconds of CPU time of the thread in the longest turn of the loop. */
  cpu: number;
  /** Milliseconds by the clock of the longest turn: what the machine did meanwhile is in it as well. */
  wall: number;
}

/** Milliseconds between two looks; a turn is told apart from the next one only when it is longer. */
const INTERVAL = 1;

function watchTurns(path: string): void {
  let longest: Turns = { cpu: 0, wall: 0 };
  let before = look();
  setInterval(() => {
    const now = look();
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

function look(): Turns {
  const { user, system } = process.threadCpuUsage();
  return { cpu: (user + system) / 1000, wall: performance.now() };
}

const path = process.env['BENCH_TURNS'];
if (isMainThread && path !== undefined) {
  // Processes that this one starts would answer on the same socket.
  delete process.env['BENCH_TURNS'];
  watchTurns(path);
}
