import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Loopback, listen, listenRaw } from '../../test/support/loopback.ts';
import { serveNames } from '../../test/support/resolver.ts';
import { lookupAll } from '../outbound/dial.ts';
import { type DownloadOptions, DownloadRefused, download } from './download.ts';

const mebibyte = 1024 * 1024;
const limits = { image: mebibyte, video: 2 * mebibyte };
const open: { close(): Promise<void> }[] = [];
let folder = '';
let into = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'belfry-download-'));
  into = join(folder, 'file');
});

afterEach(async () => {
  vi.unstubAllEnvs();
  for (const one of open.splice(0)) await one.close();
  await rm(folder, { recursive: true });
});

async function keep<T extends { close(): Promise<void> }>(starting: Promise<T>): Promise<T> {
  const one = await starting;
  open.push(one);
  return one;
}

/** A server that gives every request this answer, word for word, and then ends the connection. */
function answering(...pieces: (string | Buffer)[]): Promise<Loopback> {
  const answer = Buffer.concat(pieces.map((piece) => Buffer.from(piece)));
  return keep(listenRaw((socket) => socket.end(answer)));
}

function fetchFrom({ port }: Loopback, options: Partial<DownloadOptions> = {}) {
  const allow = [{ range: '127.0.0.0/8' }];
  return download(`http://127.0.0.1:${port}/a.png`, into, {
    allow,
    lookup: lookupAll,
    seconds: 5,
    limits,
    ...options,
  });
}

/** Also requires that nothing is left on disk. */
async function refusalFrom(server: Loopback, options?: Partial<DownloadOptions>): Promise<[string, string]> {
  const error = await fetchFrom(server, options).catch((reason: unknown) => reason);
  expect(await readdir(folder)).toEqual([]);
  if (error instanceof DownloadRefused) return [error.code, error.message];
  throw new Error('expected a refusal', { cause: error });
}

const ok = 'HTTP/1.1 200 OK\r\n';
const sized = (size: number) => `${ok}Content-Length: ${size}\r\n\r\n`;
const chunked = `${ok}Transfer-Encoding: chunked\r\n\r\n`;
const chunk = (bytes: Buffer | string) => `${bytes.length.toString(16)}\r\n${bytes}\r\n`;

describe('the deadline ends', () => {
  const tooSlow = ['too_slow', 'The file did not arrive within 0.2 seconds.'];

  function dripping(head: string, drop: string): (socket: Socket) => void {
    return (socket) => {
      socket.write(head);
      const drops = setInterval(() => socket.write(drop), 10);
      socket.on('close', () => clearInterval(drops));
    };
  }

  it.each<[string, (socket: Socket) => void]>([
    ['silence', () => {}],
    ['a stall in the head', (socket) => socket.write(ok)],
    ['a stall before the first byte', (socket) => socket.write(sized(9))],
    ['a stall in the file', (socket) => socket.write(`${sized(99_999)}${'x'.repeat(9999)}`)],
    ['a drip of the head', dripping(ok, 'a: b\r\n')],
    ['a drip of early hints', dripping('', 'HTTP/1.1 103 Early Hints\r\n\r\n')],
    ['a drip of the file', dripping(sized(99_999), 'x')],
    ['a drip of chunks', dripping(chunked, chunk('x'))],
    ['a drip of a chunk extension', dripping(`${chunked}1;`, 'x')],
    ['a drip of trailers', dripping(`${chunked}1\r\nx\r\n0\r\n`, 'a: b\r\n')],
    ['a drip up to the end of the connection', dripping(`${ok}\r\n`, 'x')],
  ])('%s, and the connection with it', async (_how, serve) => {
    const closed = Promise.withResolvers<void>();
    const server = await keep(
      listenRaw((socket) => {
        socket.on('close', () => closed.resolve());
        serve(socket);
      }),
    );
    expect(await refusalFrom(server, { seconds: 0.2 })).toEqual(tooSlow);
    await closed.promise;
  });

  it('a redirect after a redirect, each in time', async () => {
    const server = createServer((_request, response) => {
      setTimeout(() => response.writeHead(302, { location: '/' }).end(), 60);
    });
    expect(await refusalFrom(await keep(listen(server)), { seconds: 0.2 })).toEqual(tooSlow);
  });

  it('a handshake that nobody answers', async () => {
    const { port } = await keep(listenRaw());
    const options = { allow: [{ range: '127.0.0.0/8' }], lookup: lookupAll, seconds: 0.2, limits };
    const error = await download(`https://127.0.0.1:${port}/`, into, options).catch(
      (reason: unknown) => reason,
    );
    expect(error).toMatchObject({ code: 'too_slow' });
    expect(await readdir(folder)).toEqual([]);
  });

  it('a name server that is silent', async () => {
    const { lookup, asked } = await keep(serveNames({ 'files.example': [] }));
    const options = { allow: [], lookup, seconds: 0.2, limits };
    const error = await download('http://files.example/', into, options).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'too_slow' });
    expect(asked).toContain('files.example');
  });

  it('a lookup, whose late answer is not dialled', async () => {
    const server = await answering(sized(4), 'file');
    const name = Promise.withResolvers<{ address: string; family: number }[]>();
    const allow = [{ host: 'files.example' }];
    const options = { allow, lookup: () => name.promise, seconds: 0.05, limits };
    await expect(download(`http://files.example:${server.port}/`, into, options)).rejects.toThrow(
      '0.05 seconds',
    );
    const connected = vi.fn();
    server.server.on('connection', connected);
    name.resolve([{ address: '127.0.0.1', family: 4 }]);
    await fetchFrom(server);
    expect(connected).toHaveBeenCalledOnce();
  });
});
