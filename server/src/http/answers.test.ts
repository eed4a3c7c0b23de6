import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { MB } from '@belfry/contract/route.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openAnswers } from './answers.ts';

let answer: (response: ServerResponse) => void = () => undefined;
const server = createServer((_, response) => answer(response));
beforeAll(() => once(server.listen(0, '127.0.0.1'), 'listening'));
afterAll(() => server.close());

const replyOf = (raw: ServerResponse) => ({ raw }) as FastifyReply;

/** Sends a request and does not read its answer. */
function ask() {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  return socket;
}

test('an answer that its client does not read is broken off', async () => {
  const answers = openAnswers({ readTimeout: 1 });
  const { promise, resolve } = Promise.withResolvers<ServerResponse>();
  answer = (response) => {
    answers.reserve(replyOf(response), 64 * MB);
    response.end(Buffer.alloc(64 * MB));
    resolve(response);
  };
  const socket = ask();
  const response = await promise;
  await once(response, 'close');
  expect(response.writableFinished).toBe(false);
  socket.destroy();
});

test('an answer is refused if too many bytes of answers are unread', async () => {
  const answers = openAnswers({ maxUnread: 100 * MB });
  const { promise, resolve } = Promise.withResolvers<ServerResponse>();
  answer = (response) => {
    answers.reserve(replyOf(response), 64 * MB);
    response.end(Buffer.alloc(64 * MB));
    resolve(response);
  };
  const socket = ask();
  const unread = await promise;
  expect(() => answers.reserve(replyOf(unread), 37 * MB)).toThrow(/Too many large answers/);
  socket.destroy();
  await once(unread, 'close');
  expect(() => answers.reserve(replyOf(unread), 99 * MB)).not.toThrow();
});

test('a person’s ninth request waits; after a second of waiting, its rights are checked again', async () => {
  let now = 0;
  const answers = openAnswers({ elapsed: () => now });
  const request = { caller: { userId: 7 } } as Pick<FastifyRequest, 'caller'>;
  const responses: ServerResponse[] = [];
  const arrived = Promise.withResolvers<void>();
  answer = (response) => {
    if (responses.push(response) === 10) arrived.resolve();
  };
  const sockets = Array.from({ length: 10 }, ask);
  await arrived.promise;
  const waits: boolean[] = [];
  const runs = responses.map((response) =>
    answers.run(request, replyOf(response), async (hasWaited) => waits.push(hasWaited)),
  );
  await Promise.all(runs.slice(0, 8));
  expect(waits).toEqual(Array(8).fill(false));
  now = 1000;
  responses[0]?.end();
  await runs[8];
  now = 1001;
  responses[1]?.end();
  await runs[9];
  expect(waits.slice(8)).toEqual([false, true]);
  for (const socket of sockets) socket.destroy();
});
