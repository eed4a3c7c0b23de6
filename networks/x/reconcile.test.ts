import { afterEach, beforeEach, expect, test } from 'vitest';
import { openSession } from '../testing/target.ts';
import type { XSession } from './api.ts';
import { startFake, type XFake } from './fake.ts';
import type { Draft } from './post.ts';
import { findPost } from './reconcile.ts';

let fake: XFake;
beforeEach(async () => {
  fake = await startFake();
});
afterEach(() => fake.server.close());

const since = new Date('2026-11-21T12:00:00Z');
const draft: Draft = { text: 'See example.com/bells', settings: {}, media: [], inReplyTo: null };
const ours = {
  id: '7',
  created_at: '2026-11-21T12:00:00.000Z',
  text: 'See https://t.co/abc',
  entities: { urls: [{ url: 'https://t.co/abc', expanded_url: 'http://example.com/bells' }] },
};
const file = { id: '40', key: '3_40' };

async function find(
  listed: unknown[],
  own: Partial<Draft> = {},
  meta: object = { result_count: listed.length },
) {
  fake.x.refusals.set('GET /2/users/2244994945/tweets', [{ status: 200, body: { data: listed, meta } }]);
  const session: XSession = { ...openSession(fake), grant: fake.grant as XSession['grant'], app: fake.app };
  fake.server.now = session.now;
  return findPost({ ...draft, ...own }, since, session);
}

test('the one with the text is ours', async () => {
  expect(await find([ours])).toEqual({ found: { id: '7' } });
  const { query } = fake.server.requests[0] ?? {};
  expect(query?.get('start_time')).toBe('2026-11-20T12:00:00.000Z');
});

test('one of the second before the send is ours, because X leaves out parts of seconds', async () => {
  expect(await find([{ ...ours, created_at: '2026-11-21T11:59:59.000Z' }])).toEqual({ found: { id: '7' } });
});

test.each([
  ['an older one', { created_at: '2026-11-21T11:59:57.000Z' }],
  ['one with another text', { text: 'Hear https://t.co/abc' }],
  ['one with more text', { text: 'See https://t.co/abc now' }],
  ['a reply', { referenced_tweets: [{ type: 'replied_to', id: '5' }] }],
  [
    'a quote of another text',
    { referenced_tweets: [{ type: 'quoted', id: '5' }], text: 'Hear https://t.co/abc' },
  ],
  ['one with a poll', { attachments: { poll_ids: ['1'] } }],
  ['one with a picture and another text', { attachments: { media_keys: ['3_1'] }, text: 'Hear' }],
])('%s is not ours', async (_, changes) => {
  expect(await find([{ ...ours, ...changes }])).toBe('absent');
});

test.each([
  [
    'a link that leads elsewhere',
    [{ ...ours, entities: { urls: [{ url: 'https://t.co/abc', expanded_url: 'https://other.example' }] } }],
  ],
  ['a link that leads nowhere', [{ ...ours, entities: {} }]],
  ['a quote with our text', [{ ...ours, referenced_tweets: [{ type: 'quoted', id: '5' }] }]],
  ['one with our text and a picture', [{ ...ours, attachments: { media_keys: ['3_1'] } }]],
  ['two of the same text', [ours, { ...ours, id: '8' }]],
  ['one without a time', [{ ...ours, created_at: 'now' }]],
  ['one with a hostile id', [{ ...ours, id: '../7' }]],
  ['one that is no object', [null]],
])('%s leaves the doubt', async (_, listed) => {
  expect(await find(listed)).toBe('unknown');
});

const added = { url: 'https://t.co/x', expanded_url: 'https://x.com/ada/status/20' };
const quote = { ...ours, text: 'See https://t.co/x', entities: { urls: [added] } };
const quoted = (id: string) => ({ ...quote, referenced_tweets: [{ type: 'quoted', id }] });

