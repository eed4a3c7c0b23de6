import { createServer } from 'node:http';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { app } from '../server/test/support/app.ts';
import type { Client } from '../server/test/support/client.ts';
import { makeEvents, sealAll } from '../server/test/support/events.ts';
import { findFreePort } from '../server/test/support/free-port.ts';
import { answerInTurn } from '../server/test/support/in-turn.ts';
import { listen } from '../server/test/support/loopback.ts';
import { openWaits } from '../server/test/support/waits.ts';
import { layWire } from '../server/test/support/wire.ts';
import { ApiError, createClient, NoAnswer, type StreamedEvent } from './client.ts';
import type { EventOptions } from './events.ts';
import type { RetryOptions } from './retry.ts';

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

function prepare({ key }: Pick<Client, 'key'>, url = wire.origin, retry: RetryOptions | false = {}) {
  const clock = openWaits();
  const headers: Headers[] = [];
  const watch = (to: string, init: RequestInit) => {
    headers.push(new Headers(init.headers));
    return fetch(to, init);
  };
  const client = createClient({ url, key, clock, fetch: watch, retry });
  return { ...client, clock, lastIds: () => headers.map((each) => each.get('last-event-id')) };
}

async function addEvents(client: Client, count = 1): Promise<void> {
  await makeEvents(service.db, client.workspaceId, {}, count);
  await sealAll(service.db);
}

/**
 * The waits of a stream that has read at which place it begins: for the answer, for that place, for an event. An event
 * that happens earlier may be one of the past.
 */
const PLACED = 3;

const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);

/** The next events, while every wait of the client ends at once. */
async function take(
  { events, clock }: Pick<ReturnType<typeof prepare>, 'events' | 'clock'>,
  count: number,
  options: EventOptions = {},
): Promise<number[]> {
  let isOver = false;
  const passing = (async () => {
    while (!isOver) {
      await clock.untilWaiting(50_000);
      if (!isOver) await clock.pass(50_000);
    }
  })();
  const seqs: number[] = [];
  for await (const { seq } of events(options)) if (seqs.push(seq) === count) break;
  isOver = true;
  // The loop above may still wait for a wait to begin.
  void clock.wait(0);
  await passing;
  return seqs;
}

const stream = (text: string) => [200, { 'content-type': 'text/event-stream' }, text] as const;
const event = (seq: number) => `id: ${seq}\ndata: {"seq":${seq}}\n\n`;

