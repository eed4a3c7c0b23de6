import { describe, expect, test } from 'vitest';
import { describeFaults } from '../../testing/fault-tables.ts';
import { refuse } from './fake-graph.ts';
import { datesOf, signInFaults } from './sign-in.ts';

const answer = (code: string, message: string, status = 400) => ({
  status,
  json: refuse(status, code, message).body,
});
const operator = { kind: 'throttled', scope: 'app', cause: 'operator', retryAfter: 900 } as const;

describe.each([
  ['rejected', 'Instagram did not complete the sign-in. Start again. The code was used.'],
  ['reconnect', 'Instagram no longer accepts this sign-in. The code was used.'],
] as const)('a refused exchange is %s', (kind, message) => {
  describeFaults({
    table: signInFaults('Instagram', kind),
    body: (code, words) => ({ error: { message: words, ...(code !== undefined && { code: Number(code) }) } }),
    answers: {
      'a rate limit': [
        { status: 429, headers: { 'retry-after': '3' } },
        { kind: 'throttled', retryAfter: 3 },
      ],
      'a limit of the app': [answer('4', 'Limit'), { kind: 'throttled', retryAfter: 3600 }],
      'a limit of the person': [answer('17', 'Limit'), { kind: 'throttled' }],
      'a limit of the address': [answer('613', 'Limit'), { kind: 'throttled' }],
      'a wrong secret': [answer('1', 'Error validating client secret.'), operator],
      'an unknown app': [answer('101', 'Error validating application.'), operator],
      'an unknown app of Instagram': [
        { status: 400, json: { code: 400, error_message: 'Invalid platform app' } },
        operator,
      ],
      'a failure': [answer('1', 'Unknown'), { kind: 'unavailable', sent: true }],
      'a service that is down': [answer('2', 'Down'), { kind: 'unavailable', sent: true }],
      'a used code': [answer('100', 'The code was used.'), { kind, message }],
      'a used code of Instagram': [
        { status: 400, json: { code: 400, error_message: 'The code was used.' } },
        { kind, message },
      ],
      'a proxy’s page': [{ status: 400 }, { kind: 'unavailable', sent: true }],
    },
  });
});

test('a token without a stated end lasts for 60 days', () => {
  const now = new Date('2026-11-22T00:00:00Z');
  const dates = datesOf({ access: 'x', seconds: undefined, json: {} }, now);
  expect(dates).toEqual({
    expiresAt: new Date('2027-01-21T00:00:00Z'),
    refreshAt: new Date('2026-12-22T00:00:00Z'),
    reconnectBy: new Date('2027-01-21T00:00:00Z'),
  });
});
