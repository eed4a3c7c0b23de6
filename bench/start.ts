import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Figure, median, percentile } from './figures.ts';
import { freePort, spawnService, stop, untilAnswering } from './harness.ts';

export const title = 'npm start to the first answer, against a bare Node server';

const ROUNDS = 7;
const bareServer = `require('node:http').createServer((_, answer) => answer.end()).listen(process.env.PORT)`;

export async function measure(): Promise<Figure[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'belfry-bench-'));
  const start = (port: number) => spawnService(['npm', 'start', '--silent'], { dataDir, port });
  const bareStart = (port: number) =>
    spawn(process.execPath, ['--eval', bareServer], { env: { PORT: String(port) } });
  try {
    const first = await timeStart(start);
    const later: number[] = [];
    const bare: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      later.push(await timeStart(start));
      bare.push(await timeStart(bareStart));
    }
    return [
      { name: 'later start, median', reached: median(later), unit: 's', goal: { most: 2 } },
      { name: 'later start, longest', reached: percentile(later, 1), unit: 's' },
      { name: 'first start, making the database', reached: first, unit: 's' },
      { name: 'a bare server', reached: median(bare), unit: 's' },
      { name: 'ratio', reached: median(later) / median(bare), unit: '×' },
    ];
  } finally {
    await rm(dataDir, { recursive: true });
  }
}

/** Seconds until the started server answers. It is then stopped. */
async function timeStart(start: (port: number) => ChildProcess): Promise<number> {
  const port = await freePort();
  const begin = performance.now();
  const child = start(port);
  await untilAnswering(`http://127.0.0.1:${port}`, child);
  const seconds = (performance.now() - begin) / 1000;
  await stop(child);
  return seconds;
}
