import { expect, test } from 'vitest';
import { describeFaults } from '../testing/fault-tables.ts';
import { invalid, problem } from './fake-refusals.ts';
import { faultOf, faults } from './faults.ts';

const now = new Date('2026-11-21T12:00:00Z');
const seconds = now.getTime() / 1000;

function answer(status: number, detail: string, type?: string, headers: Record<string, string> = {}) {
  return { status, json: problem(status, detail, type).body, headers };
}

const rejected = { kind: 'rejected' } as const;
const unknown = { kind: 'unavailable', sent: true } as const;
const operators = { kind: 'throttled', scope: 'app', cause: 'operator', retryAfter: 900 } as const;

describeFaults({
  table: faults,
  body: (code, detail) => ({ detail, type: code && `https://api.x.com/2/problems/${code}` }),
  answers: {
    'no credits': [answer(402, 'Your enrolled account does not have any credits.'), operators],
    'a used cap': [answer(403, 'Usage cap exceeded.', 'usage-capped'), operators],
    'a used cap, as a rate limit': [answer(429, 'Usage cap exceeded.', 'usage-capped'), operators],
    'the limit of the app': [
      answer(429, 'Too Many Requests', undefined, {
        'x-app-limit-24hour-remaining': '0',
        'x-app-limit-24hour-reset': String(seconds + 3600),
        'x-rate-limit-reset': String(seconds + 9),
      }),
      { kind: 'throttled', scope: 'app', retryAfter: 3600 },
    ],
    'the limit of the person in a day': [
      answer(429, 'Too Many Requests', undefined, {
        'x-app-limit-24hour-remaining': '1',
        'x-app-limit-24hour-reset': String(seconds + 3600),
        'x-user-limit-24hour-remaining': '0',
        'x-user-limit-24hour-reset': String(seconds + 7200),
        'x-rate-limit-reset': String(seconds + 9),
      }),
      { kind: 'throttled', scope: 'channel', retryAfter: 7200 },
    ],
    'a rate limit': [
      answer(429, 'Too Many Requests', 'rate-limit-exceeded', { 'x-rate-limit-reset': String(seconds + 9) }),
      { kind: 'throttled', scope: 'channel', retryAfter: 9 },
    ],
    'a rate limit without a date': [
      answer(429, 'Too Many Requests'),
      { kind: 'throttled', retryAfter: null },
    ],
    'an expired token': [answer(401, 'Unauthorized'), { kind: 'expired' }],
    'another way to sign in': [
      answer(403, 'Unsupported Authentication', 'unsupported-authentication'),
      { kind: 'expired' },
    ],
    'an app without access': [answer(403, 'Client Forbidden', 'client-forbidden'), operators],
    'an app without the permission to write': [answer(403, 'Forbidden', 'oauth1-permissions'), operators],
    'an app without a feature': [answer(403, 'You are not permitted to access this feature.'), operators],
    'a duplicate': [
      answer(403, 'You are not allowed to create a Tweet with duplicate content.'),
      { kind: 'rejected', message: expect.stringContaining('published the same text already') },
    ],
    'a suspended account': [answer(403, 'Your account is suspended.'), { kind: 'reconnect' }],
    'a locked account': [answer(403, 'Your account is temporarily locked.'), { kind: 'reconnect' }],
    'a post that the account may not make': [
      answer(403, 'You are not permitted to perform this action.'),
      { kind: 'rejected', message: expect.stringContaining('text may be too long') },
    ],
    'a video that is too long for the account': [
      answer(403, 'This user is not allowed to post a video longer than 20 minutes.'),
      { kind: 'rejected', message: expect.stringContaining('longer than X allows this account') },
    ],
    'two cashtags': [answer(403, 'Posts are limited to a maximum of one cashtag.'), rejected],
    'a wrong field': [
      { status: 400, json: invalid('Your media IDs are invalid.').body },
      { kind: 'rejected', message: 'X does not accept this. Your media IDs are invalid.' },
    ],
    'an answer with a post and errors': [{ status: 201, json: { errors: [{ detail: 'x' }] } }, unknown],
    'a failure of the service': [answer(503, 'Service Unavailable'), unknown],
    'a proxy’s page': [{ status: 403 }, unknown],
  },
});

test('a duplicate is said to be one, and no other refusal is', () => {
  const read = (status: number, detail: string) =>
    faultOf({ text: '', ...answer(status, detail) }, now).fault;
  expect(read(403, 'You are not allowed to create a Tweet with duplicate content.')).toMatchObject({
    duplicate: true,
  });
  expect(read(403, 'You are not permitted to perform this action.')).not.toHaveProperty('duplicate');
  expect(read(500, 'duplicate content')).not.toHaveProperty('duplicate');
});

test('a problem of the older host has the same code', () => {
  const json = { detail: 'No', type: 'https://api.twitter.com/2/problems/client-forbidden' };
  expect(faultOf({ status: 403, headers: {}, text: '', json }, now).fault).toMatchObject(operators);
});
