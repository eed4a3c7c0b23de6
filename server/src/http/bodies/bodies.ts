/** Bodies of requests: small ones are read at once, large ones in turns and in threads of their own. */
import type { IncomingMessage } from 'node:http';
import type { Route } from '@belfry/contract/route.ts';
import { bodyLimitOf, MB } from '@belfry/contract/route.ts';
import type { FastifyRequest } from 'fastify';
import { Problem } from '../../problem.ts';
import { isRead } from '../authenticate.ts';
import { LARGE, receiveBody } from './arrival.ts';
import type { Body, BodyInput } from './json.ts';
import { readJson } from './json.ts';
import { openReaders } from './readers.ts';
import { openTurns } from './turns.ts';

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
  const turns = openTurns(ROOM);
  const readers = openReaders();
  return {
    async take(request, { route, rules }, work) {
      if (!hasBody(request)) return work(undefined);
      let leave: (() => void) | undefined;
      let isOver = false;
      const takeTurn = async (room: number) => {
        leave = await turns.take(ownerOf(request), room, giveUp(request.raw)).catch(refuse);
        // The client may go at the very moment at which its turn comes.
        if (isOver) leave();
      };
      try {
        const bytes = await receiveBody(request.raw, { limit: bodyLimitOf(rules), takeTurn });
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

/** When it has waited too long, or its client has gone. */
function giveUp(request: IncomingMessage): AbortSignal {
  const gone = new AbortController();
  request.once('close', () => gone.abort());
  return AbortSignal.any([gone.signal, AbortSignal.timeout(PATIENCE)]);
}

function refuse(): never {
  throw new Problem('unavailable', { message: 'Too many large bodies are arriving; try again in a moment.' });
}

function isKeyed({ headers }: FastifyRequest, { idempotent }: Route): boolean {
  return idempotent === true && headers['idempotency-key'] !== undefined;
}

function nameOf({ method, url }: FastifyRequest): { method: string; url: string } {
  return { method, url };
}
