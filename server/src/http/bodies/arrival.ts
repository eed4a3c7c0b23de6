/** Receives the bytes of a body, up to its limit. */
import type { IncomingMessage } from 'node:http';
import { describeTooLarge } from '@belfry/contract/route.ts';
import { GrowingBuffer } from '../../base/growing-buffer.ts';
import { Problem } from '../../base/problem.ts';

/** Bytes. Larger bodies wait in a queue, and threads parse them. */
export const LARGE_BODY = 128 * 1024;
/** Far more than any client needs. Each chunk costs time, also a tiny one. */
const MAX_CHUNKS = 20_000;

interface Options {
  /** Bytes. */
  limit: number;
  /** Called once, before more than {@link LARGE_BODY} bytes are kept, with the maximum size of the body. */
  reserve(bytes: number): Promise<void>;
}

export async function receiveBody(
  request: IncomingMessage,
  { limit, reserve }: Options,
): Promise<Uint8Array<ArrayBuffer>> {
  const declared = Number(request.headers['content-length'] ?? Number.NaN);
  if (declared > 2 * limit) throw tooLarge(limit);
  if (declared > LARGE_BODY && declared <= limit) await reserve(declared);
  return new Promise((resolve, reject) => {
    const body = new GrowingBuffer();
    let size = 0;
    let chunks = 0;
    // A body that is declared as too large needs no memory, since its bytes are dropped.
    let isReserved = declared > LARGE_BODY;
    const receive = (chunk: Uint8Array) => {
      size += chunk.length;
      chunks += 1;
      if (chunks > MAX_CHUNKS) return fail(tooManyChunks());
      // A body that is slightly too large is received and dropped, since a client that still sends reads no answer.
      if (size > 2 * limit) return fail(tooLarge(limit));
      if (size > limit || declared > limit) body.clear();
      else body.add(chunk);
      if (isReserved || size <= LARGE_BODY) return;
      isReserved = true;
      request.pause();
      reserve(limit).then(() => request.resume(), fail);
    };
    const end = () => (size > limit ? fail(tooLarge(limit)) : settle(() => resolve(body.take())));
    const fail = (error: unknown) => {
      settle(() => reject(error));
      // Drops the rest of the body, which would block the connection if it stayed unread.
      request.resume();
    };
    const abort = () => fail(incomplete());
    const settle = (finish: () => void) => {
      request.off('data', receive).off('end', end).off('error', abort).off('close', abort);
      finish();
    };
    if (request.destroyed) return abort();
    request.on('data', receive).on('end', end).on('error', abort).on('close', abort);
  });
}

function tooManyChunks(): Problem {
  const message = `The body arrived in more than ${MAX_CHUNKS} chunks. Send it in larger ones.`;
  return new Problem('bad_request', { message, headers: { connection: 'close' } });
}

function tooLarge(limit: number): Problem {
  return new Problem('too_large', { message: describeTooLarge(limit), headers: { connection: 'close' } });
}

/** The client has disconnected, so this is usually not sent. */
function incomplete(): Problem {
  return new Problem('bad_request', { message: 'The body did not arrive completely. Send it again.' });
}
