/** From bytes to a value that fits its route, and nothing of what does not. Runs here, or in a thread of its own. */
import type { Route } from '@belfry/contract/route.ts';
import type { RouteName } from '@belfry/contract/routes.ts';
import { routes } from '@belfry/contract/routes.ts';
import { invalid, Problem } from '../../problem.ts';
import { fingerprintOf } from '../idempotency.ts';
import type { Check } from '../validate.ts';
import { checkBody } from '../validate.ts';
import { findExcess } from './excess.ts';

export interface BodyInput {
  route: RouteName;
  bytes: Uint8Array<ArrayBuffer>;
  /** Set where a fingerprint is asked for. */
  request?: { method: string; url: string };
}

export interface Body {
  value: unknown;
  fingerprint: Uint8Array | undefined;
}

/** Throws a {@link Problem} for whatever is wrong with it. First what is cheap, so that the rest is bounded. */
export function readJson({ route, bytes, request }: BodyInput): Body {
  const excess = findExcess(bytes);
  if (excess !== undefined) throw invalid({ body: [`body ${excess}`] });
  const value = parse(bytes);
  checkOf(route)?.(value);
  return { value, fingerprint: request && fingerprintOf(request, value) };
}

/** Bytes that are no UTF-8 are refused: replacing them would store what nobody wrote. */
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

/** Made with the first body of its kind; a route that takes none reads none. */
function checkOf(name: RouteName): Check<unknown> | undefined {
  const { body }: Route = routes[name];
  const known = checks.get(name);
  if (known !== undefined || body === undefined) return known;
  const made = checkBody(body);
  checks.set(name, made);
  return made;
}
