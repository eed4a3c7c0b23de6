/** Replaces the sandbox in a separate thread: accepts every post at once, and records its time of arrival. */
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { preciseNow } from './figures.ts';

export interface Arrival {
  text: string;
  /** Milliseconds since 1970, with fractions. */
  at: number;
}

export interface TinyNetwork {
  url: string;
  arrivals: Arrival[];
  close(): Promise<unknown>;
}

/** `delay`: milliseconds until it answers. */
export async function startTinyNetwork(delay = 0): Promise<TinyNetwork> {
  const worker = new Worker(import.meta.filename, { workerData: delay });
  const [port] = (await once(worker, 'message')) as [number];
  const arrivals: Arrival[] = [];
  worker.on('message', (arrival: Arrival) => arrivals.push(arrival));
  return { url: `http://127.0.0.1:${port}`, arrivals, close: () => worker.terminate() };
}

async function serve(): Promise<void> {
  const server = createServer(async (request, response) => {
    const at = preciseNow();
    const { text, username } = JSON.parse(await read(request)) as { text?: string; username?: string };
    const data = username
      ? { username, token: 'any' }
      : { id: crypto.randomUUID(), url: 'http://example.com/' };
    if (text !== undefined) parentPort?.postMessage({ text, at } satisfies Arrival);
    if (workerData > 0 && text !== undefined) await sleep(workerData);
    response.writeHead(201, { 'content-type': 'application/json' }).end(JSON.stringify({ data }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  parentPort?.postMessage((server.address() as AddressInfo).port);
}

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

if (!isMainThread) await serve();
