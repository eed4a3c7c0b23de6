import { expect, test } from 'vitest';
import { cut } from './cut.ts';

test.each([
  ['abc', 3, 'abc'],
  ['abcd', 3, 'ab…'],
  ['👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦', 3, '👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦'],
  ['👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦', 2, '👩‍👩‍👧‍👦…'],
])('%s is cut to %d visible characters', (text, max, kept) => {
  expect(cut(text, max)).toBe(kept);
});

test('a text that was cut can be stored', () => {
  expect(cut('\ud83d\ude00'.repeat(400), 300).isWellFormed()).toBe(true);
  expect(cut(`${'a\u0301'.repeat(30_000)}`, 300).isWellFormed()).toBe(true);
  expect(cut(`x${'\ud83d\ude00'.repeat(30_000)}`, 300).isWellFormed()).toBe(true);
  expect(cut(`a${'\u0301'.repeat(100_000)}`, 300).length).toBeLessThan(7000);
});
