import { expect, test } from 'vitest';
import { count, formatDuration } from './format.ts';

test.each([
  [0, 'entries'],
  [1, 'entry'],
  [2000, 'entries'],
])('%i is followed by %s', (number, noun) => {
  expect(count(number, 'entry', 'entries')).toBe(`${number.toLocaleString('en')} ${noun}`);
});

test.each([
  [61, '1 minute'],
  [7140, '119 minutes'],
  [7200, '2 hours'],
  [90_000, '25 hours'],
])('%i seconds are %s', (seconds, text) => {
  expect(formatDuration(seconds)).toBe(text);
});
