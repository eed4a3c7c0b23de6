import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
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

useDownloads();

const mebibyte = 2 ** 20;
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Bytes in use outside of the heap. Garbage is collected first, however busy the machine is. */
function countHeld(): number {
  // The second run starts when the first has freed everything.
  for (let times = 0; times < 2; times += 1) collect();
  return process.memoryUsage().arrayBuffers;
}

/** The first bytes of an MP4 file, and zeros up to the size. */
function video(size: number): Buffer {
  const bytes = Buffer.alloc(size);
  bytes.write('\0\0\0\x18ftypmp42\0\0\0\0mp42isom', 'latin1');
  return bytes;
}

const ok = 'HTTP/1.1 200 OK\r\n';
const sized = (size: number) => `${ok}Content-Length: ${size}\r\n\r\n`;
const chunked = `${ok}Transfer-Encoding: chunked\r\n\r\n`;
const hexLine = ({ length }: Buffer | string) => `${length.toString(16)}\r\n`;
const chunk = (bytes: Buffer | string) => `${hexLine(bytes)}${bytes}\r\n`;

describe('a file', () => {
  it.each([
    ['of a declared length', [sized(9), 'ding dong']],
    ['in chunks', [chunked, chunk('ding '), chunk('dong'), '0\r\n\r\n']],
    ['up to the end of the connection', [`${ok}\r\n`, 'ding dong']],
    ['that claims to be identical', [`${ok}Content-Encoding: identity\r\n\r\n`, 'ding dong']],
    ['after early hints', ['HTTP/1.1 103 Early Hints\r\nLink: <a>\r\n\r\n', sized(9), 'ding dong']],
    ['followed by unannounced bytes', [sized(9), 'ding dong', 'more'.repeat(9)]],
  ])('%s is written to the given path, readable only by this user', async (_how, pieces) => {
    const server = await answering(...pieces);
    const { size, url } = await fetchFrom(server);
    expect([size, url.href]).toEqual([9, `http://127.0.0.1:${server.port}/a.png`]);
    expect(await readFile(place.into, 'utf8')).toBe('ding dong');
    expect((await stat(place.into)).mode & 0o777).toBe(0o600);
  });

  const long = Buffer.from(Array.from({ length: mebibyte + 300_000 }, (_, at) => at % 251));
  const cut = Array.from({ length: 1349 }, (_, n) => long.subarray(n * 1000, (n + 1) * 1000));

  it.each([
    ['at once', [sized(long.length), long]],
    ['in small chunks', [chunked, ...cut.flatMap((part) => [hexLine(part), part, '\r\n']), '0\r\n\r\n']],
    ['up to the end of the connection', [`${ok}\r\n`, long]],
  ])('of more than one block that is sent %s arrives unchanged', async (_how, pieces) => {
    await fetchFrom(await answering(...pieces), { limits: { image: 2 * mebibyte, video: 2 * mebibyte } });
    expect((await readFile(place.into)).equals(long)).toBe(true);
  });

  it('in chunks of a few bytes is refused early', async () => {
    const crumbs = chunk('x').repeat(50_000);
    expect(await refusalFrom(await answering(chunked, crumbs, '0\r\n\r\n'))).toEqual([
      'not_a_file',
      expect.stringContaining('pieces of a few bytes'),
    ]);
  });

  it('after endless early hints is refused', async () => {
    const hint = 'HTTP/1.1 103 Early Hints\r\nLink: <a>\r\n\r\n';
    const server = await answering(hint.repeat(1000), sized(4), 'file');
    expect(await refusalFrom(server)).toEqual(['unreachable', expect.stringContaining('cannot be reached')]);
  });

  it('does not overwrite another file', async () => {
    await writeFile(place.into, 'older');
    await expect(fetchFrom(await answering(sized(1), 'x'))).rejects.toMatchObject({ code: 'EEXIST' });
    expect(await readFile(place.into, 'utf8')).toBe('older');
  });

  it('is downloaded without the proxy of the environment', async () => {
    const proxy = await answering('HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nproxy');
    for (const name of ['http_proxy', 'HTTP_PROXY', 'all_proxy', 'ALL_PROXY']) {
      vi.stubEnv(name, `http://127.0.0.1:${proxy.port}`);
    }
    await fetchFrom(await answering(sized(4), 'file'));
    expect(proxy.received).toEqual([]);
  });

  it('has only a few of its chunks in memory at once', async () => {
    const size = 192 * mebibyte;
    let most = 0;
    const serving = createServer((_request, response) => {
      const piece = video(mebibyte);
      response.writeHead(200, { 'content-length': size });
      const pieces = function* () {
        for (let sent = 0; sent < size; sent += piece.length) {
          if (sent % (32 * mebibyte) === 0) most = Math.max(most, countHeld());
          yield piece;
        }
      };
      void pipeline(Readable.from(pieces()), response).catch(() => {});
    });
    const server = await closeAfterTest(listen(serving));
    const before = countHeld();
    const { size: got } = await fetchFrom(server, { seconds: 3600, limits: { image: 1, video: size } });
    expect(got).toBe(size);
    expect(most - before).toBeLessThan(24 * mebibyte);
  });
});

