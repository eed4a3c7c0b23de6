import { getEventListeners, once } from 'node:events';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { app } from '../server/test/support/app.ts';
import { answerInTurn } from '../server/test/support/in-turn.ts';
import { makePicture } from '../server/test/support/media.ts';
import { openWaits } from '../server/test/support/waits.ts';
import { createClient } from './client.ts';
import { systemClock } from './clock.ts';

const service = await app();
afterAll(() => service.close());

function prepare(url: string) {
  const clock = openWaits();
  return { clock, ...createClient({ url, key: service.key, clock }) };
}

const errorOf = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('an abort signal', () => {
  const reason = new Error('enough');

  test('that is already aborted prevents the request', async () => {
    await using server = await answerInTurn();
    const { call } = prepare(server.url);
    await expect(call('listChannels', { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect(server.asked).toEqual([]);
  });

  test('ends a request that waits for its answer', async () => {
    await using server = await answerInTurn(undefined);
    const { call, clock } = prepare(server.url);
    const stop = new AbortController();
    const answer = errorOf(call('listChannels', { signal: stop.signal }));
    await once(server.server, 'request');
    stop.abort(reason);
    expect(await answer).toBe(reason);
    expect(clock.pending).toEqual([]);
  });

  test('ends the wait for the next try', async () => {
    await using server = await answerInTurn([503, { 'retry-after': '9' }, '']);
    const { call, clock } = prepare(server.url);
    const stop = new AbortController();
    const answer = errorOf(call('listChannels', { signal: stop.signal }));
    await clock.untilWaiting();
    stop.abort(reason);
    expect(await answer).toBe(reason);
    expect(server.asked).toHaveLength(1);
  });

  test('ends the reading of a file', async () => {
    const { data } = await prepare(service.origin).upload(await makePicture('png'));
    const stop = new AbortController();
    const { body } = await prepare(service.origin).call('getMediaFile', {
      params: { id: data.id },
      signal: stop.signal,
    });
    stop.abort(reason);
    await expect(body.arrayBuffer()).rejects.toBe(reason);
  });
});

describe('the system clock', () => {
  test('moves on while it waits', async () => {
    const begun = systemClock.now();
    await systemClock.wait(2);
    expect(systemClock.now()).toBeGreaterThan(begun);
  });

  test('ends a wait with the reason of the signal', async () => {
    const stop = new AbortController();
    const waiting = systemClock.wait(1_000_000, stop.signal);
    stop.abort('over');
    await expect(waiting).rejects.toBe('over');
    await expect(systemClock.wait(1, stop.signal)).rejects.toBe('over');
  });

  test('leaves neither a timer nor a listener behind', async () => {
    vi.useFakeTimers();
    const stop = new AbortController();
    const short = systemClock.wait(1, stop.signal);
    await vi.advanceTimersByTimeAsync(1);
    await short;
    expect(getEventListeners(stop.signal, 'abort')).toEqual([]);
    const long = systemClock.wait(1000, stop.signal);
    stop.abort('over');
    await expect(long).rejects.toBe('over');
    expect(vi.getTimerCount()).toBe(0);
    vi.useRealTimers();
  });
});
