import { describe, expect, test } from 'vitest';
import { bodyOf, everyDay, readTime, runsOf, shiftFirst, toggleHour, union, weekOf } from './week.ts';

describe('an hour', () => {
  test('is set in order, and cleared with all its times', () => {
    expect(toggleHour(['12:00'], 9)).toEqual(['09:00', '12:00']);
    expect(toggleHour(['09:05', '09:40', '12:00'], 9)).toEqual(['12:00']);
  });

  test('has its first time moved within the day', () => {
    expect(shiftFirst(['09:00', '12:00'], 9, -5)).toEqual(['08:55', '12:00']);
    expect(shiftFirst(['00:00'], 0, -5)).toEqual(['00:00']);
    expect(shiftFirst(['23:55'], 23, 5)).toEqual(['23:55']);
    expect(shiftFirst(['09:00'], 10, 5)).toEqual(['09:00']);
  });
});

test('times are read as people write them', () => {
  expect(['9', '9:15', '9.15', '0915', ' 9 h ', '23:59', '7 Uhr'].map(readTime)).toEqual([
    '09:00',
    '09:15',
    '09:15',
    '09:15',
    '09:00',
    '23:59',
    '07:00',
  ]);
  expect(['24', '9:60', 'noon', '', '9:1'].map(readTime)).toEqual(Array(5).fill(undefined));
});

describe('a week', () => {
  const week = { ...everyDay(['09:00']), sat: ['11:00'], sun: [] };

  test('has days in a row together', () => {
    expect(runsOf(week)).toEqual([
      { from: 'mon', to: 'fri', times: ['09:00'] },
      { from: 'sat', to: 'sat', times: ['11:00'] },
    ]);
    expect(runsOf(everyDay([]))).toEqual([]);
  });

  test('keeps every time when its days become alike', () => {
    expect(union(week)).toEqual(['09:00', '11:00']);
  });

  test('is sent as all days, or as days apart', () => {
    expect(bodyOf(everyDay(['09:00']), true)).toEqual({ posting_times: ['09:00'] });
    expect(bodyOf(week, false)).toEqual({ posting_times_by_day: week });
    expect(
      weekOf({ posting_times: [], posting_times_by_day: bodyOf(week, false).posting_times_by_day ?? null }),
    ).toEqual(week);
  });
});
