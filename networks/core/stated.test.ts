import { describe, expect, test } from 'vitest';
import { NetworkFault } from './fault.ts';
import { isStatedId, spellCode, statedAddress, statedLine } from './stated.ts';

describe('a line of text from a network', () => {
  test.each([
    ['unchanged', 'Ada Lovelace 写真', 'Ada Lovelace 写真'],
    ['without direction marks', 'ada\u202e\u2066\u200fgnp.exe\u2069', 'adagnp.exe'],
    ['without zero-width characters', 'a\u200bd\u200c\u2060a\ufeff\u00ad', 'ada'],
    ['without controls', 'a\0d\u0007a\u009b', 'ada'],
    ['on one line', ' a\r\n\u2028 d\u00a0a ', 'a d a'],
    [
      'with joiners in emoji only',
      '👩\u200d🚀 👁\ufe0f\u200d🗨 a\u200db 👩\u200d',
      '👩\u200d🚀 👁\ufe0f\u200d🗨 ab 👩',
    ],
    ['without unpaired surrogates', 'a\ud83d', 'a\ufffd'],
    ['cut', '😀'.repeat(30), '😀'.repeat(20)],
    ['cut, without a trailing space', `${'a'.repeat(19)} b`, 'a'.repeat(19)],
    ['empty if nothing is visible', ' \u200b\u3164 ', ''],
    ['without text after a very long gap', `ada${' '.repeat(1000)}b`, 'ada'],
  ])('is stored %s', (_, text, line) => {
    expect(statedLine(text, 20)).toBe(line);
  });
});

test.each([
  'https://a.example/@ada/1?x=(1)#é',
  'HTTP://a.example',
  `https://a.example/${'x'.repeat(1982)}`,
  `https://a.example/${'😀'.repeat(1982)}`,
])('%s is an address', (address) => {
  expect(statedAddress(address)).toBe(address);
});

test.each([
  'javascript:alert(1)//https://a.example',
  ' https://a.example',
  'data:text/html,https://a.example',
  'https:a.example',
  'httpſ://a.example',
  'https://a.example/\n',
  'https://a.example/\0',
  'https://a.example/\u202egpj',
  'https://a.example/"onclick=',
  'https://a.example/\ud83d',
  `https://a.example/${'x'.repeat(1983)}`,
  `https://a.example/${'😀'.repeat(1983)}`,
])('%j is no address', (text) => {
  expect(statedAddress(text)).toBeNull();
});

test.each(['', 'a\0', ' a', 'a\u200bb', 'a'.repeat(501), 'a\udc00'])('%j is no id', (text) => {
  expect(isStatedId(text)).toBe(false);
});

test.each([
  ['termsOfUse', 'terms of use'],
  ['BAD_CODEC', 'bad codec'],
  ['too_many_pages', 'too many pages'],
  ['It has 2 moov_atoms.', 'It has 2 moov_atoms.'],
])('the code %s is spelled %s', (code, words) => {
  expect(spellCode(code)).toBe(words);
});

describe('a fault of a network', () => {
  test('has a shortened message without invisible characters', () => {
    const text = `no\0\u202e${'x'.repeat(100_000)}`;
    const { fault, message } = new NetworkFault({ kind: 'rejected', message: text, networkCode: text });
    expect(fault).toEqual({ kind: 'rejected', message, networkCode: `no${'x'.repeat(98)}` });
    expect(message).toBe(`no${'x'.repeat(998)}`);
  });

  test('has a message even if the network gave none, and may have no code', () => {
    const { fault } = new NetworkFault({ kind: 'reconnect', message: '\u200b', networkCode: '\0' });
    expect(fault).toStrictEqual({ kind: 'reconnect', message: 'The network gave no reason.' });
  });

  test.each([
    [300.5, 300.5],
    [1e300, 86_400],
    [Number.POSITIVE_INFINITY, 86_400],
    [-5, 0],
    [Number.NaN, null],
    [null, null],
  ])('makes a channel wait for at most a day (%d)', (retryAfter, seconds) => {
    const { fault } = new NetworkFault({ kind: 'throttled', message: 'Wait.', retryAfter, scope: 'channel' });
    expect(fault).toMatchObject({ retryAfter: seconds });
  });
});
