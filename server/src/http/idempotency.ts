/**
 * Idempotency-Key. The answer is stored in the same transaction as the change, so that either both exist or neither.
 */
import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { detail } from '@belfry/contract/details.ts';
import { invalid } from '../base/problem.ts';

export interface IdempotencyKey {
  key: string;
  /** Hash of method, path and body. The same key with another request is an error. */
  fingerprint: Buffer;
}

const MAX_CHARACTERS = 255;

export function readIdempotencyKey(
  headers: IncomingHttpHeaders,
  fingerprint: Uint8Array | undefined,
): IdempotencyKey | undefined {
  const key = headers['idempotency-key'];
  if (key === undefined || fingerprint === undefined) return undefined;
  if (typeof key !== 'string' || key === '' || key.length > MAX_CHARACTERS) {
    throw invalid([detail('Idempotency-Key', 'wrong_length', { min: 1, max: MAX_CHARACTERS })]);
  }
  return { key, fingerprint: Buffer.from(fingerprint) };
}

export function fingerprintOf({ method, url }: { method: string; url: string }, body: unknown): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([method, url, body]))
    .digest();
}
