/** Serves videos from memory, in a separate thread: `/small.mp4` as ffmpeg made it, `/large.mp4` of 512 MB. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import type { BenchService } from './harness.ts';
import { readMemory } from './processes.ts';
import { MAX_VIDEO_BYTES, makeVideo, widen } from './videos.ts';

export interface VideoServer extends AsyncDisposable {
  small: string;
  large: string;
  /** Environment of a service that may download from here. */
  allowed: Record<string, string>;
}

export async function startVideoServer(): Promise<VideoServer> {
  const worker = new Worker(import.meta.filename);
  const [port] = (await once(worker, 'message')) as [number];
  return {
    small: `http://127.0.0.1:${port}/small.mp4`,
    large: `http://127.0.0.1:${port}/large.mp4`,
    allowed: { OUTBOUND_ALLOW: `127.0.0.1:${port}` },
    async [Symbol.asyncDispose]() {
      await worker.terminate();
    },
  };
}

export interface Added {
  /** Milliseconds until the last video was stored or refused. */
  ms: number;
  /** Number of videos that were not refused as too slow; on an idle machine, all of them. */
  count: number;
}

/** Adds `count` videos from this link to the library at once, with these keys in turn, and then deletes them. */
export async function addVideos(
  service: BenchService,
  url: string,
  count: number,
  keys: readonly string[] = [service.key],
): Promise<Added> {
  const path = '/api/public/v1/media';
  const add = async (_: unknown, index: number) => {
    try {
      const key = keys[index % keys.length];
      return [await service.call<{ id: number }>('POST', `${path}/from-url`, { url }, key)];
    } catch (error) {
      if (error instanceof Error && error.message.includes('too_slow')) return [];
      throw error;
    }
  };
  const begin = performance.now();
  const added = (await Promise.all(Array.from({ length: count }, add))).flat();
  const ms = performance.now() - begin;
  for (const { id } of added) await service.call('DELETE', `${path}/${id}`);
  return { ms, count: added.length };
}

/** Milliseconds of rest before memory counts as idle. */
const REST = 5000;

/** Resident megabytes at rest after some small videos, so that the modules they load are included. */
export async function restWarm(service: BenchService, { small }: VideoServer): Promise<number> {
  for (let n = 0; n < 3; n += 1) await addVideos(service, small, 1);
  await sleep(REST);
  return readMemory([service.pid], 'Rss');
}

async function serve(): Promise<void> {
  const small = await makeVideo();
  const server = createServer(({ url }, response) => {
    const { size, chunks } = widen(small, url === '/large.mp4' ? MAX_VIDEO_BYTES : small.length);
    response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': size });
    Readable.from(chunks()).pipe(response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  parentPort?.postMessage((server.address() as AddressInfo).port);
}

if (!isMainThread) await serve();