describe('a limit', () => {
  const tooLarge = (most: string) => ['too_large', `The file is larger than ${most}.`];

  it.each([
    ['an image', Buffer.alloc(downloadLimits.image, 'x')],
    ['a video', video(downloadLimits.video)],
    ['a short video', video(100)],
  ])('permits %s of exactly its size', async (_kind, bytes) => {
    expect((await fetchFrom(await answering(sized(bytes.length), bytes))).size).toBe(bytes.length);
    await rm(place.into);
    expect((await fetchFrom(await answering(`${ok}\r\n`, bytes))).size).toBe(bytes.length);
  });

  it.each([
    ['an image', Buffer.alloc(downloadLimits.image + 1, 'x'), '1 MB, the limit for images'],
    ['a video', video(downloadLimits.video + 1), '2 MB, the limit for videos'],
  ])('stops %s that is one byte larger', async (_kind, bytes, most) => {
    const inChunks = [chunked, chunk(bytes.toString('latin1')), '0\r\n\r\n'].map((one) =>
      Buffer.from(one, 'latin1'),
    );
    expect(await refusalFrom(await answering(...inChunks))).toEqual(tooLarge(most));
    expect(await refusalFrom(await answering(`${ok}\r\n`, bytes))).toEqual(tooLarge(most));
  });

  it.each([
    [
      'before the first byte if no file may be as large',
      sized(downloadLimits.video + 1),
      '2 MB, the limit for videos',
    ],
    [
      'after the first bytes if no file of that type may be',
      sized(downloadLimits.image + 1) + 'x'.repeat(4100),
      '1 MB, the limit for images',
    ],
  ])('refuses an announced length %s', async (_when, answer, most) => {
    const silent = await closeAfterTest(listenRaw((socket) => socket.write(answer)));
    expect(await refusalFrom(silent)).toEqual(tooLarge(most));
  });

  it('stops endless chunks', async () => {
    const server = await closeAfterTest(
      listenRaw((socket) => {
        const piece = chunk('x'.repeat(65_536));
        const flood = () => {
          while (!socket.destroyed && socket.write(piece));
        };
        socket.write(chunked);
        socket.on('drain', flood);
        flood();
      }),
    );
    expect(await refusalFrom(server)).toEqual(tooLarge('1 MB, the limit for images'));
  });
});

