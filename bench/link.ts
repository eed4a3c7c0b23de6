import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type Figure, median, percentile, time } from './figures.ts';
import { startService } from './harness.ts';
import { readPeak, resetPeak } from './processes.ts';
import { addVideos, restWarm, startVideoServer } from './video-server.ts';
import { MAX_VIDEO_BYTES } from './videos.ts';

export const title = 'a video of 512 MB from a link, against a bare download into a file';

const ROUNDS = 5;

export async function measure(): Promise<Figure[]> {
  const directory = await mkdtemp(join(tmpdir(), 'belfry-bench-'));
  await using videos = await startVideoServer();
  await using service = await startService({ env: videos.allowed });
  const idle = await restWarm(service, videos);
  const served: number[] = [];
  const bare: number[] = [];
  const grown: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await resetPeak(service.pid);
    const { ms, count } = await addVideos(service, videos.large, 1);
    if (count === 0) throw new Error('the machine is too busy: a download missed its deadline');
    served.push(ms);
    grown.push((await readPeak(service.pid)) - idle);
    bare.push(await timeBare(videos.large, join(directory, 'video.mp4')));
  }
  await rm(directory, { recursive: true });
  const [rate, bareRate] = [rateOf(served), rateOf(bare)];
  return [
    { name: 'memory at rest', reached: idle, unit: 'MB' },
    { name: 'memory beyond it at most', reached: percentile(grown, 1), unit: 'MB', goal: { most: 40 } },
    { name: 'from a link', reached: rate, unit: 'MB/s' },
    { name: 'a bare download', reached: bareRate, unit: 'MB/s' },
    { name: 'ratio', reached: (rate / bareRate) * 100, unit: '%', goal: { least: 40 } },
  ];
}

function rateOf(samples: readonly number[]): number {
  return MAX_VIDEO_BYTES / 2 ** 20 / (median(samples) / 1000);
}

/** Milliseconds until the file is durable. The file is then deleted. */
async function timeBare(url: string, path: string): Promise<number> {
  const ms = await time(async () => {
    const [answer] = (await once(get(url), 'response')) as [IncomingMessage];
    await pipeline(answer, createWriteStream(path, { flush: true }));
  });
  await rm(path);
  return ms;
}