test.each([
  ['the post that our text links to is ours', '20', { found: { id: '7' } }],
  ['a post whose id only begins like that leaves the doubt', '2', 'unknown'],
])('the quote of %s', async (_, id, found) => {
  expect(await find([quoted(id)], { text: 'See https://x.com/ada/status/20' })).toEqual(found);
});

test('the address of a quote that X adds, and that of a file, are no part of the text', async () => {
  expect(await find([quoted('20')], { text: 'See' })).toBe('unknown');
  expect(await find([quoted('20')], { text: 'See', settings: { quote: '20' } })).toEqual({
    found: { id: '7' },
  });
  expect(await find([quoted('20')], { text: 'Seeing', settings: { quote: '20' } })).toBe('absent');
  const picture = { ...added, expanded_url: 'https://x.com/ada/status/7/photo/1' };
  const files = { entities: { urls: [picture] }, attachments: { media_keys: ['3_1'] } };
  expect(await find([{ ...quote, ...files }], { text: 'Seeing' })).toBe('absent');
  expect(await find([{ ...quote, ...files }], { text: 'See' })).toBe('unknown');
});

test('those before the send end the search', async () => {
  const older = { ...ours, id: '6', created_at: '2026-11-21T11:59:00.000Z' };
  expect(await find([{ ...ours, text: 'Hear' }, older], {}, { result_count: 2, next_token: 'x' })).toBe(
    'absent',
  );
  expect(fake.server.requests).toHaveLength(1);
  expect(await find([older], {}, { next_token: 'x' })).toBe('unknown');
});

test('a list that does not say how long it is proves nothing', async () => {
  expect(await find([], {}, {})).toBe('unknown');
  expect(await find([])).toBe('absent');
});

test('the one with our files is ours, whatever its text', async () => {
  const listed = { ...ours, text: 'https://t.co/x', attachments: { media_keys: ['3_40'] } };
  expect(await find([listed], { media: [file] })).toEqual({ found: { id: '7' } });
  expect(await find([listed], { media: [{ id: '40', key: null }] })).toEqual({ found: { id: '7' } });
  expect(await find([listed], { media: [{ id: '0', key: '3_40' }] })).toEqual({ found: { id: '7' } });
});

test('one with other files is not ours, unless it has our text', async () => {
  const added = [
    ...ours.entities.urls,
    { url: 'https://t.co/x', expanded_url: 'https://x.com/ada/status/7/photo/1' },
  ];
  const same = {
    ...ours,
    text: `${ours.text} https://t.co/x`,
    entities: { urls: added },
    attachments: { media_keys: ['3_99'] },
  };
  expect(await find([{ ...same, text: 'Else https://t.co/x' }], { media: [file] })).toBe('absent');
  expect(await find([same], { media: [file] })).toBe('unknown');
});

test('those of a clock that is ahead of ours are compared on that clock', async () => {
  const date = new Date('2026-11-21T12:10:00Z').toUTCString();
  const answer = (created_at: string) => ({
    status: 200,
    headers: { date },
    body: { data: [{ ...ours, created_at }], meta: { result_count: 1 } },
  });
  const session: XSession = { ...openSession(fake), grant: fake.grant as XSession['grant'], app: fake.app };
  fake.server.now = session.now;
  fake.x.refusals.set('GET /2/users/2244994945/tweets', [
    answer('2026-11-21T12:05:00.000Z'),
    answer('2026-11-21T12:10:00.000Z'),
  ]);
  expect(await findPost(draft, since, session)).toBe('absent');
  expect(await findPost(draft, since, session)).toEqual({ found: { id: '7' } });
});

test('more than five pages prove nothing', async () => {
  const page = { status: 200, body: { data: [], meta: { result_count: 0, next_token: 'more' } } };
  const session: XSession = { ...openSession(fake), grant: fake.grant as XSession['grant'], app: fake.app };
  fake.server.now = session.now;
  fake.x.refusals.set('GET /2/users/2244994945/tweets', Array(9).fill(page));
  expect(await findPost(draft, since, session)).toBe('unknown');
  expect(fake.server.requests).toHaveLength(5);
});