describe('an answer that is not a file', () => {
  it.each([201, 203, 204, 206, 300, 304, 400, 401, 403, 404, 410, 429, 500, 503])(
    'status %i is refused, and its text not shown',
    async (status) => {
      const body = status === 204 || status === 304 ? '' : 'secret';
      const server = await answering(
        `HTTP/1.1 ${status} secret\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      );
      expect(await refusalFrom(server)).toEqual([
        'not_a_file',
        `The link answered ${status}; it must open the file itself without signing in.`,
      ]);
    },
  );

  it.each([
    'Content-Encoding: gzip',
    'content-encoding: BR',
    'Content-Encoding: identity, gzip',
    'Transfer-Encoding: gzip',
  ])('a compressed bomb is refused unread: %s', async (line) => {
    const server = await answering(`${ok}${line}\r\n\r\n`, gzipSync(Buffer.alloc(64 * mebibyte)));
    expect(await refusalFrom(server)).toEqual([
      'not_a_file',
      'The link sent a compressed answer that was not requested.',
    ]);
  });

  it('an empty one is refused', async () => {
    const server = await answering(sized(0));
    expect(await refusalFrom(server)).toEqual(['not_a_file', 'The link opens an empty file.']);
  });
});

it.each([
  ['refused', 'HTTP/1.1 404 Not Found\r\n\r\nand so on'],
  ['refused for its length', sized(downloadLimits.video + 1)],
  ['of a redirect', 'HTTP/1.1 302 Found\r\nLocation: file:\r\n\r\nand so on'],
])('the connection of an answer that is %s ends at once', async (_kind, answer) => {
  const closed = Promise.withResolvers<void>();
  const serving = listenRaw((socket) => {
    socket.on('close', () => closed.resolve());
    socket.write(answer);
  });
  await refusalFrom(await closeAfterTest(serving), { seconds: 3600 });
  await closed.promise;
});

describe('an answer that breaks off', () => {
  it.each<[string, (socket: Socket) => void]>([
    ['by its end before the announced length', (socket) => socket.end(`${sized(9)}ding`)],
    ['by its end before the last chunk', (socket) => socket.end(chunked + chunk('ding'))],
    ['by a chunk of no size', (socket) => socket.end(`${chunked}zz\r\nding\r\n`)],
    [
      'by a reset before the end of the connection',
      (socket) => socket.write(`${ok}\r\nding`, () => socket.resetAndDestroy()),
    ],
    ['by a reset', (socket) => socket.write(`${sized(9)}ding`, () => socket.resetAndDestroy())],
  ])('%s is refused', async (_how, serve) => {
    const [code, message] = await refusalFrom(await closeAfterTest(listenRaw(serve)));
    expect(code).toBe('unreachable');
    expect(message).toMatch(
      /^The link (broke off before the file was complete|cannot be reached)( \(\w+\))?\.$/,
    );
  });

  it.each([
    ['nothing', ''],
    ['another protocol', '220 secret SMTP ready\r\n'],
    ['half a head', ok],
    ['a head without end', ok + 'X-Secret: secret\r\n'.repeat(5000)],
    ['two lengths', `${ok}Content-Length: 4\r\nContent-Length: 5\r\n\r\nding`],
    ['a length and chunks', `${ok}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
    ['a negative length', `${ok}Content-Length: -4\r\n\r\nding`],
    ['a length beyond numbers', `${ok}Content-Length: 99999999999999999999\r\n\r\nding`],
    [
      'another protocol to switch to',
      'HTTP/1.1 101 Switching\r\nUpgrade: secret\r\nConnection: Upgrade\r\n\r\n',
    ],
  ])('with %s is refused', async (_how, answer) => {
    const [code, message] = await refusalFrom(await answering(answer));
    expect([code, message]).toEqual([
      'unreachable',
      expect.stringMatching(/^The link cannot be reached( \(\w+\))?\.$/),
    ]);
  });

  it('from a server that does not listen is refused', async () => {
    const server = await answering('');
    await server.close();
    expect(await refusalFrom(server)).toEqual(['unreachable', 'The link cannot be reached (ECONNREFUSED).']);
  });
});
