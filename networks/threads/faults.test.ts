import { expect, test } from 'vitest';
import { refuse } from '../families/meta/fake-graph.ts';
import { describeFaults } from '../testing/fault-tables.ts';
import { notFound } from './fake-profile.ts';
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
    spam: [answer('4/2207051', '', 403), rejected],
    'a restricted account': [answer('10/4279013'), rejected],
    'a container that is not known everywhere': [{ status: 400, json: notFound('17').body }, later],
    'a file that cannot be fetched': [answer('1', 'The media could not be fetched from this URI.'), later],
    'many links': [answer('100', 'THREADS_API__LINK_LIMIT_EXCEEDED'), rejected],
    'a long text': [answer('100', 'Param text must be at most 500 characters long.'), rejected],
    'a setting that is not offered': [answer('100', 'THREADS_API__FEATURE_NOT_AVAILABLE'), rejected],
    'another thing that is gone': [answer('24'), rejected],
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
    'a limit of the account': [answer('613'), { kind: 'throttled', retryAfter: 3600, scope: 'channel' }],
    'too many posts in a day': [answer('9'), { kind: 'throttled', retryAfter: 3600, scope: 'channel' }],
    'a failure of Meta': [answer('1'), unknown],
    'a service that is down': [answer('2'), unknown],
    'another failure of Meta': [answer('-1'), unknown],
    'a file that Meta lost': [answer('-2'), unknown],
    'a blocked action': [answer('368'), rejected],
    'another refusal': [
      answer('100', '(#100) Invalid parameter'),
      {
        ...rejected,
        message: 'Threads does not accept this post. (#100) Invalid parameter',
        networkCode: '100',
      },
    ],
    'an error of the service': [answer('2', 'Down', 503), unknown],
    'a proxy’s page': [{ status: 403 }, unknown],
  },
});

test.each([
  ['THREADS_API__LINK_LIMIT_EXCEEDED', 'content'],
  ['Param text must be at most 500 characters long.', 'content'],
  ['param topic_tag is invalid', 'settings.topic_tag'],
  ['param poll_attachment is invalid', 'settings.poll'],
  ['param link_attachment is invalid', 'settings.link'],
  ['param location_id is invalid', 'settings.location'],
  ['param quote_post_id is invalid', 'settings.quote'],
  ['Invalid parameter', undefined],
])('the refusal “%s” is about %s', (message, field) => {
  const response = { status: 400, headers: {}, text: '', json: refuse(400, '100', message).body };
  const { fault } = faultOf(response, new Date('2026-11-22T12:00:00Z'));
  expect(fault.kind === 'rejected' && fault.field).toBe(field);
});
