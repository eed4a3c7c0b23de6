import { once } from 'node:events';
import { expect, test } from 'vitest';
import { runUnderLease } from './lease.ts';

const untilAborted = async (signal: AbortSignal) => {
  if (!signal.aborted) await once(signal, 'abort');
  return String(signal.reason);
};

test('the signal aborts when the lease is lost, but not when a heartbeat throws', async () => {
  const heartbeats = [() => Promise.reject(new Error('away')), async () => true, async () => false];
  const heartbeat = () => heartbeats.shift()?.() ?? Promise.resolve(true);
  const never = new AbortController().signal;
  expect(await runUnderLease(heartbeat, never, untilAborted)).toContain('the lease was lost');
  expect(heartbeats).toEqual([]);
});

test('the signal aborts when the service stops, and the caller gets the errors of the work', async () => {
  const heartbeat = async () => true;
  expect(await runUnderLease(heartbeat, AbortSignal.abort(new Error('stopping')), untilAborted)).toContain(
    'stopping',
  );
  const failing = () => Promise.reject(new Error('no'));
  await expect(runUnderLease(heartbeat, new AbortController().signal, failing)).rejects.toThrow('no');
});
