import { finish } from '@belfry/networks/core/check.ts';
import { describe, expect, test } from 'vitest';
import { foldText, hasTerm, readTerms, walkWords } from './words.ts';

describe('texts count as the same', () => {
  test.each([
    ['Crème BRÛLÉE', 'creme brulee'],
    ['STRASSE', 'straße'],
    ['İstanbul', 'istanbul'],
    ['ΟΔΟΣ', 'οδος'],
    ['Łódź', 'lodz'],
    ['ﬁne ①', 'fine 1'],
    ['Ｔｏｗｅｒ', 'tower'],
    ['ёлка', 'елка'],
  ])('%s and %s', (one, other) => {
    expect(foldText(one)).toBe(foldText(other));
  });

  test.each([
    ['か', 'が'],
    ['bells', 'bell'],
  ])('but not %s and %s', (one, other) => {
    expect(foldText(one)).not.toBe(foldText(other));
  });
});

describe('a text', () => {
  const hasAll = (text: string, query: string) =>
    readTerms(query).every((term) => hasTerm(finish(walkWords([text])), term));

  test.each([
    ['Die Glocken, läuten!', 'glocken lauten'],
    ['The bells ring', 'the be'],
    ['don’t stop', 'don t'],
    ['#FairDay in 2027', 'fairday 20'],
    ['मंदिर की घंटी', 'घंटी'],
    ['東京都の鐘', '京都'],
    ['東京都の鐘', '鐘'],
    ['カメラ2台', 'カメラ'],
    ['สวัสดีครับ', 'ครับ'],
    ['x'.repeat(60), 'x'.repeat(50)],
  ])('%s has %s', (text, query) => {
    expect(hasAll(text, query)).toBe(true);
  });

  test.each([
    ['The bells ring', 'bell ring'],
    ['The bells ring', 'ells'],
    ['東京都の鐘', '京鐘'],
  ])('%s has not %s', (text, query) => {
    expect(hasAll(text, query)).toBe(false);
  });

  test('without letters and digits has no words, even if half a character is in it', () => {
    expect([...finish(walkWords(['🎉 … \ud83c']))]).toEqual([]);
    expect(readTerms(' # ')).toEqual([]);
  });

  test('has 5,000 words at most', () => {
    const text = Array.from({ length: 6000 }, (_, n) => `w${n}`).join(' ');
    expect(finish(walkWords([text])).size).toBe(5000);
  });

  test('is read until it has 40,000 characters, as it can have only with ligatures', () => {
    // Each of these becomes "صلى الله عليه وسلم", which has four words and 18 characters.
    const isRead = (signs: number) => finish(walkWords([`${'\ufdfa '.repeat(signs)}bell`])).has('bell');
    expect([isRead(2000), isRead(2200)]).toEqual([true, false]);
    const usual = `${'ß'.repeat(9990)} bell`;
    expect(finish(walkWords([usual])).has('bell')).toBe(true);
  });

  test('of several is read in one step each', () => {
    expect([...walkWords(['one', 'two', 'three'])]).toHaveLength(3);
  });
});
