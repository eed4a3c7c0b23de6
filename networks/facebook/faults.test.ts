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
const unknown = { kind: 'unavailable', sent: true } as const;
const wait = (scope: 'channel' | 'app') => ({ kind: 'throttled', retryAfter: 3600, scope }) as const;

describeFaults({
  table: faults,
  body,
  answers: {
    'a rate limit': [
      { status: 429, headers: { 'retry-after': '3' } },
      { kind: 'throttled', retryAfter: 3, scope: 'channel' },
    ],
    'the same text again': [answer('506'), rejected],
    'the same photos again': [answer('100/1366051'), rejected],
    'a link that Facebook cannot read': [answer('100/1609005'), rejected],
    'a link without a page': [answer('1500'), rejected],
    'a link to Facebook': [answer('200/1609008', '', 403), rejected],
    'a photo that is none': [answer('324'), rejected],
    'a bad photo': [answer('1/1366046'), rejected],
    'a bad video': [answer('6000'), rejected],
    'another bad video': [answer('6001'), rejected],
    'a format of a video': [answer('352'), rejected],
    'another format of a video': [answer('352/1363024'), rejected],
    'a small video': [answer('382'), rejected],
    'a heavy video': [answer('100/1363023'), rejected],
    'an abusive post': [answer('368/1346003'), rejected],
    'a security limit': [answer('368/1404102'), rejected],
    'a Page that needs an authorisation': [answer('200/1404078'), reconnect],
    'a person who must confirm who they are': [answer('190/4854002'), reconnect],
    'a sign-in without videos': [answer('100/1363042'), reconnect],
    'a token that may not publish videos': [
      answer('100', '(#100) No permission to publish the video'),
      reconnect,
    ],
    'a Page that posts too fast': [answer('1/1390008'), wait('channel')],
    'a broken upload': [answer('6000/1363030'), unknown],
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
    'a limit of the app': [answer('4'), wait('app')],
    'a limit of the Page': [answer('32'), wait('channel')],
    'a limit of calls': [answer('613'), wait('channel')],
    'a limit of the use': [answer('80001'), wait('channel')],
    'a limit with its end': [
      {
        ...answer('80001'),
        headers: {
          'x-business-use-case-usage':
            '{"111":[{"type":"pages","call_count":100,"estimated_time_to_regain_access":7}]}',
        },
      },
      { kind: 'throttled', retryAfter: 420 },
    ],
    'a failure of Meta': [answer('1'), unknown],
    'a service that is down': [answer('2'), unknown],
    'another failure of Meta': [answer('-1'), unknown],
    'yet another failure of Meta': [answer('-2'), unknown],
    'a blocked action': [answer('368'), rejected],
    'another refusal': [
      answer('100', '(#100) Invalid parameter'),
      {
        ...rejected,
        message: 'Facebook does not accept this post. (#100) Invalid parameter',
        networkCode: '100',
      },
    ],
    'an error of the service': [answer('2', 'Down', 503), unknown],
    'a proxy’s page': [{ status: 403 }, unknown],
  },
});

const now = new Date('2026-11-22T12:00:00Z');
const read = (json: unknown) => faultOf({ status: 400, headers: {}, text: '', json }, now).fault;

test.each([
  ['324', 'media_ids'],
  ['352', 'media_ids'],
  ['382', 'media_ids'],
  ['6001', 'media_ids'],
  ['6000/1363024', 'media_ids'],
  ['1/1366046', 'media_ids'],
  ['100/1363022', 'media_ids'],
  ['100/1609005', 'settings.link'],
  ['200/1609008', 'settings.link'],
  ['100/2061006', 'settings.link'],
  ['1500', 'settings.link'],
])('the refusal %s is about %s', (code, field) => {
  expect(read(refuse(400, code, 'Words').body)).toMatchObject({ kind: 'rejected', field });
});

test.each(['506', '506/1', '100/1366051'])('the refusal %s says that the Page shows the same', (code) => {
  expect(read(refuse(400, code, 'Words').body)).toMatchObject({ kind: 'rejected', duplicate: true });
});

test('other refusals are about no setting and no other post', () => {
  const fault = read(refuse(400, '100/33', 'Words').body);
  expect(fault).not.toHaveProperty('field');
  expect(fault).not.toHaveProperty('duplicate');
});

test('a failure that Meta calls transient is no refusal', () => {
  expect(read({ error: { code: 100, message: 'Words', is_transient: true } })).toMatchObject(unknown);
});

const kinds = {
  unavailable: [1363019, 1363021, 1363030, 1363033, 1363037, 1363041, 1363045, 1363047, 1609010],
  rejected: [1363022, 1363023, 1363024, 1363025, 1363026, 1363031, 1363032, 1346003, 1404102, 1404112],
  reconnect: [1404078, 4854002, 1363005, 1363042],
  throttled: [1390008],
};
const subcodes = Object.entries(kinds).flatMap(([kind, codes]) => codes.map((code) => [code, kind] as const));

test.each(subcodes)('the subcode %i means %s, whatever its code', (subcode, kind) => {
  for (const code of [1, 100, 6000])
    expect(read(refuse(400, `${code}/${subcode}`, 'Words').body)).toMatchObject({ kind });
});
