/** Idempotency-Key: the answer is kept in the transaction of the change it answers, so the two cannot part. */
import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { invalid } from '../problem.ts';

export interface IdempotencyKey {
  key: string;
  /** Of method, path and body: the same key with another request is a mistake. */
  fingerprint: Buffer;
}

const MOST_CHARACTERS = 255;

export function readIdempotencyKey(request: FastifyRequest): IdempotencyKey | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || key === '' || key.length > MOST_CHARACTERS) {
    throw invalid({ 'Idempotency-Key': [`Idempotency-Key takes 1 to ${MOST_CHARACTERS} characters.`] });
  }
  const content = JSON.stringify([request.method, request.url, request.body]);
  return { key, fingerprint: createHash('sha256').update(content).digest() };
}
