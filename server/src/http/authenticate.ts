import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Credential } from '../access/credential.ts';
import type { Person } from '../access/person.ts';
import type { Caller } from '../access/roles.ts';
import { authenticateSession, readCookie, renewOutdated } from '../accounts/index.ts';
import type { Context } from '../base/context.ts';
import { Problem } from '../base/problem.ts';
import { hashKey } from '../keys/index.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller in a workspace; absent without valid credentials. Each route decides whether it requires one. */
    caller?: Caller;
    /** The signed-in person, independent of the workspace. */
    person?: Person;
    /** True when the person's rights have changed since the cookie was made. */
    isOutdated?: boolean;
  }
}

type Ctx = Pick<Context, 'db' | 'callers' | 'config'>;

/**
 * Finds the caller by the request's API key if it has one, else by its session cookie. Makes one query, or none if the
 * credential is malformed.
 */
export async function authenticate(
  ctx: Ctx,
  request: FastifyRequest,
  workspaceId = readNamedWorkspace(request),
): Promise<void> {
  if (hasKey(request)) return authenticateKey(ctx, request);
  const workspace = { workspaceId, isRemembered: !isRead(request) };
  const session = await authenticateSession(ctx, request.headers, workspace);
  if (session !== undefined) Object.assign(request, session);
}

/**
 * The id in the header, or else in the query if the route permits that. Null: there is none. 0, which is no workspace's
 * id: it is malformed.
 */
export function readNamedWorkspace({ headers, query, routeOptions }: FastifyRequest): number | null {
  const inQuery = routeOptions.config.namesWorkspace
    ? (query as Record<string, unknown>)['workspace']
    : undefined;
  const named = headers['x-workspace'] ?? inQuery;
  if (named === undefined) return null;
  return typeof named === 'string' && /^[1-9]\d{0,14}$/.test(named) ? Number(named) : 0;
}

function hasKey({ headers }: FastifyRequest): boolean {
  return /^bearer\b/i.test(headers.authorization ?? '');
}

function readKey({ authorization = '' }: FastifyRequest['headers']): string | undefined {
  // RFC 6750, 2.1: one space or more.
  return /^bearer +([!-~]+)$/i.exec(authorization)?.[1];
}

async function authenticateKey(ctx: Ctx, request: FastifyRequest): Promise<void> {
  const key = readKey(request.headers);
  const hash = key === undefined ? undefined : hashKey(key);
  const caller = hash && (await ctx.callers.find(hash));
  if (caller !== undefined) request.caller = caller;
}

/** Adds a new cookie to the answer if the request's cookie is outdated and the answer does not set one itself. */
export async function renewCookie(ctx: Ctx, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (request.isOutdated !== true || reply.statusCode >= 500 || reply.hasHeader('set-cookie')) return;
  void reply.headers(await renewOutdated(ctx.db, ctx, request));
}

/** The key or session by which the request was authenticated, hashed; undefined if it was not authenticated. */
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

/** Authenticates again by the same credentials, with the caller's current rights; in `workspaceId` if it is given. */
export async function authenticateAgain(
  ctx: Parameters<typeof authenticate>[0],
  request: FastifyRequest,
  workspaceId?: number,
): Promise<Caller | undefined> {
  delete request.caller;
  delete request.person;
  await authenticate(ctx, request, workspaceId);
  return request.caller;
}

/** Throws `not_found` for a workspace of others, so that the caller cannot learn whether it exists. */
export function requireCaller(request: FastifyRequest): Caller {
  const { caller, person } = request;
  const named = readNamedWorkspace(request);
  if (caller !== undefined && (named === null || named === caller.workspaceId)) return caller;
  if (caller === undefined && person === undefined) {
    throw new Problem('unauthenticated', { headers: { 'www-authenticate': 'Bearer' } });
  }
  throw new Problem('not_found', {
    message:
      named === null
        ? 'You are not in a workspace. Create one, or ask for an invitation.'
        : `None of your workspaces has the id in ${'x-workspace' in request.headers ? 'X-Workspace' : '“workspace”'}.`,
  });
}

/** Throws unless a person is signed in. An API key acts in one workspace, never as its person. */
export function requirePerson({ caller, person }: FastifyRequest): Person {
  if (person !== undefined) return person;
  if (caller !== undefined) {
    throw new Problem('forbidden', { message: 'An API key cannot do this. Sign in.' });
  }
  const message = 'Sign in first. An API key cannot do this.';
  throw new Problem('unauthenticated', { message, headers: { 'www-authenticate': 'Bearer' } });
}

/**
 * Throws `wrong_origin` for a change that a page of another origin requests. Browsers send `Origin` or
 * `Sec-Fetch-Site`. A request with neither is accepted only without a session, since then it comes from a program.
 */
export function requireOwnOrigin({ config }: Pick<Context, 'config'>, request: FastifyRequest): void {
  if (hasReadingMethod(request) || hasKey(request)) return;
  const { origin, 'sec-fetch-site': site } = request.headers;
  const isOwn =
    origin === undefined
      ? (site ?? (request.person === undefined ? 'same-origin' : 'unknown')) === 'same-origin'
      : origin === config.publicUrl;
  if (isOwn) return;
  throw new Problem('wrong_origin', {
    message: `Belfry accepts changes only from its own pages. Open ${config.publicUrl}.`,
  });
}

/** The person to whom the request counts. An API key counts for its person. */
export function userOf({ caller, person }: Pick<FastifyRequest, 'caller' | 'person'>): number | undefined {
  return person?.userId ?? caller?.userId;
}

/** Whether the request changes nothing. */
export function isRead(request: FastifyRequest): boolean {
  return hasReadingMethod(request) || request.routeOptions.config.reads === true;
}

export function hasReadingMethod({ method }: Pick<FastifyRequest, 'method'>): boolean {
  return method === 'GET' || method === 'HEAD';
}
