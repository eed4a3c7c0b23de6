/** Receivers of webhooks in a separate thread: one port each, all on loopback. They record the time of each message. */
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { preciseNow } from './figures.ts';

export interface Receipt {
  /** Index of the receiver. */
  at: number;
  workspace: number;
  n: number;
  /** Milliseconds since 1970, with fractions. */
  time: number;
}

export interface Receivers {
  urls: string[];
  receipts: Receipt[];
  /** From now on these receivers do not answer. */
  silence(receivers: readonly number[]): void;
  close(): Promise<unknown>;
}

export async function startReceivers(count: number): Promise<Receivers> {
  const worker = new Worker(import.meta.filename, { workerData: count });
  const [ports] = (await once(worker, 'message')) as [number[]];
  const receipts: Receipt[] = [];
  worker.on('message', (batch: Receipt[]) => receipts.push(...batch));
  return {
    urls: ports.map((port) => `http://127.0.0.1:${port}/hook`),
    receipts,
    silence: (receivers) => worker.postMessage(receivers),
    close: () => worker.terminate(),
  };
}

async function serve(count: number): Promise<void> {
  const silent = new Set<number>();
  let batch: Receipt[] = [];
  const ports: number[] = [];
  for (let at = 0; at < count; at += 1) {
    const server = createServer(async (request, response) => {
      const receipt = await receive(at, request);
      if (silent.has(at)) return;
      answer(response);
      if (receipt !== undefined) batch.push(receipt);
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    ports.push((server.address() as AddressInfo).port);
  }
  parentPort?.on('message', (receivers: number[]) => {
    for (const at of receivers) silent.add(at);
  });
  parentPort?.postMessage(ports);
  setInterval(() => {
    if (batch.length > 0) parentPort?.postMessage(batch);
    batch = [];
  }, 100);
}

async function receive(at: number, request: IncomingMessage): Promise<Receipt | undefined> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const time = preciseNow();
  const { data } = JSON.parse(Buffer.concat(chunks).toString()) as { data: Record<string, number> };
  const { workspace_id: workspace = 0, n } = data;
  return n === undefined ? undefined : { at, workspace, n, time };
}

function answer(response: ServerResponse): void {
  response.writeHead(204).end();
}

if (!isMainThread) await serve(workerData as number);
