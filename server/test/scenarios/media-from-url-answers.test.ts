import { createServer, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { app } from '../support/app.ts';
import type { Client } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import { linkErrors, openLinks, type Serve } from '../support/links.ts';
import { listen } from '../support/loopback.ts';
import { makePicture, requireTidy } from '../support/media.ts';

const links = await openLinks();
const { service, site, add, publish, refuse } = links;
const dialled = [`127.0.0.1:${site.port}`];

afterEach(async () => {
  vi.restoreAllMocks();
  await requireTidy(service);
});
afterAll(() => links.close());

const png = await makePicture('png');
const mebibyte = 1024 * 1024;
const brokeOff = /^The link (broke off before the file was complete|cannot be reached)( \(\w+\))?\.$/;

/** Everything after the head of the request, unchanged. */
const answerRaw =
  (serve: (socket: Socket) => void): Serve =>
  ({ socket }) =>
    serve(socket);
const ok = 'HTTP/1.1 200 OK\r\n';

async function refusal(serve: Serve | Buffer) {
  const { status, error } = await add({ url: publish('/file.png', serve) });
  expect(JSON.stringify(error), 'nothing of the answer is told').not.toMatch(/secret|127\.0\.0\.1/);
  const { reason } = (error.details ?? {}) as { reason?: string };
  return { answer: [status, error.code, reason], message: error.message };
}

/** Writes until the client has disconnected. */
function writeEndlessly(response: ServerResponse, piece: Buffer): void {
  const again = () => {
    while (!response.destroyed && response.write(piece));
  };
  response.on('drain', again);
  again();
}

describe('an answer', () => {
  test.each([201, 204, 206, 300, 304, 400, 401, 403, 404, 410, 500, 503])('with %i is refused', (status) =>
    refuse(
      publish(`/${status}.png`, (_request, response) => {
        response.writeHead(status, { 'retry-after': '1', 'content-range': 'bytes 0-9/99' });
        response.end(status === 204 || status === 304 ? undefined : png);
      }),
      'not_a_file',
      `The link answered ${status}; ${linkErrors.noFile}`,
      dialled,
    ),
  );

  test.each<[string, Buffer]>([
    ['a page to sign in', Buffer.from('<!doctype html><form action=/login>secret')],
    ['JSON', Buffer.from('{"secret":1}')],
    [
      'an SVG drawing',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    ],
    ['a PDF', Buffer.from('%PDF-1.7\nsecret')],
    ['a packed picture', gzipSync(png)],
    ['a picture and a script', Buffer.concat([png, Buffer.from('<script>secret()</script>')])],
    ['half a picture', png.subarray(0, 60)],
  ])('with %s is not an image, whatever its name', async (_what, bytes) => {
    const { answer } = await refusal((_request, response) => {
      response
        .writeHead(200, { 'content-type': 'image/png', 'x-content-type-options': 'nosniff' })
        .end(bytes);
    });
    expect(answer).toEqual([422, 'unfit_file', undefined]);
  });

  test('without bytes is refused', () =>
    refuse(publish('/empty.png', Buffer.alloc(0)), 'not_a_file', 'The link opens an empty file.', dialled));

  test.each(['gzip', 'br', 'deflate', 'GZIP, identity', 'secret'])(
    'in %s is refused unread',
    async (coding) => {
      const { answer, message } = await refusal((_request, response) => {
        response.writeHead(200, { 'content-encoding': coding });
        writeEndlessly(response, gzipSync(Buffer.alloc(mebibyte)));
      });
      expect(answer).toEqual([422, 'link_refused', 'not_a_file']);
      expect(message).toBe('The link sent a compressed answer that was not requested.');
    },
  );

  test.each<[string, (socket: Socket) => void]>([
    ['that is longer than the file', (socket) => socket.end(`${ok}Content-Length: 9999\r\n\r\nsecret`)],
    ['that is not a number', (socket) => socket.end(`${ok}Content-Length: many\r\n\r\nsecret`)],
    ['that is negative', (socket) => socket.end(`${ok}Content-Length: -1\r\n\r\nsecret`)],
    ['that is repeated', (socket) => socket.end(`${ok}Content-Length: 6\r\nContent-Length: 7\r\n\r\nsecret`)],
    [
      'beside chunks',
      (socket) => socket.end(`${ok}Content-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`),
    ],
    [
      'of chunks that is not a number',
      (socket) => socket.end(`${ok}Transfer-Encoding: chunked\r\n\r\nzz\r\nsecret`),
    ],
    [
      'of chunks without the last one',
      (socket) => socket.end(`${ok}Transfer-Encoding: chunked\r\n\r\n6\r\nsecret\r\n`),
    ],
    [
      'that a reset cuts short',
      (socket) => socket.write(`${ok}Content-Length: 99\r\n\r\nsecret`, () => socket.resetAndDestroy()),
    ],
    ['of another protocol', (socket) => socket.end('220 secret SMTP ready\r\n')],
    ['of nothing at all', (socket) => socket.end()],
    ['of a head without end', (socket) => socket.end(ok + 'X-Secret: secret\r\n'.repeat(5000))],
  ])('with a length %s is refused', async (_what, serve) => {
    const { answer, message } = await refusal(answerRaw(serve));
    expect(answer).toEqual([422, 'link_refused', 'unreachable']);
    expect(message).toMatch(brokeOff);
  });

  test('with a length that is shorter than the file is read up to that length', async () => {
    const more = Buffer.concat([
      Buffer.from(`${ok}Content-Length: ${png.length}\r\n\r\n`),
      png,
      Buffer.from('secret'),
    ]);
    const whole = await add({
      url: publish(
        '/short.png',
        answerRaw((socket) => socket.end(more)),
      ),
    });
    expect(whole.data).toMatchObject({ size: png.length });
    const less = Buffer.concat([Buffer.from(`${ok}Content-Length: 60\r\n\r\n`), png]);
    const { answer } = await refusal(answerRaw((socket) => socket.end(less)));
    expect(answer).toEqual([422, 'unfit_file', undefined]);
  });
});

describe('a file above its limit', () => {
  const image = Buffer.concat([png, Buffer.alloc(mebibyte)]);
  const mp4 = Buffer.alloc(mebibyte);
  mp4.write('\0\0\0\x18ftypmp42\0\0\0\0mp42isom', 'latin1');

  test.each<[string, number | undefined, Buffer, string]>([
    [
      'an image, by its stated length',
      16 * mebibyte + 1,
      image,
      'The file is larger than 16 MB, the limit for images.',
    ],
    ['an image without end', undefined, image, 'The file is larger than 16 MB, the limit for images.'],
    [
      'any bytes without end',
      undefined,
      Buffer.alloc(mebibyte, 7),
      'The file is larger than 16 MB, the limit for images.',
    ],
    [
      'a page without end',
      undefined,
      Buffer.alloc(mebibyte, '<p>secret'),
      'The file is larger than 16 MB, the limit for images.',
    ],
    [
      'a video, by its stated length',
      512 * mebibyte + 1,
      mp4,
      'The file is larger than 512 MB, the limit for videos.',
    ],
    ['any bytes, by their stated length', 1e15, mp4, 'The file is larger than 512 MB, the limit for videos.'],
  ])('is refused with 413: %s', async (_what, length, piece, message) => {
    const gone = Promise.withResolvers<void>();
    const refused = await refusal((_request, response) => {
      response.on('close', gone.resolve);
      response.writeHead(200, length === undefined ? {} : { 'content-length': length });
      writeEndlessly(response, piece);
    });
    expect(refused).toEqual({ answer: [413, 'file_too_large', undefined], message });
    await gone.promise;
  });
});

describe('a download of more than 20 seconds', () => {
  /** Shortens only the deadline, to a fifth of a second. */
  function shortenDeadline(): void {
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout(ms === 20_000 ? 200 : ms));
  }

  const drip = (head: string, drop: string) => (socket: Socket) => {
    socket.write(head);
    const drops = setInterval(() => socket.write(drop), 10);
    socket.on('close', () => clearInterval(drops));
  };

  test.each<[string, (socket: Socket) => void]>([
    ['silence', () => {}],
    ['a drip of the head', drip(ok, 'a: b\r\n')],
    ['a drip of hints', drip('', 'HTTP/1.1 103 Early Hints\r\n\r\n')],
    ['a drip of the file', drip(`${ok}Content-Length: 99999\r\n\r\n`, 'x')],
    ['a drip of chunks', drip(`${ok}Transfer-Encoding: chunked\r\n\r\n`, '1\r\nx\r\n')],
    [
      'a stall in the file',
      (socket) => socket.write(`${ok}Content-Length: 99999\r\n\r\n${'x'.repeat(9999)}`),
    ],
  ])('is refused, and its connection ends: %s', async (_how, serve) => {
    shortenDeadline();
    const gone = Promise.withResolvers<void>();
    const { answer, message } = await refusal(
      answerRaw((socket) => {
        socket.on('close', () => gone.resolve());
        serve(socket);
      }),
    );
    expect(answer).toEqual([422, 'link_refused', 'too_slow']);
    expect(message).toBe('The file did not arrive within 20 seconds.');
    await gone.promise;
  });

  test('is refused for a name whose server does not answer', async () => {
    shortenDeadline();
    await using silent = await app({ lookup: () => new Promise(() => {}) });
    const body = { url: 'http://cdn.example/a.png' };
    const { error } = await silent.request('POST', '/media/from-url', { body });
    expect(error.message).toBe('The file did not arrive within 20 seconds.');
  });
});

