import { createHash } from 'node:crypto';

/** What tells a file apart, on its way in and on its way out. */
export function digestOf(bytes: Uint8Array): string {
  return `${bytes.length} bytes, SHA-256 ${createHash('sha256').update(bytes).digest('hex')}`;
}
