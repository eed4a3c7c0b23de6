import { expect, test } from 'vitest';
import { composeText, countOnce, countText, cutText, endBefore } from './text.ts';

test('a text that many channels share is counted once per unit', () => {
  let counts = 0;
  const count = (text: string) => {
    counts += 1;
    return countText.graphemes(text);
  };
  const counting = countOnce();
  expect([counting(count, '👨‍👩‍👧'), counting(count, '👨‍👩‍👧'), counting(count, '')]).toEqual([1, 1, 0]);
  expect([counting(count, ''), counts]).toEqual([0, 2]);
  expect(counting(countText.characters, '👨‍👩‍👧')).toBe(5);
});

test.each([
  ['the whole text', '...', 0],
  ['no character', 'a', 1],
  ['a surrogate pair as one character', 'a𐄀𐄀', 1],
  ['an unpaired surrogate', 'a\udd00', 2],
])('endBefore cuts %s', (_, text, end) => {
  expect(endBefore(text, /\p{P}/u)).toBe(end);
});

test.each([
  ['a short text', 'abc', 3, 'abc'],
  ['a long text', 'abcd', 3, 'abc'],
  ['a pair of surrogates', 'ab🔔c', 3, 'ab'],
  ['a pair that fits', 'a🔔c', 3, 'a🔔'],
  ['a family, of which nothing is left', '👨‍👩‍👧‍👦', 10, ''],
])('cutText keeps whole graphemes of %s', (_, text, most, cut) => {
  expect(cutText(text, most)).toBe(cut);
});

test('combining marks are normalised up to the number that real scripts use', () => {
  expect(composeText('u\u0308')).toBe('ü');
  const stacked = `u${'\u0308\u0327'.repeat(16)}`;
  expect(composeText(stacked)).toBe(stacked);
});
