import { once } from 'node:events';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { NetworkFault } from '@belfry/networks/core/fault.ts';
import type { Http, HttpRequest } from '@belfry/networks/core/http.ts';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { eventually } from '../../test/support/eventually.ts';
import { type Loopback, listenRaw } from '../../test/support/loopback.ts';
import type { Lookup } from './dial.ts';
import { createHttp, type HttpOptions } from './http.ts';

const toLoopback: Lookup = async () => [{ address: '127.0.0.1', family: 4 }];
const open: { close(): Promise<void> }[] = [];

afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

function openHttp(options: Partial<HttpOptions> = {}): Http {
  const client = createHttp({ allow: [{ range: '127.0.0.0/8' }], lookup: toLoopback, ...options });
  open.push(client);
  return client.http;
}

async function serve(onData?: (socket: Socket) => void): Promise<Loopback> {
  const loopback = await listenRaw(onData);
  open.unshift(loopback);
  return loopback;
}

function post({ port }: Loopback, request: Partial<HttpRequest> = {}): HttpRequest {
  return { method: 'POST', url: `http://one.example:${port}/posts`, body: 'ding', ...request };
}

async function faultOf(call: Promise<unknown>): Promise<NetworkFault['fault']> {
  const error = await call.then(
    () => 'an answer',
    (reason: unknown) => reason,
  );
  if (error instanceof NetworkFault) return error.fault;
  throw new Error('expected a fault', { cause: error });
}

const notFound =
  'The address one.example was not found on the public internet; OUTBOUND_ALLOW can permit a private one.';

describe("an address inside the operator's network", () => {
  it.each([
    ['127.0.0.1'],
    ['127.1'],
    ['2130706433'],
    ['0x7f000001'],
    ['0177.0.0.1'],
    ['0'],
    ['①②⑦.⓪.⓪.①'],
    ['1\t27.0.0.1'],
    ['localhost'],
    ['localhost.'],
    ['LOCALHOST'],
    ['127.0.0.1\\@one.example'],
    ['127.0.0.1#@one.example'],
    ['[::1]'],
    ['[::]'],
    ['[::ffff:127.0.0.1]'],
    ['[::127.0.0.1]'],
    ['[64:ff9b::7f00:1]'],
    ['[2002:7f00:1::]'],
    ['[fc00::1]'],
    ['10.1.2.3'],
    ['169.254.169.254'],
    ['255.255.255.255'],
  ])('is refused as %j', async (host) => {
    const fault = await faultOf(openHttp({ allow: [] })({ method: 'GET', url: `http://${host}/` }));
    expect(fault).toMatchObject({ kind: 'unavailable', sent: false });
    expect(fault.message).toMatch(
      /^The address \S+ was not found on the public internet; OUTBOUND_ALLOW can permit a private one\.$/,
    );
  });

  it('is refused among public ones, and not shown', async () => {
    const lookup: Lookup = async () => [
      { address: '127.0.0.1', family: 4 },
      { address: '10.20.30.40', family: 4 },
    ];
    const server = await serve();
    const fault = await faultOf(openHttp({ lookup })(post(server)));
    expect(fault).toMatchObject({
      kind: 'unavailable',
      sent: false,
      message: notFound,
    });
    expect(server.received).toEqual([]);
  });

  it('is refused like an unknown name, so that answers do not reveal the network', async () => {
    const lookups: Lookup[] = [
      async () => [{ address: '10.20.30.40', family: 4 }],
      async () => [],
      ...['ENOTFOUND', 'EAI_AGAIN'].map(
        (code): Lookup =>
          () =>
            Promise.reject(Object.assign(new Error('getaddrinfo'), { code, syscall: 'getaddrinfo' })),
      ),
    ];
    for (const lookup of lookups) {
      expect(await faultOf(openHttp({ lookup })({ method: 'GET', url: 'http://one.example/' }))).toEqual({
        kind: 'unavailable',
        sent: false,
        networkCode: 'ADDRESS_REFUSED',
        message: notFound,
      });
    }
  });
});

describe('an address that is not for the web', () => {
  it.each([
    ['file:///etc/passwd', 'Only http and https addresses are called, not file:'],
    ['gopher://one.example/', 'Only http and https addresses are called, not gopher:'],
    ['data:,x', 'Only http and https addresses are called, not data:'],
    [
      'http://ann:pw@one.example/',
      'The address of one.example contains a user name or a password. Remove it.',
    ],
    ['http://1.1.1.1:5432/', 'The address 1.1.1.1 uses port 5432; OUTBOUND_ALLOW can permit it.'],
    ['/posts', 'The address of this call is not a URL.'],
    ['http://[fe80::1%25lo]/', 'The address of this call is not a URL.'],
  ])('is refused: %s', async (url, message) => {
    const fault = await faultOf(openHttp()({ method: 'GET', url }));
    expect(fault).toMatchObject({ kind: 'unavailable', sent: false, message });
  });
});

