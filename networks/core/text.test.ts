import { expect, test } from 'vitest';
import { composeText, countOnce, countText, endBefore } from './text.ts';

test('a text that many channels share is counted once in each unit', () => {
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
  ['all of it', '...', 0],
  ['nothing', 'a', 1],
  ['pairs of surrogates as one', 'a𐄀𐄀', 1],
  ['half of a pair', 'a\udd00', 2],
])('%s is cut from the end', (_, text, end) => {
  expect(endBefore(text, /\p{P}/u)).toBe(end);
});

test('marks are put in order as far as scripts stack them', () => {
  expect(composeText('u\u0308')).toBe('ü');
  const stacked = `u${'\u0308\u0327'.repeat(16)}`;
  expect(composeText(stacked)).toBe(stacked);
});
