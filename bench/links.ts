import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { ApiError } from '../sdk/client.ts';
import { type Figure, type Measurement, median, percentile } from './figures.ts';
import { load } from './load.ts';
import {
  addMembers,
  type BenchService,
  connect,
  makeFolder,
  readMemory,
  readPeak,
  resetPeak,
  startService,
} from './service.ts';

export const links: Measurement = {
  title: 'eight videos of 512 MB from links at once, and the API meanwhile',
  measure,
};

const CONCURRENCY = 8;
const ROUNDS = 2;
/** Seconds of API requests without downloads. */
const QUIET = 5;
/** Milliseconds of rest before memory counts as idle. */
const REST = 5000;
/** Maximum size that the API accepts, in bytes. */
export const MAX_VIDEO_BYTES = 512 * 1024 * 1024;

async function measure(): Promise<Figure[]> {
  await using videos = await startVideoServer();
  await using service = await startService({ env: videos.allowed });
  // The limit per person is four downloads at once.
  const keys = [service.key, ...(await addMembers(service, 1))];
  const idle = await restWarm(service, videos);
  const post = { status: 'draft', content: 'The bells ring.' } as const;
  const { id } = (await service.call('createPost', { body: post })).data;
  const quiet: number[] = [];
  const busy: number[] = [];
  const grown: number[] = [];
  const all: Added[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    quiet.push(...(await sendRequests(service, id, QUIET)));
    await resetPeak(service.pid);
    const { latencies, added } = await sendRequestsMeanwhile(service, id, videos, keys);
    grown.push((await readPeak(service.pid)) - idle);
    busy.push(...latencies);
    all.push(added);
  }
  return describe({ quiet, busy, grown, all });
}

type Samples = Record<'quiet' | 'busy' | 'grown', number[]> & { all: Added[] };

function describe({ quiet, busy, grown, all }: Samples): Figure[] {
  const [p99, quietP99] = [percentile(busy, 0.99), percentile(quiet, 0.99)];
  const arrived = all.reduce((sum, { count }) => sum + count, 0);
  const seconds = all.reduce((sum, { ms }) => sum + ms, 0) / 1000;
  return [
    { name: 'memory beyond rest at most', reached: percentile(grown, 1), unit: 'MB', goal: { most: 120 } },
    { name: 'p99 of GET /posts/{id}', reached: p99, unit: 'ms', goal: { most: 50 } },
    { name: 'p50', reached: median(busy), unit: 'ms' },
    { name: 'p99 without downloads', reached: quietP99, unit: 'ms' },
    { name: 'p50 without downloads', reached: median(quiet), unit: 'ms' },
    { name: 'ratio of the p99', reached: p99 / quietP99, unit: '×' },
    { name: `in time, of ${CONCURRENCY * ROUNDS}`, reached: arrived, unit: 'videos' },
    { name: 'together', reached: (arrived * MAX_VIDEO_BYTES) / 2 ** 20 / seconds, unit: 'MB/s' },
  ];
}

/** Milliseconds of each answer. One connection repeats the request as soon as it is answered. */
async function sendRequests({ url, key }: BenchService, id: number, seconds: number): Promise<number[]> {
  const path = `/api/public/v1/posts/${id}`;
  const input = { method: 'GET', url: url + path, keys: [key], connections: 1, seconds };
  return (await load(input)).latencies;
}

/** Like {@link sendRequests}, until eight videos are complete. */
async function sendRequestsMeanwhile(
  service: BenchService,
  id: number,
  { sized }: VideoServer,
  keys: readonly string[],
) {
  const latencies: number[] = [];
  let isOver = false;
  const adding = addVideos(service, sized(MAX_VIDEO_BYTES), CONCURRENCY, keys).finally(() => {
    isOver = true;
  });
  while (!isOver) latencies.push(...(await sendRequests(service, id, 1)));
  return { latencies, added: await adding };
}

interface VideoServer extends AsyncDisposable {
  small: string;
  /** The address of the same video with so many bytes. */
  sized(bytes: number): string;
  /** Environment of a service that may download from here. */
  allowed: Record<string, string>;
}

