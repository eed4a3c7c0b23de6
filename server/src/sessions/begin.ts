/** Begins and ends sessions, for whoever has shown already who they are. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Context } from '../context.ts';
import type { Db } from '../db/database.ts';
import { drawToken, hashToken } from '../token.ts';
import { readCookie, setCookie } from './cookie.ts';
import {
  deleteSessionOf,
  deleteSessions,
  endEarliest,
  insertSession,
  replaceOutdated,
  replaceToken,
} from './store.ts';

/** What a request tells of where it comes from; every exchange has it. */
export interface Origin {
  address: string;
  headers: IncomingHttpHeaders;
}

const MOST_AGENT = 300;
/** Sessions of one person: the next one ends that which was unused for longest. */
const MOST_SESSIONS = 100;

/** Signs the user in. The headers go into the answer; a session that the request came with is over. */
export async function beginSession(
  tx: Db,
  { config }: Pick<Context, 'config'>,
  userId: number,
  { address, headers }: Origin,
): Promise<{ id: number; headers: Record<string, string> }> {
  const former = readCookie(config, headers.cookie);
  if (former !== undefined) await deleteSessionOf(tx, former);
  const token = drawToken();
  const userAgent = (headers['user-agent'] ?? '').slice(0, MOST_AGENT);
  const id = await insertSession(tx, { userId, hash: hashToken(token), address, userAgent });
  await endEarliest(tx, userId, MOST_SESSIONS);
  return { id, headers: setCookie(config, token) };
}

/** A new token for the same session, after a change of what it may do: an earlier one opens nothing any more. */
export async function renewSession(
  tx: Db,
  { config }: Pick<Context, 'config'>,
  sessionId: number,
): Promise<Record<string, string>> {
  const token = drawToken();
  await replaceToken(tx, sessionId, hashToken(token));
  return setCookie(config, token);
}

/**
 * The headers of a new cookie, where what its person may do has changed since the one of this request was made; none
 * where it has not, or where another request brings it. The former one goes on for half a minute.
 */
export async function renewOutdated(
  db: Db,
  { config }: Pick<Context, 'config'>,
  { headers }: Pick<Origin, 'headers'>,
): Promise<Record<string, string>> {
  const former = readCookie(config, headers.cookie);
  if (former === undefined) return {};
  const token = drawToken();
  return (await replaceOutdated(db, former, hashToken(token))) ? setCookie(config, token) : {};
}

/** Signs the user out everywhere, or everywhere else. */
export async function endSessionsOf(tx: Db, userId: number, but: number | null = null): Promise<void> {
  await deleteSessions(tx, userId, { but });
}
