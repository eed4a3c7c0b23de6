import { afterAll, describe, expect, test } from 'vitest';
import { app } from '../support/app.ts';
import { givePassword, signIn } from '../support/browser.ts';
import { makeKey, makeWorkspace } from '../support/people.ts';

const service = await app({ rateLimitReads: 4, rateLimitWrites: 2 });
afterAll(() => service.close());

const limitsOf = ({ headers }: { headers: Headers }) =>
  ['limit', 'remaining'].map((name) => Number(headers.get(`ratelimit-${name}`) ?? 'NaN'));
const read = (key: string | null, path = '/posts') => service.request('GET', path, { key });
const write = (key: string) => service.request('POST', '/posts', { key, body: { status: 'draft' } });

describe('requests of a person', () => {
  test('are counted down in every answer, reads and writes separately', async () => {
    const { key } = await service.as('owner');
    expect(limitsOf(await read(key))).toEqual([4, 3]);
    expect(limitsOf(await write(key))).toEqual([2, 1]);
    expect(limitsOf(await read(key, '/posts/999999'))).toEqual([4, 2]);
    expect(limitsOf(await read(key, '/nothing'))).toEqual([4, 1]);
    const refused = await service.request('POST', '/posts', { key, body: {} });
    expect([refused.status, ...limitsOf(refused)]).toEqual([422, 2, 0]);
    const reset = Number(refused.headers.get('ratelimit-reset'));
    expect(reset).toBeGreaterThan(0);
    expect(reset).toBeLessThanOrEqual(60);
  });

  test('that check a post without saving it count as reads', async () => {
    const { key } = await service.as('owner');
    const check = () => service.request('POST', '/posts/validate', { key, body: { status: 'draft' } });
    expect(limitsOf(await check())).toEqual([4, 3]);
    expect(limitsOf(await read(key))).toEqual([4, 2]);
    expect(limitsOf(await write(key))).toEqual([2, 1]);
  });

  test('for thumbnails have a limit of their own', async () => {
    const { key } = await service.as('owner');
    const show = () => read(key, '/api/v1/media/1/thumbnail');
    expect(limitsOf(await show())).toEqual([3000, 2999]);
    expect(limitsOf(await read(key))).toEqual([4, 3]);
    expect(limitsOf(await show())).toEqual([3000, 2998]);
  });

  test('beyond the limit are refused with 429 and the time to try again, and change nothing', async () => {
    const { key } = await service.as('owner');
    await write(key);
    await write(key);
    const before = (await service.db.row('select count(*)::int as posts from posts')) ?? {};
    const answer = await write(key);
    expect([answer.status, answer.error.code, ...limitsOf(answer)]).toEqual([429, 'rate_limited', 2, 0]);
    const wait = Number(answer.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(60);
    expect(await service.db.row('select count(*)::int as posts from posts')).toEqual(before);
    expect((await read(key)).status).toBe(200);
  });

  test('are counted together, over all keys, workspaces and sessions', async () => {
    const { key, userId, workspaceId } = await service.as('owner');
    const elsewhere = await makeWorkspace(service.db);
    await service.db.rows("insert into members (workspace_id, user_id, role) values ($1, $2, 'editor')", [
      elsewhere,
      userId,
    ]);
    const second = await makeKey(service.db, workspaceId, userId);
    const third = await makeKey(service.db, elsewhere, userId);
    const browser = await signIn(service, await givePassword(service.db, userId));
    expect(limitsOf(await read(key))).toEqual([4, 3]);
    expect(limitsOf(await read(second))).toEqual([4, 2]);
    expect(limitsOf(await read(third))).toEqual([4, 1]);
    expect(limitsOf(await browser.request('GET', '/posts'))).toEqual([4, 0]);
    const refused = await read(third);
    expect([refused.status, refused.error.message]).toEqual([
      429,
      expect.stringMatching(
        /^You have used your 4 reading requests a minute, over all keys, sessions and workspaces; try again in \d+ s\.$/,
      ),
    ]);
    await write(second);
    await write(third);
    expect((await write(key)).error.message).toMatch(/^You have used your 2 changing requests a minute, /);
  });

  test('do not use up the limit of another person', async () => {
    const [one, two] = [await service.as('owner'), await service.as('owner')];
    for (const _ of [1, 2, 3, 4]) await read(one.key);
    expect((await read(one.key)).status).toBe(429);
    expect((await read(two.key)).status).toBe(200);
  });
});

test('callers without a key are counted by their address', async () => {
  const statuses: number[] = [];
  for (const _ of [1, 2, 3, 4, 5]) {
    const answer = await read(null);
    statuses.push(answer.status);
    expect(limitsOf(answer)[0]).toBe(4);
  }
  expect(statuses).toEqual([401, 401, 401, 401, 429]);
  expect((await read(null)).error.message).toMatch(
    /^Only 4 reading requests a minute are accepted from one network address without an API key or a session; try again in/,
  );
});

test('endpoints for operators have no limit', async () => {
  for (const path of ['/health', '/metrics', '/ready']) {
    for (const _ of [1, 2, 3, 4, 5, 6]) expect((await fetch(service.origin + path)).status).not.toBe(429);
  }
});

test('a limit of 0 means no limit, and no headers', async () => {
  await using free = await app({ rateLimitReads: 0, rateLimitWrites: 1 });
  for (const _ of [1, 2, 3])
    expect(limitsOf(await free.request('GET', '/posts'))).toEqual([Number.NaN, Number.NaN]);
  expect(limitsOf(await free.request('POST', '/posts', { body: { status: 'draft' } }))).toEqual([1, 0]);
  expect((await free.request('POST', '/posts', { body: { status: 'draft' } })).status).toBe(429);
});

test('all addresses of an IPv6 network count together, since one customer has them all', async () => {
  await using behind = await app({ rateLimitWrites: 2, trustedProxies: ['127.0.0.1'] });
  const signInFrom = async (address: string) => {
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': address };
    const body = JSON.stringify({ email: 'ada@people.example', password: 'wrong' });
    return (await fetch(`${behind.origin}/api/v1/session`, { method: 'POST', headers, body })).status;
  };
  const from = ['2001:db8::1', '2001:db8::2', '2001:db8::ffff:3', '2001:db8:0:1::1', '::ffff:192.0.2.1'];
  const statuses: number[] = [];
  for (const address of from) statuses.push(await signInFrom(address));
  expect(statuses).toEqual([401, 401, 429, 401, 401]);
});
