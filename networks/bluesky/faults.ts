/** How Bluesky's error answers become faults. */
import { faultIn, type NetworkFault } from '../core/fault.ts';
import { type FaultTable, readFault } from '../core/faults.ts';
import { type HttpResponse, secondsUntil } from '../core/http.ts';
import { textField } from '../core/json.ts';

const signIn = 'Fix this at Bluesky, then connect the channel again.';
const isTooLarge = { means: 'rejected', hint: 'The file is larger than this server allows.' } as const;
const isForeign = {
  means: 'unknown',
  hint: 'The server answered {status} with something that is not the AT Protocol.',
} as const;

/**
 * Every XRPC error is JSON with an error code. An answer without one comes from something in between, and proves
 * nothing.
 */
export const faults: FaultTable = {
  name: 'Bluesky',
  rows: [
    { status: 429, means: 'throttled', hint: 'Bluesky asked us to wait: too many calls for this account.' },
    // 400, not 401: seen with @atproto/pds 0.5.35 on 2026-11-21.
    { code: ['ExpiredToken', 'InvalidToken'], means: 'expired' },
    { code: ['AccountTakedown', 'AccountDeactivated', 'AccountNotFound'], means: 'reconnect', hint: signIn },
    {
      code: 'ScopeMissingError',
      means: 'reconnect',
      hint: 'Connect the channel again and grant every permission that Belfry asks for.',
    },
    {
      code: 'BlobNotFound',
      means: 'rejected',
      hint: 'The server has deleted the uploaded files. Publish the post again.',
    },
    { code: 'BlobTooLarge', ...isTooLarge },
    { status: 401, means: 'expired' },
    { status: 413, ...isTooLarge },
    { code: /./, means: 'rejected' },
    { status: [100, 399], ...isForeign },
    isForeign,
  ],
  code: ({ status, json }) => (status === 429 ? 'RateLimitExceeded' : textField(json, 'error')),
  words: ({ json }) => textField(json, 'message'),
  // Older servers send this header without `Retry-After`.
  wait: ({ headers }, now) => secondsUntil(headers['ratelimit-reset'] ?? '', now),
  compose({ words, code, status }, { means, hint = '' }) {
    if (means === 'throttled') return hint;
    const reason = words ?? code ?? `status ${status}`;
    return `Bluesky refused this: ${reason.replace(/\.?$/, '.')} ${hint}`;
  },
};

export const faultOf = (response: HttpResponse, now: Date) => readFault(faults, response, now);

/** What a success states. */
export function requireStated<T>(stated: T | undefined): T {
  if (stated === undefined) throw misunderstood();
  return stated;
}

/** The result; `instead` if the server refused the call, for this reason if a `code` is given. */
export function unlessRefused<T, const Instead>(
  call: Promise<T>,
  instead: Instead,
  code?: string,
): Promise<T | Instead> {
  return call.catch((error: unknown): Instead => {
    const fault = faultIn(error, 'rejected');
    if (fault === undefined || (code !== undefined && fault.networkCode !== code)) throw error;
    return instead;
  });
}

/** The fault for a success whose body is not what the protocol promises. */
export function misunderstood(): NetworkFault {
  return faultOf({ status: 200, headers: {}, text: '', json: undefined }, new Date(0));
}