describe('the stream of events', () => {
  test('delivers new events as they happen', async () => {
    const owner = await service.inWorkspace();
    await addEvents(owner, 3);
    const { events, clock, lastIds } = prepare(owner);
    const found = events();
    const first = found.next();
    await clock.untilBegun(PLACED);
    await addEvents(owner);
    expect((await first).value).toMatchObject({ seq: 4, kind: 'test.happened' });
    await addEvents(owner);
    expect((await found.next()).value).toMatchObject({ seq: 5 });
    await found.return();
    expect(lastIds()).toEqual([null]);
  });

  test('begins after the given event', async () => {
    const owner = await service.inWorkspace();
    await addEvents(owner, 5);
    const { events } = prepare(owner);
    const seqs = async (lastEventId: number) =>
      (await Array.fromAsync(events({ lastEventId, follow: false }))).map(({ seq }) => seq);
    expect(await seqs(3)).toEqual([4, 5]);
    expect(await seqs(0)).toEqual([1, 2, 3, 4, 5]);
    expect(await seqs(5)).toEqual([]);
  });

  test('resumes after a broken connection without a gap or a repetition, wherever it breaks', async () => {
    const owner = await service.inWorkspace();
    await addEvents(owner, 40);
    const reading = prepare(owner);
    // Each connection begins with some 500 bytes of headers. An event has some 350.
    wire.breakAfter(0, ...numbers(1, 20).map((count) => count * 97), 1200, 1700, 2300);
    expect(await take(reading, 40, { lastEventId: 0 })).toEqual(numbers(1, 40));
    expect(reading.lastIds().length).toBeGreaterThan(10);
  });

  test('begins at the same place again when the connection breaks before the first event', async () => {
    const owner = await service.inWorkspace();
    await addEvents(owner, 3);
    const { events, clock, lastIds } = prepare(owner);
    const first = events().next();
    await clock.untilBegun(PLACED);
    wire.cut();
    await clock.untilWaiting();
    await addEvents(owner);
    await clock.pass();
    expect((await first).value?.seq).toBe(4);
    expect(lastIds()).toEqual([null, '3']);
  });

  test('ends after the last existing event when it does not follow, even if a connection breaks', async () => {
    const owner = await service.inWorkspace();
    await addEvents(owner, 20);
    wire.breakAfter(3000);
    const reading = prepare(owner);
    expect(await take(reading, 99, { lastEventId: 0, follow: false })).toEqual(numbers(1, 20));
    expect(reading.lastIds().length).toBe(2);
  });

  test('reconnects when the service ends the connection', async () => {
    await using server = await answerInTurn(stream(event(1)), stream(event(2)), stream(event(3)));
    const reading = prepare(service, server.url);
    expect(await take(reading, 3)).toEqual([1, 2, 3]);
    expect(reading.lastIds()).toEqual([null, '1', '2']);
  });

  test('reconnects after a minute of silence', async () => {
    const owner = await service.inWorkspace();
    const { events, clock, lastIds } = prepare(owner);
    const first = events({ lastEventId: 0 }).next();
    await clock.untilBegun(PLACED);
    expect(await clock.pass(60_000)).toBe(60_000);
    await clock.pass();
    await clock.untilBegun(2 * PLACED);
    expect(lastIds()).toEqual(['0', '0']);
    await addEvents(owner);
    expect((await first).value?.seq).toBe(1);
  });

  test('ends when the service refuses the next connection', async () => {
    const refusal = JSON.stringify({ code: 'unauthenticated', message: 'No.', request_id: 'r' });
    await using server = await answerInTurn(stream(event(1)), [401, {}, refusal]);
    const { events, clock } = prepare(service, server.url);
    const found = events();
    await found.next();
    const end = found.next();
    await clock.pass();
    await expect(end).rejects.toMatchObject({ code: 'unauthenticated' });
  });

  test('fails at once without permission', async () => {
    const found = prepare({ key: 'bf_none' }).events();
    await expect(found.next()).rejects.toMatchObject({ status: 401, code: 'unauthenticated' });
  });

  test('fails when the service cannot be reached at first', async () => {
    const { events, clock } = prepare(service, `http://127.0.0.1:${await findFreePort()}`);
    const first = events().next();
    for (let count = 1; count < 8; count += 1) await clock.pass();
    await expect(first).rejects.toBeInstanceOf(NoAnswer);
  });

  test('ends at an event that cannot be parsed', async () => {
    await using server = await answerInTurn(stream('id: 1\ndata: {\n\n'), stream(event(2)));
    const first = prepare(service, server.url).events().next();
    await expect(first).rejects.toBeInstanceOf(SyntaxError);
    expect(server.asked).toHaveLength(1);
  });

  test('rejects an answer of another content type', async () => {
    await using server = await answerInTurn([200, { 'content-type': 'text/html' }, '<p>Sign in</p>']);
    const first = prepare(service, server.url).events().next();
    await expect(first).rejects.toMatchObject({ name: 'ApiError', status: 200, code: 'unknown' });
    await expect(first).rejects.toBeInstanceOf(ApiError);
  });
});

