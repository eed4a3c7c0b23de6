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
  'sign-in.ts': [
    ['forgets the new refresh token', 'refresh: tokens.refresh ?? refresh', 'refresh'],
    ['ignores what the person allowed', 'needed.some((scope) => !allowed.includes(scope))', 'false'],
    ['loses the verifier', 'verifier: String(secret.verifier)', "verifier: ''"],
  ],
  'api.ts': [
    [
      'takes a refusal for success',
      'isOk === undefined ? accepts.includes(response.status) : isOk(response)',
      'true',
    ],
    ['drops the query', '${asked && `?${asked}`}', ''],
  ],
};
