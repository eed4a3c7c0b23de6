/** A service without work: the time of its start, and its memory. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Figure, type Measurement, median, percentile } from './figures.ts';
import {
  findFamily,
  freePort,
  readMemory,
  spawnService,
  startService,
  stop,
  untilAnswering,
} from './service.ts';

export const start: Measurement = {
  title: 'npm start to the first answer, against a bare Node server',
  measure: measureStart,
};

export const memory: Measurement = {
  title: 'resident memory at rest, against an idle Node',
  measure: measureMemory,
};

const ROUNDS = 7;
const bareServer = `require('node:http').createServer((_, answer) => answer.end()).listen(process.env.PORT)`;
/** Milliseconds without requests before the memory is read. */
const REST = 30_000;

async function measureStart(): Promise<Figure[]> {
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

async function measureMemory(): Promise<Figure[]> {
  await using service = await startService();
  await service.call('listPosts');
  const idle = spawn(process.execPath, ['--eval', 'setInterval(() => {}, 60_000)'], { stdio: 'ignore' });
  await sleep(REST);
  const bare = await readMemory([idle.pid as number], 'Rss');
  idle.kill();
  const [, ...others] = await findFamily(service.pid);
  const node = await readMemory([service.pid], 'Rss');
  const all = node + (await readMemory(others, 'Pss'));
  return [
    { name: 'Node', reached: node, unit: 'MB', goal: { most: 130 } },
    { name: 'Node and PostgreSQL', reached: all, unit: 'MB', goal: { most: 200 } },
    { name: 'an idle Node', reached: bare, unit: 'MB' },
    { name: 'ratio', reached: all / bare, unit: '×' },
  ];
}
