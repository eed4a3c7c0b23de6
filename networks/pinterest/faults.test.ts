import { expect, test } from 'vitest';
import { describeFaults } from '../testing/fault-tables.ts';
import { refuse } from './fake-refusals.ts';
import { faultOf, faults } from './faults.ts';

const now = new Date('2026-11-21T12:00:00Z');

function answer(status: number, code: number, message: string, headers: Record<string, string> = {}) {
  return { status, json: refuse(status, code, message).body, headers };
}

const rejected = { kind: 'rejected' } as const;
const unknown = { kind: 'unavailable', sent: true } as const;

describeFaults({
  table: faults,
  body: (code, message) => ({ message, ...(code !== undefined && { code: Number(code) }) }),
  answers: {
    'a rate limit with seconds': [
      answer(429, 8, 'You have exceeded your rate limit.', { 'x-ratelimit-reset': '30' }),
      { kind: 'throttled', scope: 'channel', retryAfter: 30 },
    ],
    'a rate limit with parts of seconds': [
      answer(429, 8, 'You have exceeded your rate limit.', { 'x-ratelimit-reset': '29.25' }),
      { kind: 'throttled', retryAfter: 29.25 },
    ],
    'a rate limit with a moment': [
      answer(429, 8, 'You have exceeded your rate limit.', {
        'x-ratelimit-reset': String(now.getTime() / 1000 + 60),
      }),
      { kind: 'throttled', retryAfter: 60 },
    ],
    'a rate limit of its own words': [
      answer(429, 8, 'Slow down.', { 'retry-after': '7', 'x-ratelimit-reset': '30' }),
      { kind: 'throttled', retryAfter: 7 },
    ],
    'a rate limit without a date': [answer(429, 8, 'Slow down.'), { kind: 'throttled', retryAfter: null }],
    'an app with Trial access': [
      answer(403, 29, 'Apps with Trial access may not create Pins in production'),
      { kind: 'throttled', scope: 'app', cause: 'operator', retryAfter: 900 },
    ],
    'a missing scope': [
      answer(401, 3, 'Your token does not have sufficient permissions.'),
      { kind: 'reconnect' },
    ],
    'an expired token': [answer(401, 2, 'Authentication failed.'), { kind: 'expired' }],
    'a board that is gone': [answer(404, 40, 'Board not found.'), rejected],
    'a site that Pinterest refuses': [
      answer(400, 1, 'Sorry, this site doesn’t allow you to save Pins.'),
      { kind: 'rejected', message: expect.stringContaining('does not accept pins that lead to this site') },
    ],
    'a wrong field': [
      answer(400, 1, 'Invalid request: maxItems=5'),
      { kind: 'rejected', message: 'Pinterest does not accept this pin. Invalid request: maxItems=5' },
    ],
    'a failure of the service': [answer(500, 0, 'Internal'), unknown],
    'a proxy’s page': [{ status: 403 }, unknown],
  },
});

test.each([
  [400, 'Sorry, this site doesn’t allow you to save Pins.', 'settings.link'],
  [400, 'The link is invalid', 'settings.link'],
  [400, 'Board section not found', 'settings.board_section_id'],
  [400, 'The board is archived', 'settings.board_id'],
  [404, 'Board section not found.', 'settings.board_section_id'],
  [404, 'Board not found.', 'settings.board_id'],
  [400, 'Something else', undefined],
  [403, 'The board is not yours', undefined],
])('a refusal with %i and “%s” is about %s', (status, message, field) => {
  const fault = faultOf({ text: '', ...answer(status, 1, message) }, now).fault;
  expect(fault).toMatchObject({ kind: 'rejected' });
  expect('field' in fault ? fault.field : undefined).toBe(field);
});

test('a code that is no number is none', () => {
  const json = { code: { a: 1 }, message: 'x' };
  expect(faultOf({ status: 400, headers: {}, text: '', json }, now).fault).toMatchObject({
    networkCode: '400',
  });
});
