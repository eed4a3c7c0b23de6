/** Begins and ends sessions. The caller has authenticated the person. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Context } from '../base/context.ts';
import { generateToken, hashToken } from '../base/token.ts';
import type { Db, Tx } from '../db/database.ts';
import { readCookie, setCookie } from './cookie.ts';
import {
  deleteSessionByToken,
  deleteSessions,
  endLeastRecentlyUsed,
  insertSession,
  replaceOutdated,
  replaceToken,
} from './store.ts';

/** Where a request comes from. Every exchange has these fields. */
export interface Origin {
  address: string;
  headers: IncomingHttpHeaders;
}

/** Characters. */
const MAX_USER_AGENT = 300;
/** One more session ends the least recently used one. */
const MAX_SESSIONS = 100;

/** Signs the user in, and ends the session that the request came with. The headers go into the answer. */
export async function beginSession(
  tx: Tx,
  { config }: Pick<Context, 'config'>,
  userId: number,
  { address, headers }: Origin,
): Promise<{ id: number; headers: Record<string, string> }> {
  const former = readCookie(config, headers.cookie);
  if (former !== undefined) await deleteSessionByToken(tx, former);
  const token = generateToken();
  const userAgent = (headers['user-agent'] ?? '').slice(0, MAX_USER_AGENT);
  const id = await insertSession(tx, { userId, hash: hashToken(token), address, userAgent });
  await endLeastRecentlyUsed(tx, userId, MAX_SESSIONS);
  return { id, headers: setCookie(config, token) };
}

/** Gives the session a new token after its rights changed. Earlier tokens stop working at once. */
export async function renewSession(
  tx: Tx,
  { config }: Pick<Context, 'config'>,
  sessionId: number,
): Promise<Record<string, string>> {
  const token = generateToken();
  await replaceToken(tx, sessionId, hashToken(token));
  return setCookie(config, token);
}

/**
 * Answers the headers of a new cookie if the person's rights changed since the cookie of this request was set. Answers
 * none if they did not, or if another request got the new cookie. The former cookie works for 30 more seconds.
 */
export async function renewOutdated(
  db: Db,
  { config }: Pick<Context, 'config'>,
  { headers }: Pick<Origin, 'headers'>,
): Promise<Record<string, string>> {
  const former = readCookie(config, headers.cookie);
  if (former === undefined) return {};
  const token = generateToken();
  return (await replaceOutdated(db, former, hashToken(token))) ? setCookie(config, token) : {};
}

/** Signs the user out everywhere, except from the session `except`. */
export async function endSessionsOf(tx: Tx, userId: number, except: number | null = null): Promise<void> {
  await deleteSessions(tx, userId, { except });
}
