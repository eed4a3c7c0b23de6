/** Checks whether a caller may use a route: when the request's head arrives, and again when its body has arrived. */
import type { Route } from '@belfry/contract/route.ts';
import type { FastifyRequest } from 'fastify';
import type { Person } from '../access/person.ts';
import { allow, type Caller } from '../access/roles.ts';
import { Problem } from '../base/problem.ts';
import { authenticateAgain, readNamedWorkspace, requireCaller, requirePerson } from './authenticate.ts';

export type Who = Caller | Person | undefined;

/** Who can use a route with this permission. */
export type WhoOf<Needed extends Route['permission']> = Needed extends 'open'
  ? undefined
  : Needed extends 'person'
    ? Person
    : Needed extends 'signed_in'
      ? Caller | Person
      : Caller;

/** Undefined for a route that is open to all. */
export function requireRights({ permission }: Pick<Route, 'permission'>, request: FastifyRequest): Who {
  if (permission === 'open') return undefined;
  if (permission === 'person') return requirePerson(request);
  if (permission === 'signed_in' && isWithoutWorkspace(request)) return requirePerson(request);
  const caller = requireCaller(request);
  if (permission === 'signed_in') return caller;
  allow(caller, permission);
  return caller;
}

function isWithoutWorkspace(request: FastifyRequest): boolean {
  const { caller, person } = request;
  return caller === undefined && person !== undefined && readNamedWorkspace(request) === null;
}

/** Checks the caller's current rights, in the workspace for which the request was first authenticated. */
export async function requireRightsAgain(
  ctx: Parameters<typeof authenticateAgain>[0],
  route: Pick<Route, 'permission'>,
  request: FastifyRequest,
): Promise<Who> {
  const workspaceId = request.caller?.workspaceId;
  if (request.caller === undefined && request.person === undefined) return requireRights(route, request);
  await authenticateAgain(ctx, request, workspaceId);
  if (workspaceId !== undefined && request.caller === undefined && request.person !== undefined) {
    throw new Problem('not_found', { message: 'You are no longer in this workspace.' });
  }
  return requireRights(route, request);
}
