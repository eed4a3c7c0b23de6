import { describeFaults } from '../testing/fault-tables.ts';
import { faults } from './faults.ts';

const now = new Date('2026-11-21T12:00:00Z');
const unknown = { kind: 'unavailable', sent: true } as const;
const refused = 'Bluesky refused this: Something.';
const signIn = `${refused} Set this right at Bluesky, then connect the channel again.`;
const tooLarge = 'This server does not take files that large.';

function named(error: string) {
  return { error, message: 'Something' };
}

describeFaults({
  table: faults,
  body: (error, message) => ({ error, message }),
  answers: {
    // 400, not 401, from the reference PDS.
    'an old token': [
      { status: 400, json: named('ExpiredToken') },
      { kind: 'expired', networkCode: 'ExpiredToken' },
    ],
    'a false token': [{ status: 400, json: named('InvalidToken') }, { kind: 'expired' }],
    'no token': [
      { status: 401, json: named('AuthMissing') },
      { kind: 'expired', message: refused },
    ],
    'a takedown': [
      { status: 401, json: named('AccountTakedown') },
      { kind: 'reconnect', message: signIn },
    ],
    'an account that is off': [{ status: 400, json: named('AccountDeactivated') }, { kind: 'reconnect' }],
    'an account that is gone': [{ status: 400, json: named('AccountNotFound') }, { kind: 'reconnect' }],
    'a missing scope': [{ status: 403, json: named('ScopeMissingError') }, { kind: 'reconnect' }],
    'files that are gone': [
      { status: 400, json: named('BlobNotFound') },
      { kind: 'rejected', message: `${refused} The uploaded files are gone: publish the post again.` },
    ],
    'a large file': [
      { status: 400, json: named('BlobTooLarge') },
      { kind: 'rejected', message: `${refused} ${tooLarge}` },
    ],
    'a proxy that finds a file too large': [
      { status: 413 },
      { kind: 'rejected', message: `Bluesky refused this: status 413. ${tooLarge}`, networkCode: '413' },
    ],
    'a refusal, with what the server said as a sentence': [
      { status: 400, json: { error: 'InvalidRequest', message: 'Invalid record: grapheme too big' } },
      {
        kind: 'rejected',
        message: 'Bluesky refused this: Invalid record: grapheme too big.',
        networkCode: 'InvalidRequest',
      },
    ],
    'a refusal that nobody knows': [
      { status: 403, json: { error: 'Whatever' } },
      { kind: 'rejected', message: 'Bluesky refused this: Whatever.' },
    ],
    'a limit': [
      { status: 429, headers: { 'retry-after': '30', 'ratelimit-reset': `${now.getTime() / 1000 + 90}` } },
      {
        kind: 'throttled',
        message: 'Bluesky asks to wait: too many calls for this account.',
        networkCode: 'RateLimitExceeded',
        retryAfter: 30,
        scope: 'channel',
      },
    ],
    'a limit of an older server': [
      { status: 429, headers: { 'ratelimit-reset': `${now.getTime() / 1000 + 90}` } },
      { kind: 'throttled', retryAfter: 90 },
    ],
    'a limit without an end': [{ status: 429, json: named('RateLimitExceeded') }, { retryAfter: null }],
    'a server error': [
      { status: 502, json: named('UpstreamFailure') },
      { ...unknown, message: 'Bluesky answered 502.', networkCode: '502' },
    ],
    'a request that came in part': [{ status: 408, json: named('Timeout') }, unknown],
    'a page in place of a refusal': [
      { status: 404 },
      { ...unknown, message: 'The server answered 404 with something that is not the AT Protocol.' },
    ],
    'a page in place of a success': [{ status: 200 }, unknown],
    'an answer that is none': [{ status: 100 }, unknown],
    'an odd redirect': [{ status: 399 }, unknown],
    'a page that blames us': [{ status: 400 }, unknown],
    'a redirect that names an error': [{ status: 302, json: named('ExpiredToken') }, unknown],
    'a success that names an error': [{ status: 200, json: named('BlobNotFound') }, unknown],
  },
});
