/** Parses a body and checks it against its route's schema. Runs in the main thread, or in a thread for large bodies. */
import { detail } from '@belfry/contract/details.ts';
import type { Route } from '@belfry/contract/route.ts';
import { type RouteName, routes } from '@belfry/contract/routes.ts';
import { invalid, Problem } from '../../base/problem.ts';
import { type Check, checkBody, findExcess } from '../../validation/index.ts';
import { fingerprintOf } from '../idempotency.ts';

export interface BodyInput {
  route: RouteName;
  bytes: Uint8Array<ArrayBuffer>;
  /** Set if a fingerprint is needed. */
  request?: { method: string; url: string };
}

export interface Body {
  value: unknown;
  fingerprint: Uint8Array | undefined;
}

/** Throws a {@link Problem} for an invalid body. The cheap checks come first and limit the cost of the others. */
export function readJson({ route, bytes, request }: BodyInput): Body {
  const excess = findExcess(bytes);
  if (excess !== undefined) throw invalid([detail('body', excess.code, { limit: excess.limit })]);
  const value = parse(bytes);
  checkOf(route)?.(value);
  return { value, fingerprint: request && fingerprintOf(request, value) };
}

/** Refuses bytes that are not UTF-8: replaced, they would become a text that its author did not write. */
function parse(bytes: Uint8Array): unknown {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Problem('bad_json', { message: 'The body is not valid UTF-8.' });
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new Problem('bad_json');
  }
}

const checks = new Map<RouteName, Check<unknown>>();

/** Compiles the check at the first body of a route. Undefined for a route without a body. */
function checkOf(name: RouteName): Check<unknown> | undefined {
  const { body }: Route = routes[name];
  const existing = checks.get(name);
  if (existing !== undefined || body === undefined) return existing;
  const check = checkBody(body);
  checks.set(name, check);
  return check;
}
