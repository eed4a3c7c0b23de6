/** Finds the person whose session cookie a request has. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Person } from '../access/person.ts';
import { type Caller, memberOf } from '../access/roles.ts';
import type { Context } from '../base/context.ts';
import { readCookie } from './cookie.ts';
import { findSession, type MemberSessionRow, type NamedWorkspace } from './store.ts';

export interface AuthenticatedSession {
  person: Person;
  /** Absent: the person has no workspace, or named one that they do not belong to. */
  caller?: Caller;
  /** The answer must set a new cookie. */
  isOutdated: boolean;
}

/** One query, or no query if the cookie is malformed. */
export async function authenticateSession(
  { db, config }: Pick<Context, 'db' | 'config'>,
  { cookie }: Pick<IncomingHttpHeaders, 'cookie'>,
  workspace: NamedWorkspace,
): Promise<AuthenticatedSession | undefined> {
  const hash = readCookie(config, cookie);
  const row = hash && (await findSession(db, hash, workspace));
  if (row === undefined) return undefined;
  const { id, user_id, name, email, workspace_id, outdated: isOutdated } = row;
  const person = { sessionId: id, userId: user_id, name, email, workspaceId: workspace_id };
  return { person, isOutdated, ...(row.workspace_id !== null && { caller: toCaller(row) }) };
}

function toCaller(row: MemberSessionRow): Caller {
  return { ...memberOf(row), scopes: null, channelIds: row.channel_ids, keyId: null, sessionId: row.id };
}
