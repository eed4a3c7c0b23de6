import { expect, test } from 'vitest';
import { describeFaults } from '../testing/fault-tables.ts';
import { refuse } from './fake-refusal.ts';
import { faultOf, faultOfAddition, faultOfUpload, faults, secondsUntilMidnight } from './faults.ts';

function body(code: string | undefined, message: string) {
  return { error: { message, ...(code !== undefined && { errors: [{ reason: code }] }) } };
}

function answer(status: number, reason: string) {
  return { status, json: refuse(status, reason).body };
}

const rejected = { kind: 'rejected' } as const;
const reconnect = { kind: 'reconnect' } as const;
const unknown = { kind: 'unavailable', sent: true } as const;

describeFaults({
  table: faults,
  body,
  answers: {
    'a used quota': [answer(403, 'quotaExceeded'), { kind: 'throttled', scope: 'channel' }],
    'a used quota of a day': [answer(403, 'dailyLimitExceeded'), { kind: 'throttled', scope: 'channel' }],
    'a rate limit': [
      { status: 429, headers: { 'retry-after': '3' } },
      { kind: 'throttled', retryAfter: 3, scope: 'channel' },
    ],
    'a rate limit of the project': [answer(403, 'rateLimitExceeded'), { kind: 'throttled' }],
    'a rate limit of the person': [answer(403, 'userRateLimitExceeded'), { kind: 'throttled' }],
    'a rate limit of uploads': [answer(403, 'uploadRateLimitExceeded'), { kind: 'throttled' }],
    'too many uploads of the channel': [
      answer(400, 'uploadLimitExceeded'),
      { kind: 'throttled', retryAfter: 86_400, scope: 'channel' },
    ],
    'an API that is not enabled': [
      answer(403, 'accessNotConfigured'),
      { kind: 'throttled', retryAfter: 900, scope: 'app', cause: 'operator' },
    ],
    'an account without a channel': [answer(401, 'youtubeSignupRequired'), reconnect],
    'a closed account': [answer(403, 'authenticatedUserAccountClosed'), reconnect],
    'a suspended account': [answer(403, 'authenticatedUserAccountSuspended'), reconnect],
    'a missing scope': [answer(403, 'insufficientPermissions'), reconnect],
    'an account of somebody else': [answer(403, 'accountDelegationForbidden'), reconnect],
    'an expired token': [answer(401, 'authError'), { kind: 'expired' }],
    'an invalid title': [answer(400, 'invalidTitle'), rejected],
    'an invalid description': [answer(400, 'invalidDescription'), rejected],
    'invalid tags': [answer(400, 'invalidTags'), rejected],
    'an invalid category': [answer(400, 'invalidCategoryId'), rejected],
    'a missing language': [answer(400, 'defaultLanguageNotSet'), rejected],
    'a forbidden upload': [answer(403, 'forbidden'), rejected],
    'a forbidden visibility': [answer(403, 'forbiddenPrivacySetting'), rejected],
    'a forbidden licence': [answer(400, 'forbiddenLicenseSetting'), rejected],
    'a video that is gone': [answer(404, 'videoNotFound'), rejected],
    'captions without a text': [
      answer(400, 'contentRequired'),
      { ...rejected, message: expect.stringContaining('these captions') },
    ],
    'captions in no language': [answer(400, 'invalidMetadata'), rejected],
    'a reason that the table does not have': [
      answer(400, 'invalidFilename'),
      { ...rejected, message: 'YouTube does not accept this. Reason: invalidFilename' },
    ],
    'an error of the service': [answer(503, 'backendError'), unknown],
    'a proxy’s page': [{ status: 403 }, unknown],
  },
});

const now = new Date('2026-11-22T12:00:00Z');

function read(status: number, reason: string, by = faultOf) {
  return by({ headers: {}, text: '', ...answer(status, reason) }, now).fault;
}

test.each(['quotaExceeded', 'dailyLimitExceeded'])(
  'a used quota ends at midnight in California: %s',
  (code) => {
    const waits = { kind: 'throttled', retryAfter: 20 * 3600 };
    expect(read(403, code)).toMatchObject({ ...waits, scope: 'channel' });
    expect(read(403, code, faultOfUpload)).toMatchObject({ ...waits, scope: 'app' });
    expect(read(403, code, faultOfAddition)).toMatchObject(rejected);
    expect(read(403, code, faultOfAddition).message).toContain('used its quota of today');
  },
);

test.each([
  [429, 'rateLimitExceeded'],
  [401, 'authError'],
  [403, 'forbidden'],
  [503, 'backendError'],
])('another fault of an upload or an addition is that of any call: %i %s', (status, reason) => {
  for (const by of [faultOfUpload, faultOfAddition])
    expect(read(status, reason, by)).toEqual(read(status, reason));
});

test('midnight is that of California', () => {
  expect(secondsUntilMidnight(new Date('2026-11-22T07:59:59Z'))).toBe(1);
  expect(secondsUntilMidnight(new Date('2026-11-22T08:00:00Z'))).toBe(86_400);
  expect(secondsUntilMidnight(new Date('2026-07-01T06:59:00Z'))).toBe(60);
});

test('a refusal names the setting that it is about', () => {
  expect(read(400, 'invalidTitle')).toMatchObject({ field: 'settings.title' });
  expect(read(400, 'invalidDescription')).toMatchObject({ field: 'content' });
  expect(read(400, 'invalidFilename')).not.toHaveProperty('field');
});
