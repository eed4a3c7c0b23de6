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

const PIECES = 20_000;
const bounds = { limit: PIECES, takeRoom: async () => undefined };

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Bytes that are in use. */
function measure(): number {
  collectGarbage();
  const { heapUsed, arrayBuffers } = memoryUsage();
  return heapUsed + arrayBuffers;
}

/** Sends a body of so many bytes, each in a chunk of its own. */
function sendByteByByte({ port }: Loopback, pieces = PIECES): void {
  const socket = connect(port, '127.0.0.1');
  socket.write('POST / HTTP/1.1\r\nhost: belfry\r\ntransfer-encoding: chunked\r\n\r\n');
  socket.end(`${'1\r\nx\r\n'.repeat(pieces)}0\r\n\r\n`);
}

test('a body in pieces of one byte takes no more memory than its bytes', async () => {
  await using server = await listenOnce();
  sendByteByByte(server.loopback);
  const request = await server.request;
  const before = measure();
  let atEnd = Number.NaN;
  // Called before the listener of the body itself.
  request.once('end', () => {
    atEnd = measure();
  });
  expect(await receiveBody(request, bounds)).toEqual(Buffer.alloc(PIECES, 'x'));
  expect((atEnd - before) / PIECES).toBeLessThan(100);
});

test('a body in very many pieces is refused', async () => {
  await using server = await listenOnce();
  sendByteByByte(server.loopback, PIECES + 1);
  const received = receiveBody(await server.request, { ...bounds, limit: 2 * PIECES });
  await expect(received).rejects.toMatchObject({ code: 'bad_request', message: /20000 pieces/ });
});

async function listenOnce() {
  const server = createServer();
  const request = once(server, 'request').then(([first]) => first as IncomingMessage);
  const loopback = await listen(server);
  return { loopback, request, [Symbol.asyncDispose]: () => loopback.close() };
}
