import { expect, test } from 'vitest';
import { describeFaults } from '../../testing/fault-tables.ts';
import { refuse } from './fake-refusal.ts';
import { faultOf, faults } from './faults.ts';

function answer(status: number, code: string, message?: string) {
  return { status, json: refuse(status, code, message).body };
}

const twin = 'urn:li:share:7141138937766391808';
const words = `com.linkedin.content.common.exception.BadRequestResponseException: Content is a duplicate of ${twin}`;
/** https://github.com/Arisamiga/Linkedin-RSS/issues/5 (2023-12-14) */
const duplicate = {
  status: 422,
  json: {
    errorDetailType: 'com.linkedin.common.error.BadRequest',
    message: words,
    errorDetails: {
      inputErrors: [{ description: 'Duplicate post is detected', input: {}, code: 'DUPLICATE_POST' }],
    },
    status: 422,
  },
};

const rejected = { kind: 'rejected' } as const;
const reconnect = { kind: 'reconnect' } as const;
const unknown = { kind: 'unavailable', sent: true } as const;
const operator = { kind: 'throttled', scope: 'app', cause: 'operator', retryAfter: 900 } as const;

describeFaults({
  table: faults,
  body: (code, message) => ({ message, ...(code !== undefined && { code }) }),
  answers: {
    'the daily limit of the app': [
      answer(429, 'TOO_MANY_REQUESTS', 'Resource level throttle APPLICATION DAY limit for calls is reached.'),
      { kind: 'throttled', scope: 'app' },
    ],
    'the daily limit of the member': [
      answer(
        429,
        'TOO_MANY_REQUESTS',
        'Resource level throttle APPLICATION_AND_MEMBER DAY limit is reached.',
      ),
      { kind: 'throttled', scope: 'channel' },
    ],
    'a version that LinkedIn has ended': [answer(426, 'NONEXISTENT_VERSION'), operator],
    'a version that LinkedIn cannot read': [answer(400, 'VERSION_MISSING'), operator],
    'files in processing': [
      answer(400, 'MEDIA_ASSET_WAITING_UPLOAD'),
      { kind: 'throttled', scope: 'channel', retryAfter: 20 },
    ],
    'a file that LinkedIn could not process': [answer(400, 'MEDIA_ASSET_PROCESSING_FAILED'), rejected],
    'a revoked token': [answer(401, 'REVOKED_ACCESS_TOKEN'), reconnect],
    'an expired token': [answer(401, 'EXPIRED_ACCESS_TOKEN'), { kind: 'expired' }],
    'a sign-in without Pages': [
      answer(400, 'X', 'Organization permissions must be used when using organization as author'),
      reconnect,
    ],
    'a missing permission': [answer(403, 'ACCESS_DENIED'), reconnect],
    'a conflict': [answer(409, 'CONFLICT'), unknown],
    'a duplicate': [
      duplicate,
      { ...rejected, message: `LinkedIn has a post with this content already. ${words}` },
    ],
    'a text that is too long': [
      answer(400, 'FIELD_LENGTH_TOO_LONG', 'commentary is too long'),
      { ...rejected, message: 'LinkedIn does not accept this post. commentary is too long' },
    ],
    'an unknown field': [answer(422, 'UNPROCESSABLE_ENTITY'), rejected],
    'an error of the service': [answer(500, 'INTERNAL_SERVER_ERROR'), unknown],
    'a timeout of the gateway': [answer(504, 'GATEWAY_TIMEOUT'), unknown],
    'a proxy’s page': [{ status: 403 }, unknown],
  },
});

const now = new Date('2026-11-22T18:30:00.5Z');

function read(response: { status: number; json: unknown }, headers = {}, at = now) {
  return faultOf({ headers, text: '', ...response }, at).fault;
}

test('a daily limit ends at midnight UTC, unless LinkedIn says when', () => {
  const limit = answer(429, 'TOO_MANY_REQUESTS');
  expect(read(limit)).toMatchObject({ retryAfter: 5.5 * 3600 });
  expect(read(limit, { 'retry-after': '7' })).toMatchObject({ retryAfter: 7 });
  expect(read(answer(400, 'MEDIA_ASSET_WAITING_UPLOAD'))).toMatchObject({ retryAfter: 20 });
});

test('a daily limit ends after a minute or later, because LinkedIn’s clock may be behind ours', () => {
  const limit = answer(429, 'TOO_MANY_REQUESTS');
  expect(read(limit, {}, new Date('2026-11-22T23:59:59Z'))).toMatchObject({ retryAfter: 60 });
});

test('a duplicate names its twin with its page', () => {
  const page = `https://www.linkedin.com/feed/update/${twin}/`;
  expect(read(duplicate)).toMatchObject({ duplicate: { id: twin, url: page } });
  expect(read(answer(422, 'UNPROCESSABLE_ENTITY', words))).toMatchObject({ duplicate: { id: twin } });
  expect(read(answer(422, 'DUPLICATE_POST', 'Posted already'))).toMatchObject({ duplicate: true });
});

test('other refusals are no duplicates', () => {
  expect(read(answer(422, 'UNPROCESSABLE_ENTITY'))).not.toHaveProperty('duplicate');
  expect(read(answer(400, 'MISSING_FIELD', words))).not.toHaveProperty('duplicate');
});
