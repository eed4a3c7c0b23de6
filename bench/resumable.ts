import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream, openAsBlob } from 'node:fs';
import { type AddressInfo, createServer, connect as dial, type Socket } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '../sdk/client.ts';
import type { Figure, Measurement } from './figures.ts';
import { MAX_VIDEO_BYTES, startVideoServer } from './links.ts';
import { type BenchService, makeFolder, readMemory, readPeak, resetPeak, startService } from './service.ts';

export const resumable: Measurement = {
  title: 'a video of 512 MB, sent in slices over a connection that breaks three times',
  measure,
};

/** Bytes after which the connection breaks: just before a slice of 5 MB is complete, which costs most. */
const BREAKS = [52_000_000, 260_000_000, 520_000_000];
/** Milliseconds of rest before memory counts as idle. */
const REST = 5000;

async function measure(): Promise<Figure[]> {
  await using directory = await makeFolder();
  await using videos = await startVideoServer();
  await using service = await startService();
  const small = await download(videos.small, join(directory.path, 'small.mp4'));
  const large = await download(videos.sized(MAX_VIDEO_BYTES), join(directory.path, 'large.mp4'));
  // What an upload loads is there before the rest is measured.
  for (let n = 0; n < 3; n += 1) await send(service, service.url, small, { sliceSize: 1_000_000 });
  await sleep(REST);
  const idle = await readMemory([service.pid], 'Rss');
  await resetPeak(service.pid);
  await using line = await layLine(service, BREAKS);
  const begin = performance.now();
  const id = await send(service, line.url, large);
  const seconds = (performance.now() - begin) / 1000;
  const grown = (await readPeak(service.pid)) - idle;
  const { body } = await service.call('getMediaFile', { params: { id } });
  const isSame = (await hashOf(body.body as ReadableStream)) === (await hashOf(large.stream()));
  const again = (line.sent() - large.size) / 1e6;
  return [
    { name: 'files with the hash of what was sent', reached: Number(isSame), unit: '', goal: { least: 1 } },
    { name: 'connections broken', reached: line.broken(), unit: '', goal: { least: BREAKS.length } },
    { name: 'sent again', reached: again, unit: 'MB', goal: { most: 16 } },
    { name: 'memory beyond rest at most', reached: grown, unit: 'MB', goal: { most: 40 } },
    { name: 'together', reached: large.size / 1e6 / seconds, unit: 'MB/s' },
  ];
}

/** A blob that is read from the file when it is sent. */
async function download(from: string, path: string): Promise<Blob> {
  const { body } = await fetch(from);
  await pipeline(Readable.fromWeb(body as ReadableStream), createWriteStream(path));
  return openAsBlob(path);
}

/** Returns the id of the file. */
async function send({ key }: BenchService, url: string, film: Blob, options: { sliceSize?: number } = {}) {
  const { data } = await createClient({ url, key }).uploadResumable(film, { name: 'film.mp4', ...options });
  return data.id;
}

async function hashOf(bytes: ReadableStream): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(Readable.fromWeb(bytes), hash);
  return hash.digest('hex');
}

interface Line extends AsyncDisposable {
  url: string;
  /** Bytes that clients have sent, with the heads of their requests. */
  sent(): number;
  broken(): number;
}

/** A way to the service that breaks all its connections each time so many bytes have been sent. */
async function layLine({ url }: BenchService, breaks: readonly number[]): Promise<Line> {
  const { hostname, port } = new URL(url);
  const sockets = new Set<Socket>();
  let [sent, broken] = [0, 0];
  const server = createServer((near) => {
    const far = dial(Number(port), hostname);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => sockets.delete(socket));
    }
    near.on('data', (piece) => {
      sent += piece.length;
      if (sent < (breaks[broken] ?? Number.POSITIVE_INFINITY)) return;
      broken += 1;
      for (const socket of sockets) socket.destroy();
    });
    near.pipe(far).pipe(near);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sent: () => sent,
    broken: () => broken,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await once(server.close(), 'close');
    },
  };
}
