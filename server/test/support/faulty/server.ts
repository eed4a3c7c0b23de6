/** The server of the faulty networks, over real HTTP. A test can change every byte. Its log is the reference. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { type Accepted, type Call, ModelService } from '@belfry/networks/testing/model-service.ts';
import { listen } from '../loopback.ts';
import { answer } from './answer.ts';

/** The treatment of one call, instead of a normal answer. */
export interface Treatment {
  /** Whether the server still executes the call. */
  accepts?: boolean;
  /** The bytes to send, `reset` to reset the connection, or `hang` to wait for {@link FaultyServer.release}. */
  answer: string | 'reset' | 'hang';
}

export interface FaultyServer {
  url: string;
  /** Visible posts, oldest first. */
  shown: readonly Accepted[];
  /** The base address of the networks, without the account. */
  postTo: string | undefined;
  /** Whether the processing of files finishes. */
  isReady: boolean;
  /** All calls, in order. */
  calls: Call[];
  /** Makes the account's access token invalid. A refresh returns a valid one. */
  expire(username: string): void;
  /** Sets the treatments of the next calls of this kind, in order. An empty list restores normal answers. */
  spoil(what: string, ...treatments: Treatment[]): void;
  /** The calls of this kind, such as `POST /posts`, of one account or of all. */
  count(what: string, username?: string): number;
  /** Resolves when this number of calls of this kind has arrived since the start. */
  until(what: string, count: number): Promise<void>;
  /** Answers the hanging calls. */
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
    const { status, body } = isDone ? service.receive(call) : { status: 500, body: {} };
    const proper = answer(status, body);
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

function countOf(what: string, calls: readonly Call[], username?: string): number {
  return calls.filter((call) => whatOf(call) === what && (username ?? call.account) === call.account).length;
}

function whatOf({ method, path }: Call): string {
  return `${method} ${path}`;
}

/** Undefined when the caller disconnected before the end. */
async function readCall(request: IncomingMessage): Promise<Call | undefined> {
  const { method = '', url = '', headers } = request;
  const [, account = '', name = ''] = url.split('/');
  const body = method === 'POST' ? await json(request).catch(() => undefined) : {};
  if (body === undefined) return undefined;
  const token = headers.authorization?.replace('Bearer ', '') ?? '';
  return { account, method, path: `/${name}`, body, token, sentAt: 0 };
}
