/**
 * Limits the requests that run for one person at once, and the bytes of answers in memory. An answer may have
 * megabytes, and its client may read it slowly or never.
 */
import type { ServerResponse } from 'node:http';
import { MB } from '@belfry/contract/route.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { FairQueue } from '../base/fair-queue.ts';
import { Problem } from '../base/problem.ts';
import { userOf } from './authenticate.ts';

/** Requests of one person, in this process, that are running or whose answers are not completely read. */
const MAX_PER_PERSON = 8;
/** Bytes of all answers, in this process, that are not completely read. */
const MAX_UNREAD_BYTES = 256 * MB;
/** Milliseconds for which a request waits for a slot. */
const QUEUE_TIMEOUT = 20_000;
/** Milliseconds of waiting after which the caller's rights are checked again, as when a body arrives late. */
const RECHECK_AFTER = 1000;
/** Milliseconds in which a client must read a whole answer. A request may take equally long to arrive. */
const READ_TIMEOUT = 60_000;

export interface Answers {
  /**
   * Runs `work` in one of the person's slots. The slot is released when the answer is read. `hasWaited`: the request
   * had to wait for so long that the caller's rights may have changed.
   */
  run<T>(
    request: Pick<FastifyRequest, 'person' | 'caller'>,
    reply: FastifyReply,
    work: (hasWaited: boolean) => Promise<T>,
  ): Promise<T>;
  /** Call it before you send an answer of so many bytes. The connection is closed if the client reads too slowly. */
  reserve(reply: FastifyReply, bytes: number): void;
  /** Releases the slot early, for an answer that is generated while it is read and so uses little memory. */
  release(reply: FastifyReply): void;
}

interface Options {
  /** Milliseconds since any fixed moment. */
  elapsed?: () => number;
  readTimeout?: number;
  maxUnread?: number;
}

export function openAnswers({
  elapsed = () => performance.now(),
  readTimeout = READ_TIMEOUT,
  maxUnread = MAX_UNREAD_BYTES,
}: Options = {}): Answers {
  const queue = new FairQueue({
    each: MAX_PER_PERSON,
    timeout: { milliseconds: QUEUE_TIMEOUT, refusal: tooManyOfPerson },
  });
  const releases = new WeakMap<ServerResponse, () => void>();
  let unread = 0;
  return {
    async run(request, reply, work) {
      const owner = userOf(request);
      // Answers without a signed-in person are small.
      if (owner === undefined) return work(false);
      const begun = elapsed();
      const release = await queue.take({
        owner,
        ...(queue.isFull(owner) && { signal: signalOf(reply.raw) }),
      });
      try {
        return await work(elapsed() - begun > RECHECK_AFTER);
      } finally {
        releases.set(reply.raw, release);
        onceClosed(reply.raw, release);
      }
    },
    reserve({ raw }, bytes) {
      if (unread + bytes > maxUnread) throw tooManyBytes();
      unread += bytes;
      const timer = setTimeout(() => raw.destroy(), readTimeout).unref();
      onceClosed(raw, () => {
        clearTimeout(timer);
        unread -= bytes;
      });
    },
    release: ({ raw }) => releases.get(raw)?.(),
  };
}

/** Runs `work` when the answer is completely read, or its connection is closed. */
function onceClosed(response: ServerResponse, work: () => void): void {
  if (response.closed) work();
  else response.once('close', work);
}

/** Aborts when the client has disconnected, so that its request stops waiting. */
function signalOf(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  // Also closed after every answer. No client gets the reason, and a new error would cost as much as a statement.
  onceClosed(response, () => controller.abort(DISCONNECTED));
  return controller.signal;
}

const DISCONNECTED = new Problem('rate_limited', { message: 'The client has disconnected.' });

function tooManyOfPerson(): Problem {
  const message = `${MAX_PER_PERSON} of your requests are still running, or their answers are not yet read. Try again when one of them has ended.`;
  return new Problem('rate_limited', { message, headers: { 'retry-after': '2' } });
}

function tooManyBytes(): Problem {
  return new Problem('unavailable', {
    message: 'Too many large answers are being read; try again in a moment.',
  });
}
