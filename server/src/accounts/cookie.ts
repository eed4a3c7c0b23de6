/** Cookies with a token: of a session, or of a sign-in that has begun. */
import { sessionCookie } from '@belfry/contract/sessions.ts';
import type { Config } from '../base/config.ts';
import { hashToken } from '../base/token.ts';

type Site = Pick<Config, 'publicUrl'>;
/** The kind of sign-in that a short-lived cookie belongs to. */
type Purpose = 'passkey' | 'openid';

const PATTERN = /^[A-Za-z0-9_-]{43}$/;
/** Seconds: the longest lifetime of a session. */
const MAX_AGE_SECONDS = 90 * 24 * 3600;

/** The hash of the session token in a Cookie header. Undefined: the header has no such token. */
export function readCookie({ publicUrl }: Site, header: string | undefined): Buffer | undefined {
  return readTokenCookie(sessionCookie(publicUrl), header);
}

/** Like {@link readCookie}, for a sign-in that has begun. */
export function readShortCookie(
  { publicUrl }: Site,
  purpose: Purpose,
  header: string | undefined,
): Buffer | undefined {
  return readTokenCookie(`${sessionCookie(publicUrl)}-${purpose}`, header);
}

function readTokenCookie(name: string, header: string | undefined): Buffer | undefined {
  const prefix = `${name}=`;
  const pair = header
    ?.split(';')
    .map((text) => text.trim())
    .find((text) => text.startsWith(prefix));
  const token = pair?.slice(prefix.length) ?? '';
  return PATTERN.test(token) ? hashToken(token) : undefined;
}

export function setCookie(site: Site, token: string): Record<string, string> {
  return cookieHeader(site, sessionCookie(site.publicUrl), token, MAX_AGE_SECONDS);
}

export function clearCookie(site: Site): Record<string, string> {
  return cookieHeader(site, sessionCookie(site.publicUrl), '', 0);
}

/** Binds a sign-in that has begun to this browser, so that nobody can finish it in another browser. */
export function setShortCookie(
  site: Site,
  purpose: Purpose,
  token: string,
  seconds: number,
): Record<string, string> {
  return cookieHeader(site, `${sessionCookie(site.publicUrl)}-${purpose}`, token, seconds);
}

/** For this host only, and not readable by scripts. `age` in seconds. */
export function cookieHeader({ publicUrl }: Site, name: string, value: string, age: number) {
  const secure = publicUrl.startsWith('https:') ? '; Secure' : '';
  const cookie = `${name}=${value}; Path=/; Max-Age=${age}; HttpOnly; SameSite=Lax${secure}`;
  return { 'set-cookie': cookie, 'cache-control': 'no-store' };
}
