import { once } from 'node:events';
import { expect, test } from 'vitest';
import { holdLease } from './leased.ts';

const untilTold = async (signal: AbortSignal) => {
  if (!signal.aborted) await once(signal, 'abort');
  return String(signal.reason);
};

test('work is told when its lease is lost, and not when a beat only fails', async () => {
  const beats = [() => Promise.reject(new Error('away')), async () => true, async () => false];
  const beat = () => beats.shift()?.() ?? Promise.resolve(true);
  const never = new AbortController().signal;
  expect(await holdLease(beat, never, untilTold)).toContain('the lease was lost');
  expect(beats).toEqual([]);
});

test('work is told when the service stops, and its failures are its caller’s', async () => {
  const beat = async () => true;
  expect(await holdLease(beat, AbortSignal.abort(new Error('stopping')), untilTold)).toContain('stopping');
  const failing = () => Promise.reject(new Error('no'));
  await expect(holdLease(beat, new AbortController().signal, failing)).rejects.toThrow('no');
});
