import { expect, test } from 'vitest';
import { Temporal } from '../data/time.ts';
import { healthOf } from './health.ts';

const now = Temporal.Instant.from('2026-12-10T09:00:00Z');
const well = { needs_reconnect: false, paused_at: null, reconnect_by: null };
const since = '2026-12-01T09:00:00.000000Z';

test('a channel that needs a sign-in says so even while it is paused', () => {
  expect(healthOf({ ...well, needs_reconnect: true, paused_at: since }, now)).toEqual({ kind: 'reconnect' });
  expect(healthOf({ ...well, paused_at: since }, now)).toEqual({ kind: 'paused', since });
  expect(healthOf(well, now)).toEqual({ kind: 'ready' });
});

test('a sign-in ends soon in its last two weeks', () => {
  const at = '2026-12-24T09:00:00.000000Z';
  expect(healthOf({ ...well, reconnect_by: at }, now)).toEqual({ kind: 'until', at, isSoon: true });
  const later = '2026-12-24T09:00:01.000000Z';
  expect(healthOf({ ...well, reconnect_by: later }, now)).toEqual({
    kind: 'until',
    at: later,
    isSoon: false,
  });
});
