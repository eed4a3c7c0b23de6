import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Temporal } from '../data/time.ts';
import { datesIn } from './dates.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-12-31T22:30:00Z'), toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

test.each([
  ['Europe/London', '2026-02-21T09:00:00Z', 'Sat 21 Feb', 'Sat 21 Feb, 09:00'],
  ['Europe/London', '2027-02-21T09:00:00Z', 'Sun 21 Feb 2027', 'Sun 21 Feb 2027, 09:00'],
  // In Athens, the new year has begun.
  ['Europe/Athens', '2027-02-21T09:00:00Z', 'Sun 21 Feb', 'Sun 21 Feb, 11:00'],
])('in %s, %s is told with its year only if that is not this year', (zone, at, day, moment) => {
  const dates = datesIn('en-GB', zone);
  const there = Temporal.Instant.from(at).toZonedDateTimeISO(zone);
  expect(
    [dates.day(there.toPlainDate(), 'short'), dates.momentOf(at)].map((said) =>
      said.replace(/^(\w+),/, '$1'),
    ),
  ).toEqual([day, moment]);
});
