/** Tokens of cookies and links: 32 random bytes. The database stores only their hash, as it does of API keys and recovery codes. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

export function generateToken(): string {
  return randomBytes(32).toString('base64url');
}

export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** Compares in constant time. */
export function isSameSecret(given: string, expected: string): boolean {
  return timingSafeEqual(hashToken(given), hashToken(expected));
}

/** The token is in the fragment, which browsers do not send. So no log and no Referer header can contain it. */
export function linkTo(
  { publicUrl }: { publicUrl: string },
  page: 'invite' | 'new-password' | 'confirm-email',
  token: string,
): string {
  return `${publicUrl}/${page}#${token}`;
}
