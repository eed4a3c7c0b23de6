/** API keys: `bf_`, 32 random bytes and a checksum in hexadecimal; only their hash is kept. */
import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

const SHAPE = /^bf_([0-9a-f]{64})([0-9a-f]{8})$/;

export function drawKey(): string {
  const secret = randomBytes(32).toString('hex');
  return `bf_${secret}${checksum(secret)}`;
}

/** What is stored of a key; undefined when the text cannot be one. */
export function hashKey(key: string): Buffer | undefined {
  const [, secret, sum] = SHAPE.exec(key) ?? [];
  if (secret === undefined || checksum(secret) !== sum) return undefined;
  return createHash('sha256').update(key).digest();
}

/** By which people tell their keys apart. */
export function hintOf(key: string): string {
  return key.slice(-4);
}

function checksum(text: string): string {
  return crc32(text).toString(16).padStart(8, '0');
}
