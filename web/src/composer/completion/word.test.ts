import { describe, expect, test } from 'vitest';
import { findWord, fold } from './word.ts';

const at = (text: string) => {
  const caret = text.indexOf('|');
  return findWord(text.replace('|', ''), caret);
};

describe('the word that is completed', () => {
  test.each([
    ['@|', 'mention', ''],
    ['Thanks @ada|', 'mention', 'ada'],
    ['Thanks @ada@tower.exa|', 'mention', 'ada@tower.exa'],
    ['(@ada|)', 'mention', 'ada'],
    ['#Fair|', 'tag', 'Fair'],
    ['two\n#mär|', 'tag', 'mär'],
    ['#祭|', 'tag', '祭'],
    ['＃祭|', 'tag', '祭'],
    ['Hello :sm|', 'emoji', 'sm'],
    ['Yes :+1|', 'emoji', '+1'],
    ['@ada|, and others', 'mention', 'ada'],
  ])('%s', (text, kind, query) => {
    expect(at(text)).toMatchObject({ kind, query });
  });

  test.each([
    'ada@tower|',
    'at 10:30|',
    'https://to|',
    'Freund:innen|',
    'Note: se|',
    ':s|',
    ':)|',
    'https://tower.example/#pa|',
    '@a|da',
    '@ada |',
    '#fair-d|',
    '',
  ])('is none in %s', (text) => {
    expect(at(text)).toBeUndefined();
  });

  test('knows its place in a long text', () => {
    const text = `${'The bells ring. '.repeat(500)}@ada`;
    expect(findWord(text, text.length)).toEqual({ kind: 'mention', from: 8000, to: 8004, query: 'ada' });
  });
});

test('what is typed without capitals and accents finds a name', () => {
  expect(fold('MÜLLER')).toBe('muller');
});
