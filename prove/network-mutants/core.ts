import type { NetworkMutants } from './table.ts';

/** Errors in the code that networks share. The suite of each network that uses it may notice them. */
export const core: NetworkMutants = {
  'faults.ts': [
    ['ignores Retry-After', 'retryAfter(headers, now) ?? table.wait', 'table.wait'],
    ['does not wait if the network does not say', 'row.wait ?? null', 'row.wait ?? 0'],
  ],
  'http.ts': [
    [
      'cannot read a date',
      'if (isNumber.test(value)) return Number(value);\n  return secondsUntil(value, now);',
      'return Number(value);',
    ],
  ],
  'oauth2.ts': [
    ['keeps the spent refresh token', 'refresh: tokens.refresh ?? refresh', 'refresh'],
    ['takes a used code for a failure', 'if (!isRefused || faultIn', 'if (isRefused || faultIn'],
    ['uses one verifier for all', "randomBytes(32).toString('base64url')", "'x'.repeat(43)"],
  ],
};
