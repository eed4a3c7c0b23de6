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
        message: 'The server no longer accepts this access token. The access token was revoked',
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
      { kind: 'rejected', message: 'The file is larger than this server allows.' },
    ],
    'an invalid post': [
      { status: 422, json: words("Validation failed: Text can't be blank") },
      { kind: 'rejected', message: "Validation failed: Text can't be blank", networkCode: '422' },
    ],
    'files that an earlier send may have used': [
      { status: 422, json: words('Media 9000 not found or already attached to another post') },
      { kind: 'rejected', duplicate: true },
    ],
    'files that an earlier send has used at GoToSocial': [
      { status: 400, json: words('Bad Request: media 9000 already attached to status') },
      { kind: 'rejected', duplicate: true },
    ],
    'a GoToSocial that has too many requests': [
      { status: 503, json: words('server capacity exceeded'), headers: { 'retry-after': '30' } },
      { kind: 'throttled', scope: 'channel', retryAfter: 30 },
    ],
    'a GoToSocial that let a request wait for too long': [
      { status: 503, json: words('timed out while waiting for a pending request to complete') },
      { kind: 'throttled' },
    ],
    'a failure that only mentions such words': [
      { status: 503, json: words('database: server capacity exceeded') },
      unknown,
    ],
    'an answer that is a plain sentence': [
      { status: 422, json: 'Comments have been disabled' },
      { kind: 'rejected', message: 'Comments have been disabled' },
    ],
    'a refusal without a message': [
      { status: 418 },
      { kind: 'rejected', message: 'The server answered 418.' },
    ],
    'a bad request': [{ status: 400, json: { message: 'Invalid media_ids' } }, { kind: 'rejected' }],
    'a duplicate key on Pixelfed': [
      { status: 400, json: { message: 'Duplicate idempotency key.' } },
      unknown,
    ],
    'a request that arrived in part': [
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
    'a truncated page': [{ status: 200 }, unknown],
    'a redirect': [{ status: 302 }, unknown],
    'a replayed failure': [
      { status: 500, json: words('Oops'), headers: { 'idempotent-replayed': 'true' } },
      {
        kind: 'unavailable',
        sent: false,
        message: 'The server failed with 500, and only repeats its first answer.',
      },
    ],
    'a replayed failure with an odd status': [
      { status: 599, headers: { 'idempotent-replayed': 'true' } },
      { kind: 'unavailable', sent: false },
    ],
    'a replayed success': [{ status: 200, headers: { 'idempotent-replayed': 'true' } }, unknown],
    'a rate limit until a date': [
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
    'a rate limit in seconds': [
      { status: 429, headers: { 'retry-after': '7' } },
      { kind: 'throttled', retryAfter: 7 },
    ],
    'a rate limit without an end': [{ status: 429 }, { kind: 'throttled', retryAfter: null }],
  },
});
