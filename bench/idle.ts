/** The time in which a service starts, and the memory that it keeps without work. */
import { type ChildProcess, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from '../server/test/support/free-port.ts';
import type { Comparison, Side } from './against.ts';
import { prepareCreation } from './create.ts';
import { type Figure, type Measurement, median, percentile } from './figures.ts';
import { load } from './load.ts';
import {
  type BenchService,
  findFamily,
  makeFolder,
  readMemory,
  spawnService,
  startService,
  stop,
  untilAnswering,
} from './service.ts';
import { makeForm, makePhoto } from './upload.ts';

export const start: Measurement = {
  title: 'npm start to the first answer, against a bare Node server',
  measure: measureStart,
};

export const memory: Measurement = {
  title: 'resident memory at rest, against an idle Node',
  measure: measureMemory,
};

export const memoryAgainst: Comparison = {
  title: 'memory after POST /posts, GET /posts and uploads of 12 MB over 16 connections each',
  rounds: 1,
  open,
};

const ROUNDS = 7;
const bareServer = `require('node:http').createServer((_, answer) => answer.end()).listen(process.env.PORT)`;
/** Milliseconds without requests before the memory is read. */
const REST = 30_000;
/** The same after work, when the child processes have ended. */
const LONG_REST = 60_000;

async function measureStart(): Promise<Figure[]> {
  await using directory = await makeFolder();
  const start = (port: number) =>
    spawnService(['npm', 'start', '--silent'], { dataDir: directory.path, port });
  const bareStart = (port: number) =>
    spawn(process.execPath, ['--eval', bareServer], { env: { PORT: String(port) } });
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
}

/** Seconds until the started server answers. It is then stopped. */
async function timeStart(start: (port: number) => ChildProcess): Promise<number> {
  const port = await findFreePort();
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

async function open({ start }: Side) {
  const service = await start();
  const photo = await makeForm(await makePhoto());
  return async () => {
    const creation = await prepareCreation(service);
    await load(creation);
    await load({ ...creation, method: 'GET', body: '' });
    const headers = { ...creation.headers, 'content-type': photo.type };
    await load({ ...creation, url: `${service.url}/api/public/v1/media`, headers, body: photo.body });
    const after = await readAll(service, 'right after');
    await sleep(LONG_REST);
    return [...after, ...(await readAll(service, 'a minute later'))];
  };
}

async function readAll({ pid }: BenchService, when: string): Promise<Figure[]> {
  const [, ...others] = await findFamily(pid);
  const names = await Promise.all(others.map((each) => readFile(`/proc/${each}/comm`, 'utf8')));
  const isPostgres = (at: number) => names[at]?.startsWith('postgres') === true;
  const groups: [name: string, pids: number[]][] = [
    ['Node', [pid]],
    ['PostgreSQL', others.filter((_, at) => isPostgres(at))],
    ['child processes', others.filter((_, at) => !isPostgres(at))],
  ];
  const figures = groups.map(async ([name, pids]) => [
    { name: `${name}, Rss, ${when}`, reached: await readMemory(pids, 'Rss'), unit: 'MB' },
    { name: `${name}, Pss, ${when}`, reached: await readMemory(pids, 'Pss'), unit: 'MB' },
  ]);
  return (await Promise.all(figures)).flat();
}
