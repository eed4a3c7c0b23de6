import { createHash } from 'node:crypto';

/** Identifies a file's content, at the upload and at the network. */
export function digestOf(bytes: Uint8Array): string {
  return `${bytes.length} bytes, SHA-256 ${createHash('sha256').update(bytes).digest('hex')}`;
}
