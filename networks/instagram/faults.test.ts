import { expect, test } from 'vitest';
import { refuse } from '../families/meta/fake-graph.ts';
import { describeFaults } from '../testing/fault-tables.ts';
import { faultOf, faults } from './faults.ts';

function body(code: string | undefined, message: string) {
  const [main, subcode] = code?.split('/') ?? [];
  return { error: { message, code: main, ...(subcode && { error_subcode: subcode }) } };
}

const answer = (code: string, message = 'Some words', status = 400) => ({
  status,
  json: refuse(status, code, message).body,
});

const rejected = { kind: 'rejected' } as const;
const reconnect = { kind: 'reconnect' } as const;
const later = { kind: 'unavailable', sent: false } as const;
const unknown = { kind: 'unavailable', sent: true } as const;

describeFaults({
  table: faults,
  body,
  answers: {
    'a rate limit': [
      { status: 429, headers: { 'retry-after': '3' } },
      { kind: 'throttled', retryAfter: 3, scope: 'channel' },
    ],
    'too many posts in a day': [
      answer('9/2207042'),
      { kind: 'throttled', retryAfter: 3600, scope: 'channel', networkCode: '9/2207042' },
    ],
    spam: [answer('4/2207051', '', 403), rejected],
    'a restricted account': [answer('25/2207050'), reconnect],
    'a file that cannot be fetched': [answer('9004/2207052'), later],
    'a file that still cannot be fetched': [answer('100/2207077'), later],
    'a file that is not ready': [answer('9007/2207027'), later],
    'a file that is gone': [answer('24/2207006'), rejected],
    'a format of a video': [answer('352/2207026'), rejected],
    'a heavy image': [answer('36000/2207004'), rejected],
    'a format of an image': [answer('36001/2207005'), rejected],
    'a shape of an image': [answer('36003/2207009'), rejected],
    'a long text': [answer('36004/2207010'), rejected],
    'many mentions': [answer('100/2207040'), rejected],
    'a cover after the end': [answer('1/2207057'), rejected],
    'a carousel of one': [answer('100/2207028'), rejected],
    'an invalid tag': [answer('100/2207035'), rejected],
    'a tag of a private account': [answer('100/2207036'), rejected],
    'a tag outside': [answer('100/2207037'), rejected],
    'an unknown kind of file': [answer('100/2207023'), rejected],
    'no trial reels': [answer('100/2207081'), rejected],
    'a location without an address': [answer('100', 'INSTAGRAM_PLATFORM_API__INVALID_LOCATION_ID'), rejected],
    'collaborators that are refused': [answer('100', 'param collaborators is not allowed'), rejected],
    'a revoked token': [answer('190/460', 'Error validating access token', 401), reconnect],
    'another revoked token': [answer('190'), reconnect],
    'an old session': [answer('102'), reconnect],
    'a sign-in that is refused without a code': [
      { status: 400, json: { error: { type: 'OAuthException', message: 'Invalid OAuth 2.0 Access Token' } } },
      reconnect,
    ],
    'a capability that the app lacks': [
      answer('3'),
      { kind: 'throttled', retryAfter: 900, scope: 'app', cause: 'operator' },
    ],
    'a missing permission': [answer('10', '(#10)', 403), reconnect],
    'another missing permission': [answer('200'), reconnect],
    'a limit of the app': [answer('4'), { kind: 'throttled', retryAfter: 3600, scope: 'app' }],
    'a limit of the account': [answer('80002'), { kind: 'throttled', retryAfter: 3600, scope: 'channel' }],
    'a limit with its end': [
      {
        ...answer('80002'),
        headers: {
          'x-business-use-case-usage':
            '{"17841":[{"type":"instagram","call_count":100,"estimated_time_to_regain_access":7}]}',
        },
      },
      { kind: 'throttled', retryAfter: 420 },
    ],
    'a failure of Meta': [answer('1'), unknown],
    'a service that is down': [answer('2'), unknown],
    'another failure of Meta': [answer('-1'), unknown],
    'a file that Meta lost': [answer('-2'), unknown],
    'a failure of the server': [answer('-1/2207001'), unknown],
    'a timeout of a download': [answer('-2/2207003'), unknown],
    'a blocked action': [answer('368'), rejected],
    'another refusal': [
      answer('100', '(#100) Invalid parameter'),
      {
        ...rejected,
        message: 'Instagram does not accept this post. (#100) Invalid parameter',
        networkCode: '100',
      },
    ],
    'an upload that is refused': [
      { status: 400, json: { debug_info: { type: 'ProcessingFailedError', message: 'Broken' } } },
      {
        ...rejected,
        message: 'Instagram does not accept this post. Broken',
        networkCode: 'ProcessingFailedError',
      },
    ],
    'an upload with a token that is over': [
      { status: 400, json: { debug_info: { type: 'NotAuthorizedError', message: 'Not authorized.' } } },
      { kind: 'reconnect', message: 'Instagram no longer accepts this sign-in. Not authorized.' },
    ],
    'an error of the service': [answer('2', 'Down', 503), unknown],
    'a proxy’s page': [{ status: 403 }, unknown],
  },
});

const now = new Date('2026-11-22T12:00:00Z');
const read = (json: unknown) => faultOf({ status: 400, headers: {}, text: '', json }, now).fault;

test.each([
  ['36000/2207004', 'media_ids'],
  ['36001/2207005', 'media_ids'],
  ['36003/2207009', 'media_ids'],
  ['352/2207026', 'media_ids'],
  ['100/2207023', 'media_ids'],
  ['100/2207028', 'media_ids'],
  ['36004/2207010', 'content'],
  ['100/2207040', 'content'],
  ['1/2207057', 'settings.cover_at_ms'],
  ['100/2207035', 'settings.user_tags'],
  ['100/2207036', 'settings.user_tags'],
  ['100/2207037', 'settings.user_tags'],
  ['100/2207081', 'settings.trial'],
])('the refusal %s is about %s', (code, field) => {
  expect(read(refuse(400, code, 'Words').body)).toMatchObject({ kind: 'rejected', field });
});

test('a refusal in words names its setting', () => {
  expect(read(refuse(400, '100', 'INVALID_LOCATION_ID').body)).toMatchObject({ field: 'settings.location' });
  expect(read(refuse(400, '100', 'param collaborators is not allowed').body)).toMatchObject({
    field: 'settings.collaborators',
  });
  expect(read(refuse(400, '100', 'Invalid parameter').body)).not.toHaveProperty('field');
});

test('Instagram’s sentence for people is shown in place of the one for developers', () => {
  const error = { code: 100, message: 'Invalid parameter', error_user_msg: 'The picture is too dark.' };
  expect(read({ error })).toMatchObject({
    message: 'Instagram does not accept this post. The picture is too dark.',
  });
});

test('a failure that Meta calls transient is no refusal, and a limit stays a limit', () => {
  const transient = (code: number) => ({ error: { code, message: 'Words', is_transient: true } });
  expect(read(transient(100))).toMatchObject(unknown);
  expect(read(transient(4))).toMatchObject({ kind: 'throttled' });
  expect(read({ debug_info: { retriable: true, type: 'X', message: 'Y' } })).toMatchObject(unknown);
});
