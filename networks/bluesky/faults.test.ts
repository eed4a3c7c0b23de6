import { describeFaults } from '../testing/fault-tables.ts';
import { faults } from './faults.ts';

const now = new Date('2026-11-21T12:00:00Z');
const unknown = { kind: 'unavailable', sent: true } as const;
const refused = 'Bluesky refused this: Something.';
const signIn = `${refused} Fix this at Bluesky, then connect the channel again.`;
const tooLarge = 'The file is larger than this server allows.';

function named(error: string) {
  return { error, message: 'Something' };
}

describeFaults({
  table: faults,
  body: (error, message) => ({ error, message }),
  answers: {
    // 400, not 401, from the reference PDS.
    'an expired token': [
      { status: 400, json: named('ExpiredToken') },
      { kind: 'expired', networkCode: 'ExpiredToken' },
    ],
    'an invalid token': [{ status: 400, json: named('InvalidToken') }, { kind: 'expired' }],
    'no token': [
      { status: 401, json: named('AuthMissing') },
      { kind: 'expired', message: refused },
    ],
    'a takedown': [
      { status: 401, json: named('AccountTakedown') },
      { kind: 'reconnect', message: signIn },
    ],
    'a deactivated account': [{ status: 400, json: named('AccountDeactivated') }, { kind: 'reconnect' }],
    'a deleted account': [{ status: 400, json: named('AccountNotFound') }, { kind: 'reconnect' }],
    'a missing scope': [{ status: 403, json: named('ScopeMissingError') }, { kind: 'reconnect' }],
    'deleted files': [
      { status: 400, json: named('BlobNotFound') },
      {
        kind: 'rejected',
        message: `${refused} The server has deleted the uploaded files. Publish the post again.`,
      },
    ],
    'a large file': [
      { status: 400, json: named('BlobTooLarge') },
      { kind: 'rejected', message: `${refused} ${tooLarge}` },
    ],
    'a proxy that refuses a large file': [
      { status: 413 },
      { kind: 'rejected', message: `Bluesky refused this: status 413. ${tooLarge}`, networkCode: '413' },
    ],
    'a refusal, with the server’s message as a sentence': [
      { status: 400, json: { error: 'InvalidRequest', message: 'Invalid record: grapheme too big' } },
      {
        kind: 'rejected',
        message: 'Bluesky refused this: Invalid record: grapheme too big.',
        networkCode: 'InvalidRequest',
      },
    ],
    'an unknown refusal': [
      { status: 403, json: { error: 'Whatever' } },
      { kind: 'rejected', message: 'Bluesky refused this: Whatever.' },
    ],
    'a limit': [
      { status: 429, headers: { 'retry-after': '30', 'ratelimit-reset': `${now.getTime() / 1000 + 90}` } },
      {
        kind: 'throttled',
        message: 'Bluesky asked us to wait: too many calls for this account.',
        networkCode: 'RateLimitExceeded',
        retryAfter: 30,
        scope: 'channel',
      },
    ],
    'a rate limit of an older server': [
      { status: 429, headers: { 'ratelimit-reset': `${now.getTime() / 1000 + 90}` } },
      { kind: 'throttled', retryAfter: 90 },
    ],
    'a rate limit without an end': [{ status: 429, json: named('RateLimitExceeded') }, { retryAfter: null }],
    'a server error': [
      { status: 502, json: named('UpstreamFailure') },
      { ...unknown, message: 'Bluesky answered 502.', networkCode: '502' },
    ],
    'a request that arrived in part': [{ status: 408, json: named('Timeout') }, unknown],
    'a web page in place of a refusal': [
      { status: 404 },
      { ...unknown, message: 'The server answered 404 with something that is not the AT Protocol.' },
    ],
    'a web page in place of a success': [{ status: 200 }, unknown],
    'an answer that is not final': [{ status: 100 }, unknown],
    'an odd redirect': [{ status: 399 }, unknown],
    'a web page with status 400': [{ status: 400 }, unknown],
    'a redirect with an error code': [{ status: 302, json: named('ExpiredToken') }, unknown],
    'a success with an error code': [{ status: 200, json: named('BlobNotFound') }, unknown],
  },
});
