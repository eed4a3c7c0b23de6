/** Servers in a separate thread that accept every body at once and record when it arrived. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { preciseNow } from './figures.ts';
import type { BenchService } from './service.ts';

export interface Arrival {
  /** Index of the server. */
  receiver: number;
  body: Body;
  /** Milliseconds since 1970, with fractions. */
  at: number;
}

/** Of a post to the sandbox (`text`), of its sign-in (`username`), or of a webhook's message (`data`). */
interface Body {
  text?: string;
  username?: string;
  data?: Record<string, number>;
}

export interface Receivers extends AsyncDisposable {
  urls: string[];
  arrivals: Arrival[];
  /** From now on these servers do not answer. */
  silence(receivers: readonly number[]): void;
}

export interface Network extends Receivers {
  url: string;
}

/** Milliseconds between two batches of arrivals. */
const BATCH = 10;

export async function startReceivers(count: number, delay = 0): Promise<Receivers> {
  const worker = new Worker(import.meta.filename, { workerData: { count, delay } });
  const [ports] = (await once(worker, 'message')) as [number[]];
  const arrivals: Arrival[] = [];
  worker.on('message', (batch: Arrival[]) => arrivals.push(...batch));
  return {
    urls: ports.map((port) => `http://127.0.0.1:${port}`),
    arrivals,
    silence: (receivers) => worker.postMessage(receivers),
    async [Symbol.asyncDispose]() {
      await worker.terminate();
    },
  };
}

/** Replaces the sandbox of services with the environment of {@link endpointOf}. `delay`: milliseconds until it answers. */
export async function startNetwork(delay = 0): Promise<Network> {
  const receivers = await startReceivers(1, delay);
  return { ...receivers, url: receivers.urls[0] as string };
}

export function endpointOf({ url }: Network): Record<string, string> {
  return { NETWORK_ENDPOINTS: JSON.stringify({ sandbox: url }) };
}

export async function connectChannels(
  { call }: Pick<BenchService, 'call'>,
  count: number,
): Promise<number[]> {
  const channels: number[] = [];
  for (let n = 0; n < count; n += 1) {
    const body = { platform: 'sandbox', credentials: { username: `bench${n}` } };
    channels.push((await call('createChannel', { body })).data.id);
  }
  return channels;
}

async function serve({ count, delay }: { count: number; delay: number }): Promise<void> {
  const silent = new Set<number>();
  let batch: Arrival[] = [];
  const servers = Array.from({ length: count }, (_, receiver) =>
    receive(
      (body) => batch.push({ receiver, body, at: preciseNow() }),
      () => silent.has(receiver),
      delay,
    ),
  );
  await Promise.all(servers.map((server) => once(server, 'listening')));
  parentPort?.on('message', (receivers: number[]) => {
    for (const receiver of receivers) silent.add(receiver);
  });
  parentPort?.postMessage(servers.map((server) => (server.address() as AddressInfo).port));
  setInterval(() => {
    if (batch.length > 0) parentPort?.postMessage(batch);
    batch = [];
  }, BATCH);
}

/** Its answer is the sandbox's. Senders of webhooks only read its status. */
function receive(record: (body: Body) => void, isSilent: () => boolean, delay: number): Server {
  const server = createServer(async (request, response) => {
    const body = (await json(request)) as Body;
    if (isSilent()) return;
    if (body.username === undefined) record(body);
    if (delay > 0) await sleep(delay);
    const data = body.username
      ? { username: body.username, token: 'any' }
      : { id: crypto.randomUUID(), url: 'http://example.com/' };
    response.writeHead(201, { 'content-type': 'application/json' }).end(JSON.stringify({ data }));
  });
  return server.listen(0, '127.0.0.1');
}

if (!isMainThread) await serve(workerData as { count: number; delay: number });
