import { expect, test } from 'vitest';
import { findQuery, insertName, match, namedIn, splitNames } from './mentions.ts';

const ada = { id: 1, name: 'Ada' };
const adam = { id: 2, name: 'Adam Bell' };
const members = [ada, adam];

test.each([
  ['@a', { from: 0, text: 'a' }],
  ['Hello @Adam B', { from: 6, text: 'Adam B' }],
  ['(@', { from: 1, text: '' }],
  ['mail@tower.example', undefined],
  ['@ later', undefined],
  ['@Ada\nnext', undefined],
  ['no name', undefined],
])('in %j a name is typed: %o', (text, query) => {
  expect(findQuery(text, text.length)).toEqual(query);
});

test('members are found by the beginning of each word of their name', () => {
  expect(match(members, 'AD')).toEqual(members);
  expect(match(members, 'bel')).toEqual([adam]);
  expect(match(members, 'ell')).toEqual([]);
});

test('a name takes the place of what was typed, and the caret stands behind it', () => {
  const query = { from: 3, text: 'ad' };
  expect(insertName('Hi @ad, look', 6, query, 'Ada')).toEqual({ text: 'Hi @Ada, look', caret: 7 });
  expect(insertName('Hi @ad', 6, query, 'Ada')).toEqual({ text: 'Hi @Ada ', caret: 8 });
});

test('the longest name wins, and a part of a word is no name', () => {
  expect(splitNames('@Adam Bell and @Ada, not @Adamant', members)).toEqual([
    { text: '@Adam Bell', member: adam },
    { text: ' and ' },
    { text: '@Ada', member: ada },
    { text: ', not @Adamant' },
  ]);
  expect(namedIn('@Ada @Adam Bell @Ada', members)).toEqual([1, 2]);
});

test('a name with signs of other grammars is only text', () => {
  const odd = { id: 3, name: '(.*)+$&' };
  expect(namedIn('@(.*)+$& and @x', [odd])).toEqual([3]);
});
