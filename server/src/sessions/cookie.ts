/** The cookie of a session: 32 random bytes, of which only a hash is kept. */
import { createHash, randomBytes } from 'node:crypto';
import { sessionCookie } from '@belfry/contract/session-routes.ts';
import type { Config } from '../config.ts';

type Site = Pick<Config, 'publicUrl'>;

const SHAPE = /^[A-Za-z0-9_-]{43}$/;
/** Seconds: the longest that a session lasts. */
const MOST_AGE = 90 * 24 * 3600;

export function drawToken(): string {
  return randomBytes(32).toString('base64url');
}

export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** The hash of the token in a Cookie header; undefined where there is none. */
export function readCookie({ publicUrl }: Site, header: string | undefined): Buffer | undefined {
  const prefix = `${sessionCookie(publicUrl)}=`;
  const pair = header
    ?.split(';')
    .map((text) => text.trim())
    .find((text) => text.startsWith(prefix));
  const token = pair?.slice(prefix.length) ?? '';
  return SHAPE.test(token) ? hashToken(token) : undefined;
}

export function setCookie(site: Site, token: string): Record<string, string> {
  return cookieHeader(site, token, MOST_AGE);
}

export function clearCookie(site: Site): Record<string, string> {
  return cookieHeader(site, '', 0);
}

function cookieHeader({ publicUrl }: Site, value: string, age: number): Record<string, string> {
  const secure = publicUrl.startsWith('https:') ? '; Secure' : '';
  const cookie = `${sessionCookie(publicUrl)}=${value}; Path=/; Max-Age=${age}; HttpOnly; SameSite=Lax${secure}`;
  return { 'set-cookie': cookie, 'cache-control': 'no-store' };
}