describe('the wait before the next connection', () => {
  const away = [503, {}, ''] as const;

  async function waitsOf(random: number, ...answers: Parameters<typeof answerInTurn>) {
    await using server = await answerInTurn(...answers, stream(event(9)));
    const { events, clock } = prepare(service, server.url, false);
    vi.spyOn(Math, 'random').mockReturnValue(random);
    const found = events();
    const waits: number[] = [];
    for (let seq = 0; seq !== 9; ) {
      let isThere = false;
      const next = found.next().finally(() => {
        isThere = true;
      });
      while (!isThere) {
        await Promise.race([clock.untilWaiting(), next]);
        if (!isThere) waits.push(await clock.pass());
      }
      seq = ((await next).value as StreamedEvent).seq;
    }
    return waits;
  }

  test('is two to four seconds, unless the service states another time', async () => {
    expect(await waitsOf(0, stream(event(1)))).toEqual([2000]);
    expect(await waitsOf(1, stream(event(1)))).toEqual([4000]);
    expect(await waitsOf(0, stream(`retry: 700\n\n${event(1)}`))).toEqual([700]);
    expect(await waitsOf(1, stream(`retry: 700\n\n${event(1)}`))).toEqual([1400]);
  });

  test('grows up to half a minute while connections deliver no event', async () => {
    const empty = Array.from({ length: 5 }, () => stream(''));
    expect(await waitsOf(1, stream(event(1)), ...empty)).toEqual([
      4000, 8000, 16_000, 30_000, 30_000, 30_000,
    ]);
    expect(await waitsOf(1, ...empty.slice(3), stream(event(1)))).toEqual([4000, 8000, 4000]);
  });

  test('is never shorter than the service states', async () => {
    expect(await waitsOf(0, stream(`retry: 40000\n\n${event(1)}`))).toEqual([40_000]);
  });

  test('retries without end while the service is unreachable', async () => {
    const tries = Array.from({ length: 24 }, () => away);
    const waits = await waitsOf(0, stream(event(1)), ...tries);
    expect(waits).toEqual([2000, 4000, 8000, ...tries.slice(2).map(() => 15_000)]);
  });

  test('is as long as the service asks', async () => {
    const busy = [503, { 'retry-after': '9' }, ''] as const;
    expect(await waitsOf(0, stream(event(1)), busy)).toEqual([2000, 9000]);
  });
});

describe('an abort signal', () => {
  const reason = new Error('enough');

  test('ends the stream while it waits for an event', async () => {
    const owner = await service.inWorkspace();
    const stop = new AbortController();
    const { events, clock } = prepare(owner);
    const first = events({ signal: stop.signal }).next();
    await clock.untilWaiting(60_000);
    stop.abort(reason);
    await expect(first).rejects.toBe(reason);
  });

  test('ends the stream while it waits to connect again', async () => {
    await using server = await answerInTurn(stream(event(1)));
    const stop = new AbortController();
    const { events, clock } = prepare(service, server.url);
    const found = events({ signal: stop.signal });
    await found.next();
    const next = found.next();
    await clock.untilWaiting();
    stop.abort(reason);
    await expect(next).rejects.toBe(reason);
    expect(server.asked).toHaveLength(1);
  });
});

describe('the connection is closed', () => {
  /** A server whose answer has no end. */
  async function answerWithoutEnd(type: string, text: string) {
    const closed = Promise.withResolvers<void>();
    const server = createServer((_, response) => {
      response.on('close', closed.resolve);
      response.writeHead(200, { 'content-type': type }).write(text);
    });
    const { port, close } = await listen(server);
    return { url: `http://127.0.0.1:${port}`, closed: closed.promise, [Symbol.asyncDispose]: close };
  }

  test('when the reader stops', async () => {
    await using server = await answerWithoutEnd('text/event-stream', event(1));
    for await (const { seq } of prepare(service, server.url).events()) if (seq === 1) break;
    await server.closed;
  });

  test('when the answer is not an event stream', async () => {
    await using server = await answerWithoutEnd('text/html', '<p>');
    await expect(prepare(service, server.url).events().next()).rejects.toBeInstanceOf(ApiError);
    await server.closed;
  });
});
