import { Buffer } from 'node:buffer';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { memoryUsage } from 'node:process';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { type Loopback, listen } from '../../../test/support/loopback.ts';
import { receiveBody } from './arrival.ts';

const CHUNKS = 20_000;
const options = { limit: CHUNKS, reserve: async () => undefined };

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Bytes of memory in use. */
function measure(): number {
  collectGarbage();
  const { heapUsed, arrayBuffers } = memoryUsage();
  return heapUsed + arrayBuffers;
}

/** Sends a body with one byte per chunk. */
function sendByteByByte({ port }: Loopback, chunks = CHUNKS): void {
  const socket = connect(port, '127.0.0.1');
  socket.write('POST / HTTP/1.1\r\nhost: belfry\r\ntransfer-encoding: chunked\r\n\r\n');
  socket.end(`${'1\r\nx\r\n'.repeat(chunks)}0\r\n\r\n`);
}

test('a body in chunks of one byte takes no more memory than its bytes', async () => {
  await using server = await listenOnce();
  sendByteByByte(server.loopback);
  const request = await server.request;
  const before = measure();
  let atEnd = Number.NaN;
  // This listener runs before that of receiveBody.
  request.once('end', () => {
    atEnd = measure();
  });
  expect(await receiveBody(request, options)).toEqual(Buffer.alloc(CHUNKS, 'x'));
  expect((atEnd - before) / CHUNKS).toBeLessThan(100);
});

test('a body in too many chunks is refused', async () => {
  await using server = await listenOnce();
  sendByteByByte(server.loopback, CHUNKS + 1);
  const received = receiveBody(await server.request, { ...options, limit: 2 * CHUNKS });
  await expect(received).rejects.toMatchObject({ code: 'bad_request', message: /20000 chunks/ });
});

async function listenOnce() {
  const server = createServer();
  const request = once(server, 'request').then(([first]) => first as IncomingMessage);
  const loopback = await listen(server);
  return { loopback, request, [Symbol.asyncDispose]: () => loopback.close() };
}
