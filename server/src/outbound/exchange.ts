/** One request and its whole answer, with proof of whether anything was sent. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import { GrowingBuffer } from '../growing-buffer.ts';

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** `sent: false` is certain: no byte of the request was handed to a socket. */
export class Unanswered extends Error {
  readonly sent: boolean;

  constructor(sent: boolean, cause: unknown) {
    super('The request got no complete answer.', { cause });
    this.name = 'Unanswered';
    this.sent = sent;
  }
}

/**
 * Bytes of large answers that this process keeps at once, beyond the first of each. Hundreds of calls may run, and
 * servers that answer slowly would otherwise fill the memory.
 */
const room = { free: 64 * 1024 * 1024 };
const SMALL = 256 * 1024;

/** Heads that a server may send before the one of its answer. Each is work, and some servers never come to an end. */
export const MOST_HINTS = 20;

/**
 * Throws {@link Unanswered}. Error codes alone cannot tell a connection reset in the handshake from one reset
 * after the request; but the dispatcher says when it starts to write, and never starts one request twice.
 * With `most`, an answer ends after so many bytes, and what else would come is not waited for.
 */
export async function exchange(
  dispatcher: Dispatcher,
  request: Dispatcher.DispatchOptions,
  signal: AbortSignal,
  most = Number.POSITIVE_INFINITY,
): Promise<Answer> {
  if (signal.aborted) throw new Unanswered(false, signal.reason);
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  let started: Dispatcher.DispatchController | undefined;
  let head: Pick<Answer, 'status' | 'headers'> = { status: 0, headers: {} };
  const body = new GrowingBuffer();
  let hints = 0;
  let taken = 0;
  const take = (size: number) => {
    const more = Math.max(0, size - SMALL) - taken;
    taken += more;
    room.free -= more;
    return room.free >= 0;
  };
  const fail = (cause: unknown) => reject(new Unanswered(started !== undefined, cause));
  const abort = () => (started ? started.abort(signal.reason) : fail(signal.reason));
  signal.addEventListener('abort', abort, { once: true });
  dispatcher.dispatch(request, {
    onRequestStart(controller) {
      // Given up while connecting: the caller was told that nothing was sent, so nothing may be.
      if (signal.aborted) controller.abort(signal.reason);
      else started = controller;
    },
    onResponseStart(controller, status, headers) {
      head = { status, headers };
      if (status < 200) hints += 1;
      if (hints > MOST_HINTS) controller.abort(new Error('the server only hints at an answer'));
    },
    onResponseData(controller, chunk) {
      body.add(chunk.subarray(0, most - body.size));
      if (!take(body.size)) controller.abort(new Error('too many large answers arrive'));
      if (body.size < most) return;
      resolve({ ...head, body: body.take() });
      controller.abort(new Error('enough was read'));
    },
    onResponseEnd: () => resolve({ ...head, body: body.take() }),
    onResponseError: (_controller, cause) => fail(cause),
  });
  return promise.finally(() => {
    signal.removeEventListener('abort', abort);
    room.free += taken;
    taken = 0;
  });
}
