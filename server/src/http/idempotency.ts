/** Idempotency-Key: the answer is kept in the transaction of the change it answers, so the two cannot part. */
import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { invalid } from '../problem.ts';

export interface IdempotencyKey {
  key: string;
  /** Of method, path and body: the same key with another request is a mistake. */
  fingerprint: Buffer;
}

const MOST_CHARACTERS = 255;

export function readIdempotencyKey(
  headers: IncomingHttpHeaders,
  fingerprint: Uint8Array | undefined,
): IdempotencyKey | undefined {
  const key = headers['idempotency-key'];
  if (key === undefined || fingerprint === undefined) return undefined;
  if (typeof key !== 'string' || key === '' || key.length > MOST_CHARACTERS) {
    throw invalid({ 'Idempotency-Key': [`Idempotency-Key takes 1 to ${MOST_CHARACTERS} characters.`] });
  }
  return { key, fingerprint: Buffer.from(fingerprint) };
}

export function fingerprintOf({ method, url }: { method: string; url: string }, body: unknown): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([method, url, body]))
    .digest();
}
