/** API keys: `bf_`, then 32 random bytes and a checksum in hexadecimal. Only their hash is stored. */
import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { hashToken } from '../base/token.ts';

const PATTERN = /^bf_([0-9a-f]{64})([0-9a-f]{8})$/;

export function generateKey(): string {
  const secret = randomBytes(32).toString('hex');
  return `bf_${secret}${checksum(secret)}`;
}

/** The hash that is stored. Undefined if the text is not a well-formed key. */
export function hashKey(key: string): Buffer | undefined {
  const [, secret, sum] = PATTERN.exec(key) ?? [];
  if (secret === undefined || checksum(secret) !== sum) return undefined;
  return hashToken(key);
}

/** What is stored of a new key: its hash, and its last four characters, by which people distinguish their keys. */
export function storedOf(key: string): { hash: Buffer; hint: string } {
  return { hash: hashToken(key), hint: key.slice(-4) };
}

function checksum(text: string): string {
  return crc32(text).toString(16).padStart(8, '0');
}
