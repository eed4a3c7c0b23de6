/** The body of a request as undici takes it, with word of whether it was the body that failed. */
import { Readable } from 'node:stream';
import type { HttpRequest } from '@belfry/networks/core/http.ts';
import { errors } from 'undici';

export interface Body {
  /** What is sent. */
  content: string | Uint8Array | Readable | null;
  /** What the caller's stream threw when it was read; the network has no part in it. */
  failure: { error: unknown } | undefined;
  /** Ends the caller's stream, whether or not it was read. */
  close(): void;
}

export function openBody(source: HttpRequest['body']): Body {
  if (source === undefined || typeof source === 'string' || source instanceof Uint8Array) {
    return { content: source ?? null, failure: undefined, close: () => {} };
  }
  const note = (error: unknown) => {
    // What is thrown on being ended too early is a consequence, not the cause.
    if (!content.destroyed) body.failure = { error };
  };
  const content = Readable.from(tellingErrors(source, note), { objectMode: false });
  // Told above as well; an error that comes late, on closing, must not end the process.
  for (const stream of [content, source]) if (stream instanceof Readable) stream.on('error', () => {});
  const close = () => {
    content.destroy();
    // Its iterator does not end what was never begun.
    if (source instanceof Readable) source.destroy();
  };
  const body: Body = { content, failure: undefined, close };
  return body;
}

/** What ended the exchange, if it was the body: it threw, or its length is not the one announced. */
export function failureOf(body: Body, cause: unknown): Body['failure'] {
  return cause instanceof errors.RequestContentLengthMismatchError ? { error: cause } : body.failure;
}

/** Told while reading: a stream cannot be asked afterwards, as undici gives it the network's errors too. */
function tellingErrors(
  source: AsyncIterable<Uint8Array>,
  note: (error: unknown) => void,
): AsyncIterable<Uint8Array> {
  const iterator = source[Symbol.asyncIterator]();
  const next = async () => {
    try {
      return await iterator.next();
    } catch (error) {
      note(error);
      throw error;
    }
  };
  const end = async () => (await iterator.return?.()) ?? { done: true as const, value: undefined };
  return { [Symbol.asyncIterator]: () => ({ next, return: end }) };
}
