/** Bodies of requests. Small ones are read at once. Large ones wait in a queue, and threads read them. */
import type { IncomingMessage } from 'node:http';
import { bodyLimitOf, MB, type Route } from '@belfry/contract/route.ts';
import type { FastifyRequest } from 'fastify';
import { FairQueue } from '../../base/fair-queue.ts';
import { Problem } from '../../base/problem.ts';
import { hasReadingMethod, userOf } from '../authenticate.ts';
import { LARGE_BODY, receiveBody } from './arrival.ts';
import { type Body, type BodyInput, readJson } from './json.ts';
import { openReaders } from './readers.ts';

/** Bytes of large bodies in memory. Each counts in full from its beginning. */
const MAX_BYTES = 64 * MB;
/** Milliseconds for which a large body waits until there is memory for it. */
const QUEUE_TIMEOUT = 20_000;

type Target = Pick<BodyInput, 'route'> & { rules: Route };

export interface Bodies {
  /**
   * Reads and checks the body, and passes it to `work`; undefined if the request has none. Each person may have one
   * large body at a time, until `work` is done.
   */
  run<T>(request: FastifyRequest, target: Target, work: (body: Body | undefined) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export function openBodies(): Bodies {
  const queue = new FairQueue({
    places: MAX_BYTES,
    each: 1,
    timeout: { milliseconds: QUEUE_TIMEOUT, refusal: tooMany },
  });
  const readers = openReaders();
  return {
    async run(request, { route, rules }, work) {
      if (!hasBody(request)) return work(undefined);
      let release: (() => void) | undefined;
      let isOver = false;
      const reserve = async (places: number) => {
        release = await queue.take({ owner: userOf(request), places, signal: signalOf(request.raw) });
        // The client may disconnect at the moment at which memory becomes free.
        if (isOver) release();
      };
      try {
        const bytes = await receiveBody(request.raw, { limit: bodyLimitOf(rules), reserve });
        if (bytes.length === 0) return await work(undefined);
        const { method, url, headers } = request;
        const isKeyed = rules.idempotent === true && headers['idempotency-key'] !== undefined;
        const input = { route, bytes, ...(isKeyed && { request: { method, url } }) };
        return await work(bytes.length > LARGE_BODY ? await readers.read(input) : readJson(input));
      } finally {
        isOver = true;
        release?.();
      }
    },
    close: () => readers.close(),
  };
}

function hasBody(request: FastifyRequest): boolean {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = request.headers;
  return !hasReadingMethod(request) && (length !== '0' || encoding !== undefined);
}

/** Aborts when the client has disconnected, so that its request stops waiting. */
function signalOf(request: IncomingMessage): AbortSignal {
  const controller = new AbortController();
  const abort = () => controller.abort(tooMany());
  if (request.destroyed) abort();
  else request.once('close', abort);
  return controller.signal;
}

function tooMany(): Problem {
  return new Problem('unavailable', {
    message: 'Too many large bodies are arriving; try again in a moment.',
  });
}
