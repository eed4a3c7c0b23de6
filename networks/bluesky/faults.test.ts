import { describe, expect, test } from 'vitest';
import type { HttpResponse } from '../core/http.ts';
import { describeStatuses, readFault } from '../testing/fault-tables.ts';
import { faultMeanings, faultOf } from './faults.ts';

const now = new Date('2026-11-21T12:00:00Z');

function meaningOf(status: number, body: object | string, headers: Record<string, string> = {}) {
  const json = typeof body === 'string' ? undefined : body;
  const response: HttpResponse = { status, headers, text: '', json };
  return faultOf(response, now).fault;
}

test.each([
  [400, 'ExpiredToken', 'expired'],
  [400, 'InvalidToken', 'expired'],
  [401, 'AuthMissing', 'expired'],
  [401, 'AccountTakedown', 'reconnect'],
  [403, 'ScopeMissingError', 'reconnect'],
  [400, 'InvalidRequest', 'rejected'],
  [413, 'PayloadTooLarge', 'rejected'],
  [403, 'Whatever', 'rejected'],
  [502, 'UpstreamFailure', 'unavailable'],
])('%i %s is %s', (status, error, kind) => {
  expect(meaningOf(status, { error, message: 'Something' })).toMatchObject({
    kind,
    networkCode: expect.any(String),
  });
});

test('a refusal says what the server said, as a sentence', () => {
  const message = 'Invalid app.bsky.feed.post record: grapheme too big';
  expect(meaningOf(400, { error: 'InvalidRequest', message })).toEqual({
    kind: 'rejected',
    message: `Bluesky refused this: ${message}.`,
    networkCode: 'InvalidRequest',
  });
});

test.each([[404], [403], [200], [302]])('a page in place of an answer (%i) proves nothing', (status) => {
  expect(meaningOf(status, '<html>')).toMatchObject({ kind: 'unavailable', sent: true });
});

test('a proxy that refuses a file for its size is believed without a body', () => {
  expect(meaningOf(413, '<html>')).toMatchObject({ kind: 'rejected' });
});

test('how long to wait is read from either header', () => {
  const body = { error: 'RateLimitExceeded' };
  const reset = String(now.getTime() / 1000 + 90);
  expect(meaningOf(429, body, { 'retry-after': '30', 'ratelimit-reset': reset })).toMatchObject({
    retryAfter: 30,
  });
  expect(meaningOf(429, body, { 'ratelimit-reset': reset })).toMatchObject({ retryAfter: 90 });
  expect(meaningOf(429, body)).toMatchObject({ kind: 'throttled', retryAfter: null });
});

/** What each row of the table is to mean, by its key. */
const expected: Record<string, string> = {
  ExpiredToken: 'expired',
  InvalidToken: 'expired',
  AccountTakedown: 'reconnect',
  AccountDeactivated: 'reconnect',
  AccountNotFound: 'reconnect',
  ScopeMissingError: 'reconnect',
  BlobNotFound: 'rejected',
  BlobTooLarge: 'rejected',
  401: 'expired',
  413: 'rejected',
};

describe('the table', () => {
  const keys = [...faultMeanings.keys()];

  test('has the rows that are expected here, and no others', () => {
    expect(keys.map(String).sort()).toEqual(Object.keys(expected).sort());
  });

  test.each(keys)('%s', (key) => {
    const fault =
      typeof key === 'number' ? readFault(faultOf, key, undefined) : readFault(faultOf, 400, { error: key });
    expect(fault.kind).toBe(expected[String(key)]);
  });

  describeStatuses(faultOf);
});
