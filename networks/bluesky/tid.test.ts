import { expect, test } from 'vitest';
import { createTid } from './tid.ts';

test('a record key encodes its time', () => {
  // The example of https://atproto.com/specs/tid, decoded.
  expect(createTid(new Date('2024-10-02T13:00:14.325Z'), 0, 0)).toMatch(/^3l5j[a-z2-7]{9}$/);
  expect(createTid(new Date(0), 0, 0)).toBe('2222222222222');
  expect(createTid(new Date(0), 1, 31)).toBe('222222222232z');
});

test('record keys sort by time and are unique within a millisecond', () => {
  const [first, second] = [createTid(new Date(1_800_000_000_000)), createTid(new Date(1_800_000_000_001))];
  expect(first < second).toBe(true);
  const keys = new Set(Array.from({ length: 100 }, () => createTid(new Date(1_800_000_000_000))));
  expect(keys.size).toBeGreaterThan(98);
});
