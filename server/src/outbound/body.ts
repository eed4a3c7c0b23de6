/** Turns the body of a request into the form that undici accepts, and records whether the body itself failed. */
import { Readable } from 'node:stream';
import type { HttpRequest } from '@belfry/networks/core/http.ts';
import { errors } from 'undici';

export interface Body {
  /** The body for undici. */
  content: string | Uint8Array | Readable | null;
  /** The error that the caller's stream threw while undici read it. The network did not cause it. */
  failure: { error: unknown } | undefined;
  /** Closes the caller's stream, even if undici never read it. */
  close(): void;
}

export function openBody(source: HttpRequest['body']): Body {
  if (source === undefined || typeof source === 'string' || source instanceof Uint8Array) {
    return { content: source ?? null, failure: undefined, close: () => {} };
  }
  const record = (error: unknown) => {
    // After `content` was destroyed, an error is a consequence and not the cause.
    if (!content.destroyed) body.failure = { error };
  };
  const content = Readable.from(recordErrors(source, record), { objectMode: false });
  // `record` has the errors already. A late error, on closing, must not end the process.
  for (const stream of [content, source]) if (stream instanceof Readable) stream.on('error', () => {});
  const close = () => {
    content.destroy();
    // Destroying `content` does not close a source that was never read.
    if (source instanceof Readable) source.destroy();
  };
  const body: Body = { content, failure: undefined, close };
  return body;
}

/** The error of the body, if the body ended the exchange: it threw, or its length differs from the announced one. */
export function failureOf(body: Body, cause: unknown): Body['failure'] {
  return cause instanceof errors.RequestContentLengthMismatchError ? { error: cause } : body.failure;
}

/** Records errors during the read. Afterwards it is too late, because undici also gives the stream the network's errors. */
function recordErrors(
  source: AsyncIterable<Uint8Array>,
  record: (error: unknown) => void,
): AsyncIterable<Uint8Array> {
  const iterator = source[Symbol.asyncIterator]();
  const next = async () => {
    try {
      return await iterator.next();
    } catch (error) {
      record(error);
      throw error;
    }
  };
  const end = async () => (await iterator.return?.()) ?? { done: true as const, value: undefined };
  return { [Symbol.asyncIterator]: () => ({ next, return: end }) };
}
