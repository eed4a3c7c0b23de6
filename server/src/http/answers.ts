/**
 * Bounds what is made for one person at once, and what waits in memory until it is read: an answer may have megabytes,
 * and nothing makes its client read it.
 */
import type { ServerResponse } from 'node:http';
import { MB } from '@belfry/contract/route.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { FairQueue } from '../fair-queue.ts';
import { Problem } from '../problem.ts';

/** Requests of one person that are worked on, or whose answers are not read yet, in this process. */
const AT_ONCE = 8;
/** Bytes of answers of all, in this process, that are not read yet. */
const ROOM = 256 * MB;
/** Milliseconds for which a request waits until fewer of its person's are at work. */
const PATIENCE = 20_000;
/** Milliseconds in which a whole answer must be read; as many as a request has to arrive. */
const READ_WITHIN = 60_000;

export interface Answers {
  /**
   * Runs `work` in one of the person's places, which is held until the answer is read. `hasWaited`: things may have
   * changed since the request came.
   */
  take<T>(request: FastifyRequest, reply: FastifyReply, work: (hasWaited: boolean) => Promise<T>): Promise<T>;
  /** To be called before an answer of so many bytes is sent: it is broken off when it is read too slowly. */
  bound(reply: FastifyReply, bytes: number): void;
  /** Gives the place back: the answer is made as it is read, and so takes no memory while it is not. */
  release(reply: FastifyReply): void;
}

export function openAnswers({ readWithin = READ_WITHIN, room = ROOM } = {}): Answers {
  const queue = new FairQueue({
    each: AT_ONCE,
    patience: { milliseconds: PATIENCE, refusal: tooManyOfPerson },
  });
  const leaves = new WeakMap<ServerResponse, () => void>();
  let unread = 0;
  return {
    async take(request, reply, work) {
      const owner = request.person?.userId ?? request.caller?.userId;
      // Of strangers no answer is large.
      if (owner === undefined) return work(false);
      const hasWaited = queue.isFull(owner);
      const leave = await queue.take({ owner, signal: goneOf(reply.raw) });
      try {
        return await work(hasWaited);
      } finally {
        leaves.set(reply.raw, leave);
        afterwards(reply.raw, leave);
      }
    },
    bound({ raw }, bytes) {
      if (unread + bytes > room) throw tooMuch();
      unread += bytes;
      const late = setTimeout(() => raw.destroy(), readWithin).unref();
      afterwards(raw, () => {
        clearTimeout(late);
        unread -= bytes;
      });
    },
    release: ({ raw }) => leaves.get(raw)?.(),
  };
}

/** When the answer is read, or nobody is there to read it. */
function afterwards(response: ServerResponse, work: () => void): void {
  if (response.closed) work();
  else response.once('close', work);
}

/** Aborts when the client has gone: then nobody is there to read the answer. */
function goneOf(response: ServerResponse): AbortSignal {
  const gone = new AbortController();
  afterwards(response, () => gone.abort(tooManyOfPerson()));
  return gone.signal;
}

function tooManyOfPerson(): Problem {
  const message = `${AT_ONCE} of your requests are being worked on, or their answers are not read yet; try again when one of them is over.`;
  return new Problem('rate_limited', { message, headers: { 'retry-after': '2' } });
}

function tooMuch(): Problem {
  return new Problem('unavailable', {
    message: 'Too many large answers are being read; try again in a moment.',
  });
}
