import { expect, test } from 'vitest';
import { aheadOf } from './clocks.ts';

const now = new Date('2026-11-24T12:00:00Z');

test.each([
  ['Tue, 24 Nov 2026 12:01:00 GMT', 60_000],
  ['Tue, 24 Nov 2026 11:59:30 GMT', -30_000],
  ['soon', 0],
  ['', 0],
])('a network that says %j is ahead by %d ms', (date, ahead) => {
  expect(aheadOf({ status: 200, headers: { date }, text: '', json: undefined }, now)).toBe(ahead);
});
