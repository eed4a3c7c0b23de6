import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { hashKey } from '../keys/key.ts';
import { findCaller } from '../keys/lookup.ts';
import { Problem } from '../problem.ts';
import type { Credential } from '../sessions/credential.ts';
import { authenticateSession, readCookie, readWorkspaceHeader, renewOutdated } from '../sessions/lookup.ts';
import type { Person } from '../sessions/person.ts';
import type { Caller } from '../workspaces/roles.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks; absent without valid credentials. Whether that matters is for the route to say. */
    caller?: Caller;
    /** Who signed in, whatever the workspace. */
    person?: Person;
    /** What they may do has changed since their cookie was made. */
    isOutdated?: boolean;
  }
}

type Needs = Pick<Context, 'db' | 'keyUse' | 'config'>;

/** A key, where one is shown, or else the cookie of a session. One query; none when it cannot be one. */
export async function authenticate(
  ctx: Needs,
  request: FastifyRequest,
  headers = request.headers,
): Promise<void> {
  if (showsKey(request)) return authenticateKey(ctx, request);
  const session = await authenticateSession(ctx, headers);
  if (session !== undefined) Object.assign(request, session);
}

function showsKey({ headers }: FastifyRequest): boolean {
  return /^bearer\b/i.test(headers.authorization ?? '');
}

function readKey({ authorization = '' }: FastifyRequest['headers']): string | undefined {
  return /^bearer ([!-~]+)$/i.exec(authorization)?.[1];
}

async function authenticateKey(ctx: Needs, request: FastifyRequest): Promise<void> {
  const key = readKey(request.headers);
  const hash = key === undefined ? undefined : hashKey(key);
  const caller = hash && (await findCaller(ctx.db, hash));
  if (caller === undefined) return;
  request.caller = caller;
  if (caller.keyId !== null) ctx.keyUse.add(caller.keyId);
}

/** Gives the answer a new cookie, where the one of the request is outdated and the answer has none of its own. */
export async function renewCookie(ctx: Needs, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (request.isOutdated !== true || reply.statusCode >= 500 || reply.hasHeader('set-cookie')) return;
  void reply.headers(await renewOutdated(ctx.db, ctx, request));
}

/** What the request was recognized by, as it is kept; undefined where it was not. */
export function readCredential(
  { config }: Pick<Context, 'config'>,
  request: FastifyRequest,
): Credential | undefined {
  const { caller, person, headers } = request;
  if (caller === undefined && person === undefined) return undefined;
  const isKey = person === undefined;
  const hash = isKey ? hashKey(readKey(headers) ?? '') : readCookie(config, headers.cookie);
  return hash && { by: isKey ? 'key' : 'session', hash };
}

/** By the same credentials, as they stand by now; in this workspace, where one is given. */
export async function authenticateAgain(
  ctx: Parameters<typeof authenticate>[0],
  request: FastifyRequest,
  workspaceId?: number,
): Promise<Caller | undefined> {
  delete request.caller;
  delete request.person;
  const named = workspaceId === undefined ? {} : { 'x-workspace': String(workspaceId) };
  await authenticate(ctx, request, { ...request.headers, ...named });
  return request.caller;
}

/** Throws `not_found` for a workspace that is not one of the caller's: whether there is one is not theirs to know. */
export function requireCaller({ caller, person, headers }: FastifyRequest): Caller {
  const named = readWorkspaceHeader(headers);
  if (caller !== undefined && (named === null || named === caller.workspaceId)) return caller;
  if (caller === undefined && person === undefined) {
    throw new Problem('unauthenticated', { headers: { 'www-authenticate': 'Bearer' } });
  }
  throw new Problem('not_found', {
    message:
      named === null
        ? 'You are in no workspace; make one, or ask for an invitation.'
        : 'None of your workspaces has the id in X-Workspace.',
  });
}

/** Who signed in. A key speaks for one workspace, never for its person. */
export function requirePerson({ caller, person }: FastifyRequest): Person {
  if (person !== undefined) return person;
  if (caller !== undefined) {
    throw new Problem('forbidden', { message: 'A key cannot do this; sign in.' });
  }
  const message = 'Sign in first: this is for people, not for keys.';
  throw new Problem('unauthenticated', { message, headers: { 'www-authenticate': 'Bearer' } });
}

/**
 * Throws `wrong_origin` for a change that a page of another origin asks for. A browser says where its request comes
 * from; where nothing is said, only a program without a session may go on.
 */
export function requireOwnOrigin({ config }: Pick<Context, 'config'>, request: FastifyRequest): void {
  if (isRead(request) || showsKey(request)) return;
  const { origin, 'sec-fetch-site': site } = request.headers;
  const isOwn =
    origin === undefined
      ? (site ?? (request.person === undefined ? 'same-origin' : 'unknown')) === 'same-origin'
      : origin === config.publicUrl;
  if (isOwn) return;
  throw new Problem('wrong_origin', {
    message: `Changes are taken from pages of ${config.publicUrl} only; open that address.`,
  });
}

export function isRead({ method }: FastifyRequest): boolean {
  return method === 'GET' || method === 'HEAD';
}
