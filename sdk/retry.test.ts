import { once } from 'node:events';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { app } from '../server/test/support/app.ts';
import { answerInTurn } from '../server/test/support/in-turn.ts';
import { openWaits } from '../server/test/support/waits.ts';
import { layWire } from '../server/test/support/wire.ts';
import { type ApiError, type ClientOptions, createClient, NoAnswer } from './client.ts';
import type { Fetch } from './send.ts';

const service = await app();
const wire = await layWire(service.origin);
afterAll(async () => {
  await wire.close();
  await service.close();
});
afterEach(() => {
  vi.restoreAllMocks();
  wire.mend();
});

const draft = { body: { status: 'draft', content: 'Hello' } } as const;

/** A client whose connections the wire may break, and whose waits end when the test says so. */
function prepare(options: Partial<Pick<ClientOptions, 'url' | 'retry'>> = {}) {
  const clock = openWaits();
  const sent: (Headers | undefined)[] = [];
  const watch: Fetch = (url, init) => {
    sent.push(new Headers(init.headers));
    return fetch(url, init);
  };
  return {
    clock,
    sent,
    ...createClient({ url: wire.origin, key: service.key, clock, fetch: watch, ...options }),
  };
}

const errorOf = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: ApiError | NoAnswer) => error,
  );

const problem = (code: string) => JSON.stringify({ code, message: 'A sentence.', request_id: 'r' });
const list = [200, {}, '{"data":[]}'] as const;

describe('a lost answer', () => {
  test('is requested again with the same Idempotency-Key, so only one post is created', async () => {
    const { call, clock, sent } = prepare();
    const body = { status: 'draft', content: 'lost' } as const;
    wire.breakAfter(0, 40);
    const answer = call('createPost', { body });
    await clock.pass();
    await clock.pass();
    expect((await answer).tries).toBe(3);
    expect(new Set(sent.map((headers) => headers?.get('idempotency-key'))).size).toBe(1);
    expect((await answer).headers.get('idempotency-replayed')).toBe('true');
    const { data } = await call('listPosts');
    expect(data.filter(({ content }) => content === 'lost')).toHaveLength(1);
  });

  test('to a request that only reads is requested again', async () => {
    const fresh = await layWire(service.origin);
    const { call, clock } = prepare({ url: fresh.origin });
    fresh.refuse(1);
    const answer = call('listChannels');
    await clock.pass();
    expect([(await answer).status, (await answer).tries]).toEqual([200, 2]);
    await fresh.close();
  });

  test('to a versioned change is requested again, and a conflict error states the number of tries', async () => {
    const { call, clock } = prepare();
    const { data, etag = '' } = await call('createPost', draft);
    wire.breakAfter(0);
    const body = { status: 'draft', content: 'changed' } as const;
    const error = errorOf(call('updatePost', { params: { id: data.id }, body, ifMatch: etag }));
    await clock.pass();
    expect(await error).toMatchObject({ code: 'version_conflict', tries: 2 });
    const read = await call('getPost', { params: { id: data.id } });
    expect(read.data.content).toBe('changed');
    wire.breakAfter(0);
    const gone = errorOf(call('deletePost', { params: { id: data.id }, ifMatch: read.etag ?? '' }));
    await clock.pass();
    expect(await gone).toMatchObject({ code: 'not_found', tries: 2 });
  });

  test('to any other change is not requested again', async () => {
    const { call, sent } = prepare();
    const { data } = await call('createPost', draft);
    const calls = [
      () => call('updatePost', { params: { id: data.id }, ...draft }),
      () => call('deletePost', { params: { id: data.id } }),
      () => call('validatePost', draft),
      () => call('reconcilePost', { params: { id: data.id }, ifMatch: '"1"' }),
      // Routes that ignore the version or the key.
      () => call('readNotices', { body: {}, idempotencyKey: 'k' } as object as { body: object }),
      () =>
        call('deleteMedia', { params: { id: 1 }, ifMatch: '"1"' } as object as { params: { id: number } }),
    ];
    for (const [count, change] of calls.entries()) {
      wire.breakAfter(0);
      const error = await errorOf(change());
      expect(error).toBeInstanceOf(NoAnswer);
      expect(error).toMatchObject({ name: 'NoAnswer', tries: 1, cause: expect.any(Error) });
      expect(sent).toHaveLength(count + 2);
    }
  });

  test('is not requested again when the caller has turned retries off', async () => {
    const { call, sent } = prepare({ retry: false });
    wire.breakAfter(0);
    expect(await errorOf(call('listChannels'))).toBeInstanceOf(NoAnswer);
    expect(sent).toHaveLength(1);
  });

  test('that does not arrive within the timeout is requested again', async () => {
    await using server = await answerInTurn(undefined, list);
    const { call, clock } = prepare({ url: server.url });
    const answer = call('listChannels');
    await once(server.server, 'request');
    expect(clock.pending).toEqual([60_000]);
    await clock.pass(60_000);
    await clock.pass();
    expect((await answer).tries).toBe(2);
    expect(clock.pending).toEqual([]);
  });

  test('is reported with its request and its cause', async () => {
    await using server = await answerInTurn(undefined);
    const { call, clock } = prepare({ url: server.url, retry: { tries: 1, timeout: 70 } });
    const error = errorOf(call('listChannels'));
    await clock.pass();
    expect((await error)?.message).toBe(
      `GET ${server.url}/api/public/v1/channels got no complete answer: nothing within 70 ms`,
    );
  });
});

