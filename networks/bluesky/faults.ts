/** What an answer that is no success means: one table. */
import type { Fault } from '../core/fault.ts';
import { NetworkFault } from '../core/fault.ts';
import type { HttpResponse } from '../core/http.ts';
import { retryAfter, serverError } from '../core/http.ts';
import { textField } from '../core/json.ts';

type Meaning = { kind: 'rejected' | 'reconnect' | 'expired'; advice?: string };

const tooLarge: Meaning = { kind: 'rejected', advice: 'This server does not take files that large.' };
const signIn = 'Set this right at Bluesky, then connect the channel again.';

/** By the `error` of the body, then by the status. Whatever stands here under neither is refused for good. */
export const faultMeanings: ReadonlyMap<string | number | undefined, Meaning> = new Map<
  string | number | undefined,
  Meaning
>([
  // 400, not 401: seen with @atproto/pds 0.5.35 on 2026-11-21.
  ['ExpiredToken', { kind: 'expired' }],
  ['InvalidToken', { kind: 'expired' }],
  ['AccountTakedown', { kind: 'reconnect', advice: signIn }],
  ['AccountDeactivated', { kind: 'reconnect', advice: signIn }],
  ['AccountNotFound', { kind: 'reconnect', advice: signIn }],
  [
    'ScopeMissingError',
    { kind: 'reconnect', advice: 'Connect the channel again and grant what it asks for.' },
  ],
  ['BlobNotFound', { kind: 'rejected', advice: 'The uploaded files are gone: publish the post again.' }],
  ['BlobTooLarge', tooLarge],
  [401, { kind: 'expired' }],
  [413, tooLarge],
]);

/** Every XRPC error is JSON with a name: without one something in between has answered, which proves nothing. */
export function faultOf(response: HttpResponse, now: Date): NetworkFault {
  const { status, headers, json } = response;
  const name = textField(json, 'error');
  if (status === 429) return new NetworkFault(throttled(headers, now));
  // 408: what had arrived of the request may have been taken.
  if (status >= 500 || status === 408) return serverError(response, 'Bluesky');
  const meaning = faultMeanings.get(name) ?? faultMeanings.get(status);
  if (meaning === undefined && (name === undefined || status < 400)) return misunderstood(status);
  const { kind, advice } = meaning ?? { kind: 'rejected' };
  const sentence = textField(json, 'message') ?? name ?? `status ${status}`;
  return new NetworkFault({
    kind,
    message: [`Bluesky refused this: ${sentence.replace(/\.?$/, '.')}`, advice].filter(Boolean).join(' '),
    networkCode: name ?? String(status),
  });
}

/** An answer that is not what the protocol promises. */
export function misunderstood(status: number): NetworkFault {
  return new NetworkFault({
    kind: 'unavailable',
    message: `The server answered ${status} with something that is not the AT Protocol.`,
    networkCode: String(status),
    sent: true,
  });
}

/** The fault an error carries, if it is of one of these kinds. */
export function faultIn(error: unknown, ...kinds: Fault['kind'][]): Fault | undefined {
  return error instanceof NetworkFault && kinds.includes(error.fault.kind) ? error.fault : undefined;
}

function throttled(headers: Record<string, string>, now: Date): Fault {
  return {
    kind: 'throttled',
    message: 'Bluesky asks to wait: too many calls for this account.',
    networkCode: 'RateLimitExceeded',
    retryAfter: retryAfter(headers, now) ?? secondsToReset(headers['ratelimit-reset'], now),
    scope: 'channel',
  };
}

/** `RateLimit-Reset` is in Unix seconds; older servers send it without `Retry-After`. */
function secondsToReset(reset: string | undefined, now: Date): number | null {
  const at = Number(reset);
  return reset === undefined || Number.isNaN(at) ? null : Math.max(0, at - now.getTime() / 1000);
}
