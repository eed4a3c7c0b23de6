/** Cookies that hold a token: of sessions, and of sign-ins under way. */
import { sessionCookie } from '@belfry/contract/session-routes.ts';
import type { Config } from '../config.ts';
import { hashToken } from '../token.ts';

type Site = Pick<Config, 'publicUrl'>;
/** What a short-lived one belongs to. */
type Purpose = 'passkey' | 'openid';

const SHAPE = /^[A-Za-z0-9_-]{43}$/;
/** Seconds: the longest that a session lasts. */
const MOST_AGE = 90 * 24 * 3600;

/** The hash of the session's token in a Cookie header; undefined where there is none. */
export function readCookie({ publicUrl }: Site, header: string | undefined): Buffer | undefined {
  return readNamed(sessionCookie(publicUrl), header);
}

/** As {@link readCookie}, of a sign-in under way. */
export function readToken(
  { publicUrl }: Site,
  purpose: Purpose,
  header: string | undefined,
): Buffer | undefined {
  return readNamed(`${sessionCookie(publicUrl)}-${purpose}`, header);
}

function readNamed(name: string, header: string | undefined): Buffer | undefined {
  const prefix = `${name}=`;
  const pair = header
    ?.split(';')
    .map((text) => text.trim())
    .find((text) => text.startsWith(prefix));
  const token = pair?.slice(prefix.length) ?? '';
  return SHAPE.test(token) ? hashToken(token) : undefined;
}

export function setCookie(site: Site, token: string): Record<string, string> {
  return cookieHeader(site, sessionCookie(site.publicUrl), token, MOST_AGE);
}

export function clearCookie(site: Site): Record<string, string> {
  return cookieHeader(site, sessionCookie(site.publicUrl), '', 0);
}

/** Knows a browser again while somebody is about to sign in, so that what opens their way out opens none elsewhere. */
export function setShortCookie(
  site: Site,
  purpose: Purpose,
  token: string,
  seconds: number,
): Record<string, string> {
  return cookieHeader(site, `${sessionCookie(site.publicUrl)}-${purpose}`, token, seconds);
}

/** For this very host, out of reach of scripts. `age` in seconds. */
export function cookieHeader({ publicUrl }: Site, name: string, value: string, age: number) {
  const secure = publicUrl.startsWith('https:') ? '; Secure' : '';
  const cookie = `${name}=${value}; Path=/; Max-Age=${age}; HttpOnly; SameSite=Lax${secure}`;
  return { 'set-cookie': cookie, 'cache-control': 'no-store' };
}
