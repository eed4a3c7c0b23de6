import { expect, test } from 'vitest';
import { cut, say, sayMoment } from './language.ts';

const posts = { one: 'one post of {name}', other: '{count} posts of {name}' };

test.each([
  [1, 'one post of Ada'],
  [0, '0 posts of Ada'],
  [12, '12 posts of Ada'],
])('%d has its own form', (count, sentence) => {
  expect(say('en', posts, { count, name: 'Ada' })).toBe(sentence);
});

test('braces in a value mean nothing, and a value that is missing leaves no trace', () => {
  expect(say('de', '{a} {b} {c}', { a: '{b}', b: '$&' })).toBe('{b} $&');
});

test.each([
  ['en', 'Europe/Berlin', '21 November 2026 at 10:00 (Europe/Berlin)'],
  ['de', 'Europe/Berlin', '21. November 2026 um 10:00 (Europe/Berlin)'],
  ['en', 'America/St_Johns', '21 November 2026 at 05:30 (America/St_Johns)'],
  ['en', 'UTC', '21 November 2026 at 09:00 (UTC)'],
] as const)('a moment is said in %s for %s', (language, zone, said) => {
  expect(sayMoment(language, zone, '2026-11-21T09:00:00.123456Z')).toBe(said);
});

test.each([
  ['abc', 3, 'abc'],
  ['abcd', 3, 'ab…'],
  ['👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦', 3, '👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦'],
  ['👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦', 2, '👩‍👩‍👧‍👦…'],
])('%s is cut to %d characters as people count them', (text, most, kept) => {
  expect(cut(text, most)).toBe(kept);
});

test('what is cut can be stored', () => {
  expect(cut('\ud83d\ude00'.repeat(400), 300).isWellFormed()).toBe(true);
  expect(cut(`${'a\u0301'.repeat(30_000)}`, 300).isWellFormed()).toBe(true);
  expect(cut(`x${'\ud83d\ude00'.repeat(30_000)}`, 300).isWellFormed()).toBe(true);
  expect(cut(`a${'\u0301'.repeat(100_000)}`, 300).length).toBeLessThan(7000);
});
