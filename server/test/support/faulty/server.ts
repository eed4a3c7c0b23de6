/** The server of the faulty networks: real HTTP, whose every byte a test may spoil. Its log is the truth. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import type { Accepted, Answer, Call } from '@belfry/networks/testing/model-service.ts';
import { ModelService } from '@belfry/networks/testing/model-service.ts';
import { listen } from '../loopback.ts';
import { answer } from './answer.ts';

/** What becomes of one call, in place of a proper answer. */
export interface Treatment {
  /** Whether what it asks is done all the same. */
  accepts?: boolean;
  /** Bytes as they go out, `reset` for the end of the connection, `hang` until {@link FaultyServer.release}. */
  answer: string | 'reset' | 'hang';
}

export interface FaultyServer {
  url: string;
  /** What the public can see, oldest first. */
  shown: readonly Accepted[];
  /** Where visible calls go, in place of the networks themselves: an address, without the account. */
  postTo: string | undefined;
  /** Whether files come to the end of their processing. */
  isReady: boolean;
  /** All that arrived, in order. */
  calls: Call[];
  /** The token that an account has is no longer taken; a refresh brings one that is. */
  expire(username: string): void;
  /** The next calls of this sort, first one first; none: they are answered properly again. */
  spoil(what: string, ...treatments: Treatment[]): void;
  /** Calls of this sort, such as `POST /posts`, of one account or of all. */
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
  const service = new ModelService({
    isReady: () => server.isReady,
    home: (account) => `${server.postTo ?? url}/${account}`,
  });

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const call = await readCall(request);
    if (call === undefined) return;
    server.calls.push(call);
    wake();
    const treatment = spoiled.get(whatOf(call))?.shift();
    const isDone = treatment?.accepts ?? treatment === undefined;
    const proper = isDone ? answerOf(service.receive(call)) : answer(500);
    if (treatment?.answer === 'hang') await hanging.promise;
    if (treatment?.answer === 'reset') return void request.socket.destroy();
    response.detachSocket(request.socket);
    request.socket.end(treatment === undefined || treatment.answer === 'hang' ? proper : treatment.answer);
  }

  const server: FaultyServer = {
    url,
    shown: service.accepted,
    postTo: undefined,
    isReady: true,
    calls: [],
    expire: (username) => service.expire(username),
    spoil: (what, ...treatments) => void spoiled.set(what, treatments),
    count: (what, username) => countOf(what, server.calls, username),
    async until(what, count) {
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
  };
  return server;
}

function answerOf({ status, body }: Answer): string {
  return answer(status, body);
}

function countOf(what: string, calls: readonly Call[], username?: string): number {
  return calls.filter((call) => whatOf(call) === what && (username ?? call.account) === call.account).length;
}

function whatOf({ method, path }: Call): string {
  return `${method} ${path}`;
}

/** Undefined when the caller went away before it was done. */
async function readCall(request: IncomingMessage): Promise<Call | undefined> {
  const { method = '', url = '', headers } = request;
  const [, account = '', name = ''] = url.split('/');
  const body = method === 'POST' ? await json(request).catch(() => undefined) : {};
  if (body === undefined) return undefined;
  const token = headers.authorization?.replace('Bearer ', '') ?? '';
  return { account, method, path: `/${name}`, body, token, sentAt: 0 };
}
