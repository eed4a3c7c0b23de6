/** Cookies of a session, of a sign-in that has begun, or of a browser that is known. */
import { sessionCookie } from '@belfry/contract/sessions.ts';
import { hashToken } from '../base/token.ts';
import type { Config } from '../config/index.ts';

type Site = Pick<Config, 'publicUrl'>;
/** What a cookie is for. Absent: it is that of the session. */
type Purpose = 'passkey' | 'openid' | 'device';

const PATTERN = /^[A-Za-z0-9_-]{43}$/;
/** Seconds: the longest lifetime of a session. */
const MAX_AGE_SECONDS = 90 * 24 * 3600;

function nameOf({ publicUrl }: Site, purpose: Purpose | undefined): string {
  return purpose === undefined ? sessionCookie(publicUrl) : `${sessionCookie(publicUrl)}-${purpose}`;
}

/** The value of the cookie in a Cookie header; empty if the header lacks it. */
export function findCookie(site: Site, header: string | undefined, purpose?: Purpose): string {
  const prefix = `${nameOf(site, purpose)}=`;
  const pair = header
    ?.split(';')
    .map((text) => text.trim())
    .find((text) => text.startsWith(prefix));
  return pair?.slice(prefix.length) ?? '';
}

/** The hash of the token in a Cookie header. Undefined: the header has no such token. */
export function readCookie(site: Site, header: string | undefined, purpose?: Purpose): Buffer | undefined {
  const token = findCookie(site, header, purpose);
  return PATTERN.test(token) ? hashToken(token) : undefined;
}

/**
 * For this host only, and not readable by scripts. A cookie of a sign-in that has begun binds it to this browser, so that
 * nobody can finish it in another browser.
 */
export function setCookie(site: Site, value: string, purpose?: Purpose, seconds = MAX_AGE_SECONDS) {
  const secure = site.publicUrl.startsWith('https:') ? '; Secure' : '';
  const pair = `${nameOf(site, purpose)}=${value}`;
  const cookie = `${pair}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`;
  return { 'set-cookie': cookie, 'cache-control': 'no-store' };
}

export function clearCookie(site: Site, purpose?: Purpose) {
  return setCookie(site, '', purpose, 0);
}
