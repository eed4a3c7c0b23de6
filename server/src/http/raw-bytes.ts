/** Bodies of bytes, which handlers read as they arrive, so that none is completely in memory. */
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Problem } from '../base/problem.ts';
import { limitSmallChunks } from './form.ts';

/** The media type of tus for a slice of a file. */
const SLICE = 'application/offset+octet-stream';

/** Connections on which a slice arrives. Clients repeat it after a broken connection, but not after 408. */
const arriving = new WeakSet<object>();

export function isResumable(socket: Socket): boolean {
  return arriving.has(socket);
}

/** Call it in a scope of its own: only routes in this scope accept such bodies. */
export async function acceptBytes(scope: FastifyInstance): Promise<void> {
  scope.addContentTypeParser(SLICE, (_request, _body, done) => done(null));
  scope.addContentTypeParser('*', (_request, _body, done) => done(notBytes()));
}

/** Ends without an error if the client disconnects. Runs `onArrived` after the last byte. */
export async function* readBytes(
  request: FastifyRequest,
  onArrived: () => Promise<unknown>,
): AsyncGenerator<Uint8Array> {
  const { raw } = request;
  limitSmallChunks(raw);
  arriving.add(raw.socket);
  try {
    yield* raw as AsyncIterable<Uint8Array>;
  } catch (error) {
    if (!raw.destroyed) throw error;
  } finally {
    arriving.delete(raw.socket);
  }
  await onArrived();
}

function notBytes(): Problem {
  const message = `Send the slice with “Content-Type: ${SLICE}”.`;
  return new Problem('unsupported_media_type', { message });
}