/** Serves videos from memory, in a separate thread: `/small.mp4` as ffmpeg made it, `/NUMBER.mp4` with so many bytes. */
export async function startVideoServer(film: Film = longFilm): Promise<VideoServer> {
  const worker = new Worker(import.meta.filename, { workerData: film });
  const [port] = (await once(worker, 'message')) as [number];
  return {
    small: `http://127.0.0.1:${port}/small.mp4`,
    sized: (bytes) => `http://127.0.0.1:${port}/${bytes}.mp4`,
    allowed: { OUTBOUND_ALLOW: `127.0.0.1:${port}` },
    async [Symbol.asyncDispose]() {
      await worker.terminate();
    },
  };
}

interface Added {
  /** Milliseconds until the last video was stored or refused. */
  ms: number;
  /** Number of videos that were not refused as too slow; on an idle machine, all of them. */
  count: number;
}

/** Adds `count` videos from this link to the library at once, with these keys in turn, and then deletes them. */
async function addVideos(
  service: BenchService,
  url: string,
  count: number,
  keys: readonly string[],
): Promise<Added> {
  const clients = keys.map((key) => connect(service.url, key));
  const add = async (_: unknown, index: number) => {
    try {
      const client = clients[index % clients.length] ?? service;
      return [(await client.call('addMediaFromUrl', { body: { url } })).data];
    } catch (error) {
      const details = error instanceof ApiError ? error.details : undefined;
      if (!Array.isArray(details) && details?.['reason'] === 'too_slow') return [];
      throw error;
    }
  };
  const begin = performance.now();
  const added = (await Promise.all(Array.from({ length: count }, add))).flat();
  const ms = performance.now() - begin;
  for (const { id } of added) await service.call('deleteMedia', { params: { id } });
  return { ms, count: added.length };
}

/** Resident megabytes at rest after some small videos, so that the modules they load are included. */
async function restWarm(service: BenchService, { small }: VideoServer): Promise<number> {
  for (let n = 0; n < 3; n += 1) await addVideos(service, small, 1, [service.key]);
  await sleep(REST);
  return readMemory([service.pid], 'Rss');
}

async function serve(): Promise<void> {
  const film = workerData as Film;
  const small = await makeVideo(film);
  const server = createServer(({ url }, response) => {
    const bytes = Number.parseInt(url?.slice(1) ?? '', 10);
    const { size, chunks } = widen(small, bytes || small.length);
    response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': size });
    Readable.from(chunks()).pipe(response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  parentPort?.postMessage((server.address() as AddressInfo).port);
}

interface Video {
  size: number;
  /** Its bytes in order. */
  chunks(): Iterable<Uint8Array>;
}

interface Film {
  /** Size and frames per second, as ffmpeg's test source takes them. */
  picture: string;
  seconds: number;
}

const longFilm: Film = { picture: '128x72:rate=25', seconds: 600 };
const coding = '-c:v libx264 -preset ultrafast -pix_fmt yuv420p -c:a aac -shortest';

/** Picture and sound as an MP4, with an index of realistic size. */
async function makeVideo({ picture: size, seconds }: Film): Promise<Buffer> {
  await using directory = await makeFolder();
  const path = join(directory.path, 'video.mp4');
  const picture = `-f lavfi -i testsrc=size=${size}:duration=${seconds}`;
  const sound = `-f lavfi -i sine=duration=${seconds}`;
  const options = `-v error -nostdin ${picture} ${sound} ${coding}`.split(' ');
  await promisify(execFile)('ffmpeg', [...options, path]);
  return await readFile(path);
}

const noise = randomBytes(2 ** 20);

/** The same video with `size` bytes. The index does not refer to the added bytes, so players skip them. */
function widen(video: Buffer, size: number): Video {
  const media = video.indexOf('mdat') - 4;
  const index = media + video.readUInt32BE(media);
  const head = Buffer.from(video.subarray(0, index));
  const added = size - video.length;
  head.writeUInt32BE(index - media + added, media);
  return {
    size,
    *chunks() {
      yield head;
      for (let left = added; left > 0; left -= noise.length) yield noise.subarray(0, left);
      yield video.subarray(index);
    },
  };
}

if (!isMainThread) await serve();
