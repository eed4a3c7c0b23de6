import { mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { probeFile } from '../server/src/media/probe/probe.ts';
import { identifyFile } from '../server/src/media/probe/probe-other.ts';
import { type Figure, median, percentile, time } from './figures.ts';
import { MAX_VIDEO_BYTES, makeVideo, widen } from './videos.ts';

export const title = 'identifying a video of 512 MB with its index at the end, against reading all of it';

const WARM_UP = 10;
const SAMPLES = 200;
const ROUNDS = 5;
const MEBIBYTE = 2 ** 20;

export async function measure(): Promise<Figure[]> {
  const directory = await mkdtemp(join(tmpdir(), 'belfry-bench-'));
  try {
    const path = join(directory, 'video.mp4');
    await writeFile(path, widen(await makeVideo(), MAX_VIDEO_BYTES).chunks());
    return await measureFile(path);
  } finally {
    await rm(directory, { recursive: true });
  }
}

/** The whole file is cached in memory by then; a real disk would only make the ratio smaller. */
async function measureFile(path: string): Promise<Figure[]> {
  const probe = () => probeFile(path, 'images and videos');
  for (let n = 0; n < WARM_UP; n += 1) await probe();
  // In this process, so that its reads can be counted.
  await identifyFile(path, MAX_VIDEO_BYTES, 'images and videos');
  const begin = await countRead();
  await identifyFile(path, MAX_VIDEO_BYTES, 'images and videos');
  const read = (await countRead()) - begin;
  const probes: number[] = [];
  const whole: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    for (let n = 0; n < SAMPLES / ROUNDS; n += 1) probes.push(await time(probe));
    whole.push(await time(() => readWhole(path)));
  }
  return [
    { name: 'p50', reached: median(probes), unit: 'ms', goal: { most: 50 } },
    { name: 'p99', reached: percentile(probes, 0.99), unit: 'ms' },
    { name: 'read for it', reached: read / MEBIBYTE, unit: 'MB' },
    { name: 'reading the whole file', reached: median(whole), unit: 'ms' },
    { name: 'ratio', reached: median(probes) / median(whole), unit: '×' },
  ];
}

/** Number of bytes that this process has requested with read() so far. */
async function countRead(): Promise<number> {
  return Number(/^rchar: (\d+)$/m.exec(await readFile('/proc/self/io', 'utf8'))?.[1]);
}

async function readWhole(path: string): Promise<void> {
  const file = await open(path);
  const bytes = Buffer.alloc(MEBIBYTE);
  while ((await file.read(bytes, 0, bytes.length)).bytesRead > 0);
  await file.close();
}
