import { expect, test } from 'vitest';
import { readTime } from './clock-time.ts';

test.each([
  ['9', 9, 0],
  ['9:30', 9, 30],
  ['09.30', 9, 30],
  ['930', 9, 30],
  ['17 Uhr', 17, 0],
])('%s is a time', (text, hour, minute) => {
  expect(readTime(text)).toEqual({ hour, minute });
});

test.each(['', '24', '9:60', 'noon', '9:3'])('“%s” is no time', (text) => {
  expect(readTime(text)).toBeUndefined();
});
