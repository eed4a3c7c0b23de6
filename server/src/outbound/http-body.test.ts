import { createServer } from 'node:http';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { NetworkFault } from '@belfry/networks/core/fault.ts';
import type { HttpRequest, HttpResponse } from '@belfry/networks/core/http.ts';
import { afterEach, describe, expect, it, test, vi } from 'vitest';
import { eventually } from '../../test/support/eventually.ts';
import { type Loopback, listen, listenRaw } from '../../test/support/loopback.ts';
import { lookupAll } from './dial.ts';
import { createHttp } from './http.ts';

const open: { close(): Promise<void> }[] = [];

afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

function guardedHttp(request: HttpRequest): Promise<HttpResponse> {
  const client = createHttp({ allow: [{ range: '127.0.0.0/8' }], lookup: lookupAll });
  open.push(client);
  return client.http(request);
}

async function keep(starting: Promise<Loopback>): Promise<Loopback> {
  const loopback = await starting;
  open.unshift(loopback);
  return loopback;
}

/** Answers only complete requests. `ended` settles when its connections are closed. */
async function serve(): Promise<{ server: Loopback; complete: string[]; ended: Promise<void> }> {
  const complete: string[] = [];
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  const http = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of request) chunks.push(chunk);
    } catch {
      return;
    }
    complete.push(Buffer.concat(chunks).toString());
    response.end();
  });
  http.on('connection', (socket: Socket) => socket.on('close', () => resolve()));
  return { server: await keep(listen(http)), complete, ended };
}

function put({ port }: Loopback, body: HttpRequest['body'], headers = {}): HttpRequest {
  return { method: 'PUT', url: `http://127.0.0.1:${port}/`, headers, ...(body !== undefined && { body }) };
}

const failureOf = (call: Promise<unknown>) =>
  call.then(
    () => 'an answer',
    (reason: unknown) => reason,
  );

const gone = new Error('The disk is gone.');

/** Yields the texts and then throws. */
async function* breakOff(...texts: string[]): AsyncIterable<Uint8Array> {
  for (const text of texts) yield new TextEncoder().encode(text);
  throw gone;
}

/** Behaves like a file that could not be opened. */
function failed(): Readable {
  return new Readable().on('error', () => {}).destroy(gone);
}

describe('a body that cannot be read, with the guarded client', () => {
  it.each([
    ['before its first byte', {}, () => breakOff()],
    ['in the middle', {}, () => breakOff('ding ')],
    ['in the middle of an announced length', { 'content-length': '9' }, () => breakOff('ding ')],
    ['as a stream of Node’s', {}, () => Readable.from(breakOff('ding '))],
    ['as a stream that had failed before', {}, failed],
  ])('%s throws its own error, and the server gets no complete body', async (_when, headers, body) => {
    const { server, complete, ended } = await serve();
    expect(await failureOf(guardedHttp(put(server, body(), headers)))).toBe(gone);
    await ended;
    expect(complete).toEqual([]);
  });
});

describe('a body of another length than announced', () => {
  it.each([
    ['short', '9', ['ding ']],
    ['long', '7', ['ding ', 'dong']],
  ])(
    'is not a fault of the network, and the server gets no complete body: too %s',
    async (_how, length, texts) => {
      const { server, complete, ended } = await serve();
      const body = Readable.from(texts.map((text) => Buffer.from(text)));
      const failure = await failureOf(guardedHttp(put(server, body, { 'content-length': length })));
      expect(failure).toMatchObject({ code: 'UND_ERR_REQ_CONTENT_LENGTH_MISMATCH' });
      expect(failure).not.toBeInstanceOf(NetworkFault);
      await ended;
      expect(complete).toEqual([]);
    },
  );
});

describe('a body that fails when the answer', () => {
  const wholeAnswer = 'HTTP/1.1 413 Too Large\r\nContent-Length: 2\r\n\r\n{}';

  it('has come changes nothing', async () => {
    const server = await keep(listenRaw((socket) => socket.write(wholeAnswer)));
    const { promise: answered, resolve } = Promise.withResolvers<void>();
    const reading = vi.fn();
    const body = (async function* () {
      yield Buffer.from('ding ');
      await answered;
      reading();
      throw gone;
    })();
    expect((await guardedHttp(put(server, body))).status).toBe(413);
    resolve();
    await eventually(() => expect(reading).toHaveBeenCalled());
  });

  it('has only started throws its own error', async () => {
    const { promise: started, resolve } = Promise.withResolvers<void>();
    const server = await keep(
      listenRaw((socket) => void socket.write(wholeAnswer.slice(0, -1), () => resolve())),
    );
    const body = (async function* () {
      yield Buffer.from('ding ');
      await started;
      throw gone;
    })();
    expect(await failureOf(guardedHttp(put(server, body)))).toBe(gone);
  });
});

describe('a fault of the network stays one', () => {
  it('when the body throws only because it was closed early', async () => {
    const server = await keep(listenRaw((socket) => socket.resetAndDestroy()));
    const { promise: ended, reject } = Promise.withResolvers<IteratorResult<Uint8Array>>();
    const first = { done: false as const, value: Buffer.from('ding ') };
    const next = vi.fn().mockResolvedValueOnce(first).mockReturnValue(ended);
    const end = async () => {
      reject(gone);
      return ended;
    };
    const body = { [Symbol.asyncIterator]: () => ({ next, return: end }) };
    const failure = await failureOf(guardedHttp(put(server, body)));
    expect(failure).toMatchObject({ fault: { kind: 'unavailable', sent: true } });
  });

  it('when the server does not listen, whatever the body would throw', async () => {
    const server = await keep(listenRaw());
    await server.close();
    const failure = await failureOf(guardedHttp(put(server, breakOff())));
    expect(failure).toMatchObject({ fault: { sent: false, networkCode: 'ECONNREFUSED' } });
  });
});

test('too many large, slow answers at once are aborted, and their memory is free again afterwards', async () => {
  const size = 4_000_000;
  const head = `HTTP/1.1 200 OK\r\nContent-Length: ${size}\r\n\r\n`;
  let goOn = Promise.withResolvers<void>();
  const server = await keep(
    listenRaw((socket) => {
      socket.write(head + 'x'.repeat(size - 1));
      void goOn.promise.then(() => socket.write('x'));
    }),
  );
  const ask = () =>
    guardedHttp({ method: 'GET', url: `http://127.0.0.1:${server.port}/` }).then(
      ({ text }) => text.length,
      (error: NetworkFault) => error.fault.kind,
    );
  for (let times = 0; times < 2; times += 1) {
    const answers = Array.from({ length: 30 }, ask);
    expect(await Promise.race(answers)).toBe('unavailable');
    goOn.resolve();
    const ends = await Promise.all(answers);
    expect(new Set(ends)).toEqual(new Set([size, 'unavailable']));
    goOn = Promise.withResolvers();
  }
});
