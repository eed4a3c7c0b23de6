/** Bodies of requests: small ones are read at once, large ones in turns and in threads of their own. */
import type { IncomingMessage } from 'node:http';
import type { Route } from '@belfry/contract/route.ts';
import { bodyLimitOf, MB } from '@belfry/contract/route.ts';
import type { FastifyRequest } from 'fastify';
import { FairQueue } from '../../fair-queue.ts';
import { Problem } from '../../problem.ts';
import { isRead } from '../authenticate.ts';
import { LARGE, receiveBody } from './arrival.ts';
import type { Body, BodyInput } from './json.ts';
import { readJson } from './json.ts';
import { openReaders } from './readers.ts';

/** Bytes of large bodies that are kept at once, counted from their first. */
const ROOM = 64 * MB;
/** Milliseconds for which a large body waits until it is taken in. */
const PATIENCE = 20_000;

type Asked = Pick<BodyInput, 'route'> & { rules: Route };

export interface Bodies {
  /**
   * Hands the body to `work`, read and checked; undefined where none came. A large one is its sender's only one until
   * `work` is done.
   */
  take<T>(request: FastifyRequest, asked: Asked, work: (body: Body | undefined) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export function openBodies(): Bodies {
  const queue = new FairQueue({
    places: ROOM,
    each: 1,
    patience: { milliseconds: PATIENCE, refusal: tooMany },
  });
  const readers = openReaders();
  return {
    async take(request, { route, rules }, work) {
      if (!hasBody(request)) return work(undefined);
      let leave: (() => void) | undefined;
      let isOver = false;
      const takeRoom = async (places: number) => {
        leave = await queue.take({ owner: ownerOf(request), places, signal: goneOf(request.raw) });
        // The client may go at the very moment at which there is room.
        if (isOver) leave();
      };
      try {
        const bytes = await receiveBody(request.raw, { limit: bodyLimitOf(rules), takeRoom });
        if (bytes.length === 0) return await work(undefined);
        const input = { route, bytes, ...(isKeyed(request, rules) && { request: nameOf(request) }) };
        return await work(bytes.length > LARGE ? await readers.read(input) : readJson(input));
      } finally {
        isOver = true;
        leave?.();
      }
    },
    close: () => readers.close(),
  };
}

function hasBody(request: FastifyRequest): boolean {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = request.headers;
  return !isRead(request) && (length !== '0' || encoding !== undefined);
}

function ownerOf({ caller, person }: FastifyRequest): number | undefined {
  return caller?.userId ?? person?.userId;
}

/** Aborts when the client has gone: then nobody is there to read the answer. */
function goneOf(request: IncomingMessage): AbortSignal {
  const gone = new AbortController();
  const abort = () => gone.abort(tooMany());
  if (request.destroyed) abort();
  else request.once('close', abort);
  return gone.signal;
}

function tooMany(): Problem {
  return new Problem('unavailable', {
    message: 'Too many large bodies are arriving; try again in a moment.',
  });
}

function isKeyed({ headers }: FastifyRequest, { idempotent }: Route): boolean {
  return idempotent === true && headers['idempotency-key'] !== undefined;
}

function nameOf({ method, url }: FastifyRequest): { method: string; url: string } {
  return { method, url };
}
