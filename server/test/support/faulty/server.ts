/** The servers of the faulty networks: real HTTP, whose every byte a test may spoil. Their log is the truth. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { listen } from '../loopback.ts';
import type { Kind } from './adapter.ts';
import { answer } from './answer.ts';
import type { Call, Memory } from './memory.ts';
import { openMemory } from './memory.ts';

/** What becomes of one call, in place of a proper answer. */
export interface Treatment {
  /** Whether what it asks is done all the same. */
  accepts?: boolean;
  /** Bytes as they go out, `reset` for the end of the connection, `hang` until {@link FaultyServer.release}. */
  answer: string | 'reset' | 'hang';
}

export interface FaultyServer extends Memory {
  url: string;
  /** All that arrived, in order. */
  calls: Call[];
  /** The next calls of this sort, first one first; none: they are answered properly again. */
  spoil(what: string, ...treatments: Treatment[]): void;
  /** Calls of this sort, of one account or of all. */
  count(what: string, username?: string): number;
  /** Resolves when so many calls of this sort have arrived since the server began. */
  until(what: string, count: number): Promise<void>;
  /** Answers what hangs. */
  release(): void;
  close(): Promise<void>;
}

export async function openFaultyServer(): Promise<FaultyServer> {
  let wake = () => {};
  let hanging = Promise.withResolvers<void>();
  const spoiled = new Map<string, Treatment[]>();
  const http = createServer((request, response) => void serve(request, response));
  const { port, close } = await listen(http);
  const url = `http://127.0.0.1:${port}`;
  const memory = openMemory(() => url);

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const call = await readCall(request);
    if (call === undefined) return;
    server.calls.push(call);
    wake();
    const treatment = spoiled.get(call.what)?.shift();
    const isDone = treatment?.accepts ?? treatment === undefined;
    const proper = isDone ? memory.answerTo(call) : answer(500);
    if (treatment?.answer === 'hang') await hanging.promise;
    if (treatment?.answer === 'reset') return void request.socket.destroy();
    response.detachSocket(request.socket);
    request.socket.end(treatment === undefined || treatment.answer === 'hang' ? proper : treatment.answer);
  }

  const server: FaultyServer = Object.assign(memory, {
    url,
    calls: [] as Call[],
    spoil: (what: string, ...treatments: Treatment[]) => void spoiled.set(what, treatments),
    count: (what: string, username?: string) =>
      server.calls.filter((call) => call.what === what && (username ?? call.username) === call.username)
        .length,
    async until(what: string, count: number) {
      while (server.count(what) < count) await new Promise<void>((resolve) => (wake = resolve));
    },
    release() {
      hanging.resolve();
      hanging = Promise.withResolvers();
    },
    close: async () => {
      server.release();
      await close();
    },
  });
  return server;
}

/** Undefined when the caller went away before it was done. */
async function readCall(request: IncomingMessage): Promise<Call | undefined> {
  const [, kind, ...rest] = (request.url ?? '').split('/');
  const body = request.method === 'POST' ? await json(request).catch(() => undefined) : {};
  if (body === undefined) return undefined;
  const { authorization = '' } = request.headers;
  const [username = ''] = authorization.replace('Bearer ', '').split(':');
  return {
    kind: kind as Kind,
    what: `${request.method} /${rest.join('/')}`,
    username: username === '' ? String((body as Call['body']).username) : username,
    authorization,
    body: body as Call['body'],
  };
}
