import { describeFaults } from '../testing/fault-tables.ts';
import { faults } from './faults.ts';

const unknown = { kind: 'unavailable', sent: true } as const;
const words = (error: string) => ({ error });

describeFaults({
  table: faults,
  body: (_, error) => ({ error }),
  answers: {
    'a revoked token': [
      { status: 401, json: words('The access token was revoked') },
      {
        kind: 'reconnect',
        message: 'The server no longer takes this access token. The access token was revoked',
      },
    ],
    'a missing scope': [
      { status: 403, json: words('This action is outside the authorized scopes') },
      { kind: 'reconnect' },
    ],
    'a suspended account': [
      { status: 403, json: words('Your login is currently disabled') },
      { kind: 'reconnect' },
    ],
    'a post that is not allowed': [
      { status: 403, json: { message: 'Empty statuses are not allowed' } },
      { kind: 'rejected', message: 'Empty statuses are not allowed' },
    ],
    'a quote that is not permitted': [
      { status: 403, json: words('Quoting is not permitted') },
      { kind: 'rejected' },
    ],
    'a file of another account': [{ status: 403, json: words('Invalid media') }, { kind: 'rejected' }],
    'a lost parent': [{ status: 404, json: words('Record not found') }, { kind: 'rejected' }],
    'a large file': [
      { status: 413 },
      { kind: 'rejected', message: 'The file is larger than the server takes.' },
    ],
    'an invalid post': [
      { status: 422, json: words("Validation failed: Text can't be blank") },
      { kind: 'rejected', message: "Validation failed: Text can't be blank", networkCode: '422' },
    ],
    'a sentence for an answer': [
      { status: 422, json: 'Comments have been disabled' },
      { kind: 'rejected', message: 'Comments have been disabled' },
    ],
    'a refusal without words': [{ status: 418 }, { kind: 'rejected', message: 'The server answered 418.' }],
    'a bad request': [{ status: 400, json: { message: 'Invalid media_ids' } }, { kind: 'rejected' }],
    'a key of Pixelfed': [{ status: 400, json: { message: 'Duplicate idempotency key.' } }, unknown],
    'a request that came in part': [
      { status: 408, json: words('Request timeout') },
      { ...unknown, message: 'Request timeout' },
    ],
    'a key in use': [
      { status: 409, json: words('still being processed') },
      { ...unknown, message: 'still being processed', networkCode: '409' },
    ],
    'a server error': [
      { status: 500, json: words('Oops') },
      { ...unknown, message: 'The server answered 500.' },
    ],
    'a proxy’s page': [{ status: 503 }, unknown],
    'half a page': [{ status: 200 }, unknown],
    'a redirect': [{ status: 302 }, unknown],
    'a failure from memory': [
      { status: 500, json: words('Oops'), headers: { 'idempotent-replayed': 'true' } },
      {
        kind: 'unavailable',
        sent: false,
        message: 'The server failed with 500 and repeats that from memory.',
      },
    ],
    'an odd failure from memory': [
      { status: 599, headers: { 'idempotent-replayed': 'true' } },
      { kind: 'unavailable', sent: false },
    ],
    'a success from memory': [{ status: 200, headers: { 'idempotent-replayed': 'true' } }, unknown],
    'a limit until a date': [
      {
        status: 429,
        json: words('Too many'),
        headers: { 'x-ratelimit-reset': '2026-11-21T12:05:00.123456Z' },
      },
      {
        kind: 'throttled',
        message: 'Too many requests. Too many',
        retryAfter: 300.123,
        scope: 'channel',
      },
    ],
    'a limit in seconds': [
      { status: 429, headers: { 'retry-after': '7' } },
      { kind: 'throttled', retryAfter: 7 },
    ],
    'a limit without an end': [{ status: 429 }, { kind: 'throttled', retryAfter: null }],
  },
});