test('sixteen downloads that hang hold no connection to the database, and others wait for them', async () => {
  const hanging = new Set<ServerResponse>();
  const url = publish('/hanging.png', (_request, response) => hanging.add(response));
  const people = [];
  for (let count = 0; count < 5; count += 1) people.push(await service.as('editor'));
  const ask = (client: Client) => client.call('addMediaFromUrl', { body: { url } });
  // More than there are connections, each of which would wait in vain.
  const answers = people.flatMap((client) => [1, 2, 3, 4].map(() => ask(client)));
  await eventually(() => expect(hanging.size).toBe(16));
  expect((await service.call('listMedia', { query: {} })).status).toBe(200);
  // Waiting downloads count, too.
  for (const client of people) {
    const { status, error } = await ask(client);
    expect([status, error.code, error.message]).toEqual([
      429,
      'rate_limited',
      'You already have 4 downloads from links in progress, across all workspaces and API keys. Wait until one has finished.',
    ]);
  }
  expect(hanging.size).toBe(16);
  for (const response of hanging) response.end(png);
  await eventually(() => expect(hanging.size).toBe(20));
  for (const response of hanging) response.end(png);
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(Array(20).fill(201));
});

test('downloads are counted, and refused with 429 beyond the limit before a connection is made', async () => {
  const server = await listen(createServer((_request, response) => response.end(png)));
  await using limited = await app({
    rateLimitWrites: 2,
    outboundAllow: [{ range: '127.0.0.1/32', port: server.port }],
  });
  const body = { url: `http://127.0.0.1:${server.port}/a.png` };
  const answers = [];
  for (const _ of [1, 2, 3]) answers.push(await limited.request('POST', '/media/from-url', { body }));
  await server.close();
  const remaining = answers.map(({ status, headers }) => [status, headers.get('ratelimit-remaining')]);
  expect(remaining).toEqual([
    [201, '1'],
    [201, '0'],
    [429, '0'],
  ]);
  expect(Number(answers[2]?.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(server.received).toHaveLength(2);
});
