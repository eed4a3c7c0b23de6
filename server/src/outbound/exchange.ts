/** Sends one request and reads its answer. An error states whether anything was sent. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import { GrowingBuffer } from '../base/growing-buffer.ts';

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** `sent: false` is certain: undici wrote no byte of the request to a socket. */
export class Unanswered extends Error {
  readonly sent: boolean;

  constructor(sent: boolean, cause: unknown) {
    super('The request got no complete answer.', { cause });
    this.name = 'Unanswered';
    this.sent = sent;
  }
}

/**
 * Bytes that all answers of this process may buffer together. The first {@link UNCOUNTED_BYTES} of each answer do not
 * count. Without this limit, hundreds of slow servers could fill the memory.
 */
const budget = { free: 64 * 1024 * 1024 };
const UNCOUNTED_BYTES = 256 * 1024;

/** Limits the informational responses (1xx) before an answer, because a hostile server could send them for ever. */
export const MAX_INFORMATIONAL = 20;

/**
 * Throws {@link Unanswered}. An error code cannot distinguish a connection reset during the handshake from a reset
 * after the request. The dispatcher can: it reports when it starts to write, and it starts each request only once.
 * `truncateAt`: bytes. The answer ends there, and the connection is closed without the rest.
 */
export async function exchange(
  dispatcher: Dispatcher,
  request: Dispatcher.DispatchOptions,
  signal: AbortSignal,
  truncateAt = Number.POSITIVE_INFINITY,
): Promise<Answer> {
  if (signal.aborted) throw new Unanswered(false, signal.reason);
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  let started: Dispatcher.DispatchController | undefined;
  let head: Pick<Answer, 'status' | 'headers'> = { status: 0, headers: {} };
  const body = new GrowingBuffer();
  let informational = 0;
  let reserved = 0;
  const reserve = (size: number) => {
    const more = Math.max(0, size - UNCOUNTED_BYTES) - reserved;
    reserved += more;
    budget.free -= more;
    return budget.free >= 0;
  };
  const fail = (cause: unknown) => reject(new Unanswered(started !== undefined, cause));
  const abort = () => (started ? started.abort(signal.reason) : fail(signal.reason));
  signal.addEventListener('abort', abort, { once: true });
  dispatcher.dispatch(request, {
    onRequestStart(controller) {
      // The caller cancelled while undici connected, and was informed that nothing was sent. So send nothing.
      if (signal.aborted) controller.abort(signal.reason);
      else started = controller;
    },
    onResponseStart(controller, status, headers) {
      head = { status, headers };
      if (status < 200) informational += 1;
      if (informational > MAX_INFORMATIONAL) {
        controller.abort(new Error('the server sent too many informational responses'));
      }
    },
    onResponseData(controller, chunk) {
      body.add(chunk.subarray(0, truncateAt - body.size));
      if (!reserve(body.size)) controller.abort(new Error('too many large answers at once'));
      if (body.size < truncateAt) return;
      resolve({ ...head, body: body.take() });
      controller.abort(new Error('the answer was truncated'));
    },
    onResponseEnd: () => resolve({ ...head, body: body.take() }),
    onResponseError: (_controller, cause) => fail(cause),
  });
  return promise.finally(() => {
    signal.removeEventListener('abort', abort);
    budget.free += reserved;
    reserved = 0;
  });
}
