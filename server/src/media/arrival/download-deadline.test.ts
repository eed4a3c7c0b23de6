import { readdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { Socket } from 'node:net';
import { describe, expect, it, vi } from 'vitest';
import {
  answering,
  closeAfterTest,
  downloadLimits,
  fetchFrom,
  place,
  refusalFrom,
  useDownloads,
} from '../../../test/support/downloads.ts';
import { listen, listenRaw } from '../../../test/support/loopback.ts';
import { serveNames } from '../../../test/support/resolver.ts';
import { lookupAll } from '../../outbound/dial.ts';
import { download } from './download.ts';

useDownloads();

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
    const server = await closeAfterTest(
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
    expect(await refusalFrom(await closeAfterTest(listen(server)), { seconds: 0.2 })).toEqual(tooSlow);
  });

  it('a handshake without an answer', async () => {
    const { port } = await closeAfterTest(listenRaw());
    const options = {
      allow: [{ range: '127.0.0.0/8' }],
      lookup: lookupAll,
      seconds: 0.2,
      limits: downloadLimits,
    };
    const error = await download(`https://127.0.0.1:${port}/`, place.into, options).catch(
      (reason: unknown) => reason,
    );
    expect(error).toMatchObject({ code: 'too_slow' });
    expect(await readdir(place.folder)).toEqual([]);
  });

  it('a query to a name server that does not answer', async () => {
    const { lookup, asked } = await closeAfterTest(serveNames({ 'files.example': [] }));
    const options = { allow: [], lookup, seconds: 0.2, limits: downloadLimits };
    const error = await download('http://files.example/', place.into, options).catch(
      (reason: unknown) => reason,
    );
    expect(error).toMatchObject({ code: 'too_slow' });
    expect(asked).toContain('files.example');
  });

  it('a lookup, whose late answer is not dialled', async () => {
    const server = await answering(sized(4), 'file');
    const name = Promise.withResolvers<{ address: string; family: number }[]>();
    const allow = [{ host: 'files.example' }];
    const options = { allow, lookup: () => name.promise, seconds: 0.05, limits: downloadLimits };
    await expect(download(`http://files.example:${server.port}/`, place.into, options)).rejects.toThrow(
      '0.05 seconds',
    );
    const connected = vi.fn();
    server.server.on('connection', connected);
    name.resolve([{ address: '127.0.0.1', family: 4 }]);
    await fetchFrom(server);
    expect(connected).toHaveBeenCalledOnce();
  });
});
