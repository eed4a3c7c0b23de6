/** Tokens of cookies and links: 32 random bytes, of which only the hash is kept. */
import { createHash, randomBytes } from 'node:crypto';

export function drawToken(): string {
  return randomBytes(32).toString('base64url');
}

export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** The token stands behind #, which browsers send to nobody: no log and no Referer can hold it. */
export function linkTo(
  { publicUrl }: { publicUrl: string },
  page: 'join' | 'new-password' | 'confirm-email',
  token: string,
): string {
  return `${publicUrl}/${page}#${token}`;
}
