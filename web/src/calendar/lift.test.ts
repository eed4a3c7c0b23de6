import { expect, test } from 'vitest';
import { Temporal } from '../data/time.ts';
import { stepOf } from './lift.ts';

const at = (time: string) => Temporal.ZonedDateTime.from(`${time}[Europe/Berlin]`);
const local = (from: string, key: string, view: 'month' | 'week', isFar = false) =>
  stepOf(at(from), key, { view, isFar }).toString({ timeZoneName: 'never', smallestUnit: 'minute' });

test('a lifted post goes by days and weeks in the month', () => {
  expect(local('2026-12-10T09:00', 'ArrowRight', 'month')).toBe('2026-12-11T09:00+01:00');
  expect(local('2026-12-10T09:00', 'ArrowUp', 'month')).toBe('2026-12-03T09:00+01:00');
  expect(local('2026-12-31T09:00', 'ArrowRight', 'month', true)).toBe('2027-01-31T09:00+01:00');
});

test('it goes by quarters and hours in the week, to the clock’s own quarters first', () => {
  expect(local('2026-12-10T09:07', 'ArrowDown', 'week')).toBe('2026-12-10T09:15+01:00');
  expect(local('2026-12-10T09:07', 'ArrowUp', 'week')).toBe('2026-12-10T09:00+01:00');
  expect(local('2026-12-10T09:00', 'ArrowDown', 'week', true)).toBe('2026-12-10T10:00+01:00');
});

test('it passes both clock changes without losing or repeating a quarter', () => {
  expect(local('2026-03-29T01:45', 'ArrowDown', 'week')).toBe('2026-03-29T03:00+02:00');
  expect(local('2026-10-25T02:45+02:00', 'ArrowDown', 'week')).toBe('2026-10-25T02:00+01:00');
  expect(local('2026-10-25T02:00+01:00', 'ArrowUp', 'week')).toBe('2026-10-25T02:45+02:00');
});
