import { afterEach, beforeEach, expect, test } from 'vitest';
import { openSession, startTarget } from '../testing/target.ts';
import type { XSession } from './api.ts';
import { startFake, type XFake } from './fake.ts';
import { problem } from './fake-refusals.ts';
import { x } from './index.ts';
import { measure, remove } from './metrics.ts';

let fake: XFake;
beforeEach(async () => {
  fake = await startFake();
});
afterEach(() => fake.server.close());

function makeSession(): XSession {
  const session = { ...openSession(fake), grant: fake.grant as XSession['grant'], app: fake.app };
  fake.server.now = session.now;
  return session;
}

/** Publishes a post of each text. */
async function publish(...texts: string[]) {
  for (const text of texts) await startTarget(x, { text }, fake).finish();
  return fake.x.posts.all.map(({ id }) => ({ id, url: null }));
}

const numbers = { impressions: 90, likes: 3, comments: 4, shares: 3, saves: 5 };
const lists = () => fake.server.requests.filter(({ method }) => method === 'GET');

test('the numbers of a post are read from the account’s own list, which costs least', async () => {
  const [, second] = await publish('a', 'b', 'c');
  const id = second?.id ?? '';
  expect(await measure.read([{ id, url: null }], makeSession())).toEqual(new Map([[id, numbers]]));
  expect(lists().map(({ path }) => path)).toEqual(['/api.x.com/2/users/2244994945/tweets']);
  expect(Object.fromEntries(lists()[0]?.query ?? [])).toEqual({
    since_id: String(BigInt(id) - 1n),
    until_id: String(BigInt(id) + 1n),
    max_results: '100',
    'tweet.fields': 'public_metrics',
  });
});

test('each post is charged for once, and no other post of the account', async () => {
  const [first, , third, fourth] = await publish('a', 'b', 'c', 'd');
  const wanted = [first, third].flatMap((part) => part ?? []);
  await measure.read(wanted, makeSession());
  fake.x.refusals.set('GET /2/users/2244994945/tweets', [{ status: 200, body: { meta: {} } }]);
  await measure.read([fourth ?? { id: '', url: null }], makeSession());
  expect(fake.x.posts.charged).toEqual([first?.id, third?.id, fourth?.id]);
});

test('they are read also by the names of X’s OpenAPI document', async () => {
  const parts = await publish('a', 'b');
  fake.x.posts.hasNewNames = true;
  expect([...(await measure.read(parts, makeSession())).values()]).toEqual([numbers, numbers]);
});

test('posts that the list does not show are asked for by their ids', async () => {
  const parts = await publish('a', 'b', 'c');
  const [first, second] = parts;
  const empty = { status: 200, body: { meta: {} } };
  const shown = { id: second?.id, public_metrics: { like_count: 7 } };
  const list = '/2/users/2244994945/tweets';
  fake.x.refusals.set(`GET ${list}`, [empty, { status: 200, body: { data: [shown], meta: {} } }, empty]);
  fake.x.posts.remove(first?.id ?? '');
  const read = await measure.read(parts, makeSession());
  expect(read).toEqual(
    new Map<unknown, object>([
      [second?.id, { likes: 7 }],
      [parts[2]?.id, numbers],
    ]),
  );
  expect(lists().map(({ path }) => path)).toEqual([
    ...Array(3).fill(`/api.x.com${list}`),
    '/api.x.com/2/tweets',
  ]);
  expect(lists()[3]?.query.get('ids')).toBe(`${first?.id},${parts[2]?.id}`);
});

test('they are asked for by the names of X’s OpenAPI document, too', async () => {
  const parts = await publish('a');
  fake.x.posts.hasNewNames = true;
  fake.x.refusals.set('GET /2/users/2244994945/tweets', [{ status: 200, body: { meta: {} } }]);
  expect([...(await measure.read(parts, makeSession())).values()]).toEqual([numbers]);
});

test('a post that X no longer has is left out', async () => {
  const [first, second] = await publish('a', 'b');
  fake.x.posts.remove(first?.id ?? '');
  const read = await measure.read(
    [first, second].flatMap((part) => part ?? []),
    makeSession(),
  );
  expect([...read.keys()]).toEqual([second?.id]);
});

test('no posts need no call', async () => {
  expect(await measure.read([], makeSession())).toEqual(new Map());
  expect(lists()).toEqual([]);
});

test.each([
  [
    { like_count: 0, retweet_count: 2 },
    { likes: 0, shares: 2 },
  ],
  [{ like_count: '3', reply_count: -1, quote_count: 1 }, { shares: 1 }],
  [undefined, {}],
])('numbers that X does not state are absent: %j', async (public_metrics, expected) => {
  fake.x.refusals.set('GET /2/users/2244994945/tweets', [
    { status: 200, body: { data: [{ id: '5', public_metrics }, { id: '../5' }, null], meta: {} } },
  ]);
  expect(await measure.read([{ id: '5', url: null }], makeSession())).toEqual(new Map([['5', expected]]));
});

test('a list without end is given up after its first page', async () => {
  const page = { status: 200, body: { data: [], meta: { next_token: 'more' } } };
  fake.x.refusals.set('GET /2/users/2244994945/tweets', Array(20).fill(page));
  expect(await measure.read([{ id: '5', url: null }], makeSession())).toEqual(new Map());
  expect(lists()).toHaveLength(2);
  expect(lists()[1]?.path).toBe('/api.x.com/2/tweets');
});

test('numbers cost money, and are off until an operator wants them', () => {
  expect(measure).toMatchObject({ costs: true, batch: 1 });
});

test('a post is deleted, and one that is gone counts as deleted', async () => {
  const [part = { id: '', url: null }] = await publish('a');
  await remove(part, makeSession());
  expect(fake.x.posts.all).toEqual([]);
  await remove(part, makeSession());
  expect(fake.server.requests.at(-1)).toMatchObject({
    method: 'DELETE',
    path: `/api.x.com/2/tweets/${part.id}`,
  });
});

test.each([
  [problem(403, 'You are not permitted to perform this action.'), { kind: 'rejected' }],
  [problem(429, 'Too Many Requests'), { kind: 'throttled' }],
  [{ status: 200, body: { data: { deleted: false } } }, { kind: 'unavailable' }],
  [{ status: 200, body: 'Welcome' }, { kind: 'unavailable' }],
])('without a clear answer it is asked again: %j', async (answer, fault) => {
  fake.x.refusals.set('DELETE /2/tweets/5', [answer]);
  await expect(remove({ id: '5', url: null }, makeSession())).rejects.toMatchObject({ fault });
});