describe('certainly nothing was sent when', () => {
  it('the server does not listen', async () => {
    const server = await serve();
    await server.close();
    expect(await faultOf(openHttp()(post(server)))).toEqual({
      kind: 'unavailable',
      sent: false,
      networkCode: 'ECONNREFUSED',
      message: 'one.example cannot be reached (ECONNREFUSED).',
    });
  });

  it('the handshake fails', async () => {
    const server = await serve((socket) => socket.resetAndDestroy());
    const fault = await faultOf(openHttp()(post(server, { url: `https://one.example:${server.port}/` })));
    expect(fault).toMatchObject({ sent: false, networkCode: 'ECONNRESET' });
  });

  it('the deadline passes before the handshake ends', async () => {
    const server = await serve();
    const call = openHttp()(post(server, { url: `https://one.example:${server.port}/`, timeout: 0.1 }));
    expect(await faultOf(call)).toMatchObject({
      sent: false,
      message: 'one.example did not answer within 0.1 seconds.',
    });
  });

  it('the caller had cancelled', async () => {
    const server = await serve();
    const fault = await faultOf(openHttp()(post(server, { signal: AbortSignal.abort() })));
    expect(fault).toMatchObject({ sent: false, message: 'The call to one.example was cancelled.' });
    expect(server.received).toEqual([]);
  });

  it('the caller cancels while connecting, and nothing is sent later', async () => {
    const server = await serve();
    const name = Promise.withResolvers<Awaited<ReturnType<Lookup>>>();
    const lookup = vi.fn<Lookup>().mockReturnValue(name.promise);
    const client = createHttp({ allow: [{ range: '127.0.0.0/8' }], lookup });
    const giveUp = new AbortController();
    const call = faultOf(client.http(post(server, { signal: giveUp.signal })));
    await eventually(() => expect(lookup).toHaveBeenCalled());
    giveUp.abort();
    expect(await call).toMatchObject({ sent: false });

    const connected = once(server.server, 'connection');
    name.resolve([{ address: '127.0.0.1', family: 4 }]);
    const [socket]: Socket[] = await connected;
    await Promise.all([socket && once(socket, 'close'), client.close()]);
    expect(server.received).toEqual(['']);
  });
});

describe('the request may have arrived when', () => {
  const head = 'HTTP/1.1 200 OK\r\n';

  it.each<[string, (socket: Socket) => void]>([
    ['the connection is reset', (socket) => socket.resetAndDestroy()],
    ['the connection ends', (socket) => socket.end()],
    ['the answer is not HTTP', (socket) => socket.end('SMTP ready')],
    ['the head of the answer breaks off', (socket) => socket.end(head)],
    ['the answer is shorter than declared', (socket) => socket.end(`${head}Content-Length: 9\r\n\r\n{}`)],
    [
      'the last chunk is missing',
      (socket) => socket.end(`${head}Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n`),
    ],
  ])('%s', async (_how, onData) => {
    const server = await serve(onData);
    const fault = await faultOf(openHttp()(post(server)));
    expect(fault).toMatchObject({ kind: 'unavailable', sent: true });
    expect(fault.message).toMatch(
      /^The call to one\.example broke off before its answer was complete( \(\w+\))?\.$/,
    );
  });

  it.each<[string, (socket: Socket) => void]>([
    ['the server is silent', () => {}],
    ['the answer drips', (socket) => drip(socket, `${head}Content-Length: 100000\r\n\r\n`)],
  ])('%s until the time is over', async (_how, onData) => {
    const server = await serve(onData);
    expect(await faultOf(openHttp()(post(server, { timeout: 0.2 })))).toMatchObject({
      sent: true,
      message: 'one.example did not answer within 0.2 seconds.',
    });
  });

  it('the answer is too long', async () => {
    const chunk = `${(1024 * 1024).toString(16)}\r\n${'x'.repeat(1024 * 1024)}\r\n`;
    const server = await serve((socket) => {
      socket.write(`${head}Transfer-Encoding: chunked\r\n\r\n${chunk.repeat(5)}`);
    });
    expect(await faultOf(openHttp()(post(server)))).toMatchObject({
      sent: true,
      message: 'one.example answered with more than 4 MB.',
    });
  });

  it('the caller cancels after sending', async () => {
    const giveUp = new AbortController();
    const server = await serve(() => giveUp.abort());
    expect(await faultOf(openHttp()(post(server, { signal: giveUp.signal })))).toMatchObject({ sent: true });
  });
});

it('a refused call closes its body, and survives an error of the close', async () => {
  const server = await serve();
  await server.close();
  const closing = vi.fn((_error: Error | null, done: (error: Error) => void) => done(new Error('disk gone')));
  const body = new Readable({ read: () => {}, destroy: closing });
  expect(await faultOf(openHttp()(post(server, { body })))).toMatchObject({ sent: false });
  expect(closing).toHaveBeenCalledOnce();
});

it('a fault shows neither headers nor bodies', async () => {
  const server = await serve((socket) => socket.end('HTTP/1.1 200 OK\r\ntoken-of-answer token-of-answer'));
  const headers = { authorization: 'Bearer token-of-request' };
  const error = await openHttp()(post(server, { headers, body: 'token-of-body' })).catch((e: unknown) => e);
  expect(error).toBeInstanceOf(NetworkFault);
  expect(inspectDeep(error)).not.toMatch(/token-of/);
});

function inspectDeep(error: unknown): string {
  if (!(error instanceof Error)) return JSON.stringify(error);
  return [error.stack, JSON.stringify(error), inspectDeep(error.cause ?? null)].join('\n');
}

function drip(socket: Socket, head: string): void {
  socket.write(head);
  const drops = setInterval(() => socket.write('x'), 10);
  socket.on('close', () => clearInterval(drops));
}
