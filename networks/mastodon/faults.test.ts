import { describe, expect, test } from 'vitest';
import type { Fault } from '../core/fault.ts';
import type { HttpResponse } from '../core/http.ts';
import { describeStatuses, readFault } from '../testing/fault-tables.ts';
import { faultOf, faultRows } from './faults.ts';

const now = new Date('2026-11-21T12:00:00Z');

function respond(status: number, json: unknown, headers: Record<string, string> = {}): HttpResponse {
  return { status, headers, json, text: JSON.stringify(json) ?? '<html>' };
}

test.each<[string, HttpResponse, Partial<Fault>]>([
  ['a revoked token', respond(401, { error: 'The access token was revoked' }), { kind: 'reconnect' }],
  [
    'a missing scope',
    respond(403, { error: 'This action is outside the authorized scopes' }),
    { kind: 'reconnect' },
  ],
  ['a suspended account', respond(403, { error: 'Your login is currently disabled' }), { kind: 'reconnect' }],
  [
    'a post that is not allowed',
    respond(403, { message: 'Empty statuses are not allowed' }),
    { kind: 'rejected' },
  ],
  ['a lost parent', respond(404, { error: 'Record not found' }), { kind: 'rejected' }],
  [
    'a large file',
    respond(413, undefined),
    { kind: 'rejected', message: 'The file is larger than the server takes.' },
  ],
  [
    'an invalid post',
    respond(422, { error: "Validation failed: Text can't be blank" }),
    { kind: 'rejected', message: "Validation failed: Text can't be blank", networkCode: '422' },
  ],
  [
    'a sentence for an answer',
    respond(422, 'Comments have been disabled'),
    { message: 'Comments have been disabled' },
  ],
  [
    'a refusal without words',
    respond(418, undefined),
    { kind: 'rejected', message: 'The server answered 418.' },
  ],
  ['a key in use', respond(409, { error: 'still being processed' }), { kind: 'unavailable', sent: true }],
  [
    'a key of Pixelfed',
    respond(400, { message: 'Duplicate idempotency key.' }),
    { kind: 'unavailable', sent: true },
  ],
  ['a bad request', respond(400, { message: 'Invalid media_ids' }), { kind: 'rejected' }],
  ['a server error', respond(500, { error: 'Oops' }), { kind: 'unavailable', sent: true }],
  ['a proxy’s page', respond(503, undefined), { kind: 'unavailable', sent: true }],
  ['half a page', respond(200, undefined), { kind: 'unavailable', sent: true }],
  ['a redirect', respond(302, undefined), { kind: 'unavailable', sent: true }],
  [
    'a failure from memory',
    respond(500, { error: 'Oops' }, { 'idempotent-replayed': 'true' }),
    { kind: 'unavailable', sent: false },
  ],
  [
    'a limit until a date',
    respond(429, { error: 'Too many requests' }, { 'x-ratelimit-reset': '2026-11-21T12:05:00.123456Z' }),
    { kind: 'throttled', retryAfter: 300.123, scope: 'channel' },
  ],
  ['a limit in seconds', respond(429, {}, { 'retry-after': '7' }), { kind: 'throttled', retryAfter: 7 }],
  ['a limit without an end', respond(429, undefined), { kind: 'throttled', retryAfter: null }],
])('%s', (_, response, fault) => {
  expect(faultOf(response, now).fault).toMatchObject(fault);
});

/** What each row of the table is to mean: the status, words that fit the row where it asks for some, and the fault. */
const expected: [number, string | undefined, Fault['kind']][] = [
  [400, 'Duplicate idempotency key.', 'unavailable'],
  [401, undefined, 'reconnect'],
  [403, 'Empty statuses are not allowed', 'rejected'],
  [403, undefined, 'reconnect'],
  [404, undefined, 'rejected'],
  [408, undefined, 'unavailable'],
  [409, undefined, 'unavailable'],
  [413, undefined, 'rejected'],
  [429, undefined, 'throttled'],
];

describe('the table', () => {
  test('has the rows that are expected here, and no others', () => {
    const rows = faultRows.map(({ status, says }) => [status, says !== undefined]);
    expect(rows).toEqual(expected.map(([status, words]) => [status, words !== undefined]));
  });

  test.each(expected)('%i “%s” is %s', (status, error, kind) => {
    const fault = readFault(faultOf, status, { error });
    expect(fault).toMatchObject({ kind, ...(kind === 'unavailable' && { sent: true }) });
  });

  describeStatuses(faultOf);
});