describe('a temporary refusal', () => {
  test('by a rate limit is retried after the time that the service states', async () => {
    await using limited = await app({ rateLimitWrites: 1 });
    const clock = openWaits();
    const retry = { timeout: 100_000 };
    const client = createClient({ url: limited.origin, key: limited.key, clock, retry });
    await client.call('createPost', draft);
    const answer = client.call('createPost', draft);
    vi.spyOn(Math, 'random').mockReturnValue(0);
    await clock.untilWaiting(60_000);
    const wait = Math.min(...clock.pending);
    // Before the wait ends, since the client then sends the request at once.
    await limited.clock.advance(`${wait} milliseconds`);
    await clock.pass(60_000);
    expect([(await answer).status, (await answer).tries]).toEqual([201, 2]);
    expect(wait).toBeGreaterThan(0);
    expect(wait % 1000).toBe(0);
  });

  test('of a repetition is retried while the first request is running', async () => {
    const { call, clock } = prepare();
    const [locked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const holding = service.db.transaction(async (tx) => {
      const held = JSON.stringify([service.workspaceId, service.userId, 'held']);
      await tx.rows('select pg_advisory_xact_lock(hashtextextended($1, 0))', [held]);
      locked.resolve();
      await released.promise;
    });
    await locked.promise;
    const answer = call('createPost', { ...draft, idempotencyKey: 'held' });
    await clock.untilWaiting();
    released.resolve();
    await holding;
    expect(await clock.pass()).toBeGreaterThanOrEqual(1000);
    expect((await answer).status).toBe(201);
  });

  test.each([
    ['429', [429, { 'retry-after': '7' }, problem('rate_limited')], 7000, 7250],
    ['503', [503, { 'retry-after': '2' }, problem('unavailable')], 2000, 2250],
    ['503 without a time', [503, {}, problem('unavailable')], 125, 250],
    [
      '503 with a date',
      [503, { date: 'Fri, 15 Jan 2027 12:00:00 GMT', 'retry-after': 'Fri, 15 Jan 2027 12:00:09 GMT' }, ''],
      9000,
      9250,
    ],
    [
      '503 with a date in the past',
      [503, { date: 'Fri, 15 Jan 2027 12:00:09 GMT', 'retry-after': 'Fri, 15 Jan 2027 12:00:00 GMT' }, ''],
      0,
      250,
    ],
    ['503 with nonsense', [503, { 'retry-after': 'soon' }, ''], 125, 250],
    ['502 of a proxy', [502, { 'content-type': 'text/html' }, '<p>'], 125, 250],
    ['504 of a proxy', [504, { 'content-type': 'text/html' }, '<p>'], 125, 250],
  ] as const)('is retried: %s', async (_, first, least, most) => {
    for (const [random, wait] of [
      [0, least],
      [1, most],
    ] as const) {
      await using server = await answerInTurn(first, list);
      const { call, clock } = prepare({ url: server.url });
      vi.spyOn(Math, 'random').mockReturnValue(random);
      const answer = call('listChannels');
      expect(await clock.pass()).toBe(wait);
      expect((await answer).tries).toBe(2);
    }
  });

  test.each([
    ['of a network', [502, {}, problem('network_unreachable')]],
    ['of an internal error', [500, {}, problem('internal')]],
    ['of another conflict', [409, {}, problem('version_conflict')]],
    ['of another server', [500, { 'content-type': 'text/html' }, '<p>']],
  ] as const)('does not include the refusal %s', async (_, first) => {
    await using server = await answerInTurn(first, list);
    expect(await errorOf(prepare({ url: server.url }).call('listChannels'))).toMatchObject({
      status: first[0],
      tries: 1,
    });
  });

  test('is not retried for a change that must not be repeated', async () => {
    await using server = await answerInTurn([429, { 'retry-after': '1' }, problem('rate_limited')]);
    const error = await errorOf(prepare({ url: server.url }).call('validatePost', draft));
    expect(error).toMatchObject({ status: 429, retryAfter: 1, tries: 1 });
  });
});

describe('tries', () => {
  const away = () => Array.from({ length: 20 }, () => [503, {}, problem('unavailable')] as const);

  test('are at most eight, with waits that double up to five seconds', async () => {
    await using server = await answerInTurn(...away());
    const { call, clock } = prepare({ url: server.url });
    vi.spyOn(Math, 'random').mockReturnValue(1);
    const error = errorOf(call('listChannels'));
    const waits = [];
    for (let count = 0; count < 7; count += 1) waits.push(await clock.pass());
    expect(waits).toEqual([250, 500, 1000, 2000, 4000, 5000, 5000]);
    expect([(await error)?.tries, server.asked.length]).toEqual([8, 8]);
  });

  test('are apart by at least half of that, in whole milliseconds', async () => {
    await using server = await answerInTurn(...away());
    const { call, clock } = prepare({ url: server.url, retry: { tries: 3 } });
    vi.spyOn(Math, 'random').mockReturnValueOnce(0).mockReturnValueOnce(0.001);
    const error = errorOf(call('listChannels'));
    expect([await clock.pass(), await clock.pass()]).toEqual([125, 251]);
    expect((await error)?.tries).toBe(3);
  });

  test('are as many and as frequent as the caller sets', async () => {
    await using server = await answerInTurn(...away());
    const { call, clock } = prepare({ url: server.url, retry: { tries: 3, maxWait: 300 } });
    vi.spyOn(Math, 'random').mockReturnValue(1);
    const error = errorOf(call('listChannels'));
    expect([await clock.pass(), await clock.pass()]).toEqual([250, 300]);
    expect([(await error)?.tries, server.asked.length]).toEqual([3, 3]);
  });

  test('do not begin after the total time limit', async () => {
    await using server = await answerInTurn(...away());
    const { call, clock } = prepare({ url: server.url, retry: { maxTime: 750 } });
    vi.spyOn(Math, 'random').mockReturnValue(1);
    const error = errorOf(call('listChannels'));
    expect([await clock.pass(), await clock.pass()]).toEqual([250, 500]);
    expect([(await error)?.tries, clock.now()]).toEqual([3, 750]);
  });

  test('end at once when the service states a wait beyond the time limit', async () => {
    await using server = await answerInTurn([429, { 'retry-after': '3600' }, problem('rate_limited')]);
    const error = await errorOf(prepare({ url: server.url }).call('listChannels'));
    expect(error).toMatchObject({ status: 429, retryAfter: 3600, tries: 1 });
  });
});
