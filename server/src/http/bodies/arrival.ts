/** Takes the bytes of a body in, up to its limit. */
import type { IncomingMessage } from 'node:http';
import { describeTooLarge } from '@belfry/contract/route.ts';
import { GrowingBuffer } from '../../growing-buffer.ts';
import { Problem } from '../../problem.ts';

/** Bytes from which a body is large: it is taken in, and read outside of the event loop, in turns. */
export const LARGE = 128 * 1024;
/** Far more than any client needs: each costs time, however few bytes it has. */
const MOST_PIECES = 20_000;

interface Bounds {
  /** Bytes. */
  limit: number;
  /** Called once, before more than {@link LARGE} is kept, with the bytes that may come. */
  takeRoom(bytes: number): Promise<void>;
}

export async function receiveBody(
  request: IncomingMessage,
  { limit, takeRoom }: Bounds,
): Promise<Uint8Array<ArrayBuffer>> {
  const declared = Number(request.headers['content-length'] ?? Number.NaN);
  if (declared > 2 * limit) throw tooLarge(limit);
  if (declared > LARGE && declared <= limit) await takeRoom(declared);
  return new Promise((resolve, reject) => {
    const body = new GrowingBuffer();
    let size = 0;
    let pieces = 0;
    // One that is too large needs none: nothing of it is kept.
    let hasRoom = declared > LARGE;
    const take = (chunk: Uint8Array) => {
      size += chunk.length;
      pieces += 1;
      if (pieces > MOST_PIECES) return fail(tooManyPieces());
      // Somewhat too much is read to its end and dropped: a client that is still sending would not see the answer.
      if (size > 2 * limit) return fail(tooLarge(limit));
      if (size > limit || declared > limit) body.clear();
      else body.add(chunk);
      if (hasRoom || size <= LARGE) return;
      hasRoom = true;
      request.pause();
      takeRoom(limit).then(() => request.resume(), fail);
    };
    const end = () => (size > limit ? fail(tooLarge(limit)) : settle(() => resolve(body.take())));
    const fail = (error: unknown) => {
      settle(() => reject(error));
      // What still comes is dropped: unread, it would block its connection.
      request.resume();
    };
    const gone = () => fail(brokenOff());
    const settle = (tell: () => void) => {
      request.off('data', take).off('end', end).off('error', gone).off('close', gone);
      tell();
    };
    if (request.destroyed) return gone();
    request.on('data', take).on('end', end).on('error', gone).on('close', gone);
  });
}

function tooManyPieces(): Problem {
  const message = `The body came in more than ${MOST_PIECES} pieces; send it in larger ones.`;
  return new Problem('bad_request', { message, headers: { connection: 'close' } });
}

function tooLarge(limit: number): Problem {
  return new Problem('too_large', { message: describeTooLarge(limit), headers: { connection: 'close' } });
}

/** Nobody is there to read it. */
function brokenOff(): Problem {
  return new Problem('bad_request', { message: 'The body did not arrive whole; send it again.' });
}
