import fc from 'fast-check';
import twitterText from 'twitter-text';
import { describe, expect, test } from 'vitest';
import { longLength, mixedText, pathologicalText, requireLinear } from '../testing/pathological.ts';
import { countWeighted } from './counting.ts';

const count = (text: string) => countWeighted(text, 23);
const oracle = (text: string) => twitterText.parseTweet(text).weightedLength;

const piece = fc.constantFrom(
  ...[
    'a',
    'Z',
    '0',
    'é',
    'ß',
    '鐘',
    'ж',
    '—',
    '…',
    '€',
    '\u200b',
    '\u0301',
    '"',
    "'",
    '`',
    '~',
    '^',
    '{',
    ' ',
    '\n',
  ],
  ...[
    '.',
    '..',
    '-',
    '_',
    '/',
    ':',
    '@',
    '#',
    '$',
    '＠',
    '(',
    ')',
    '?',
    '=',
    '&',
    '!',
    '+',
    '*',
    '|',
    '[',
    ',',
    ';',
  ],
  ...[
    'http://',
    'https://',
    'HTTPS://',
    'ftp://',
    'example.com',
    't.co/',
    't.co/abc',
    'a.b',
    '.com',
    '.co.uk',
    '.рф',
    '.中国',
  ],
  ...[
    'com',
    'xn--',
    'xn--80ak6aa92e',
    '.aaa',
    '日本.',
    '。',
    '😀',
    '👨‍👩‍👧‍👦',
    '1️⃣',
    '©',
    '©️',
    '🇩🇪',
    '☝🏽',
    '\ufeff',
    '\u202a',
    '\u2066',
  ],
  ...['x'.repeat(40), 'é'.repeat(30), 'bell', '/path', '?q=1', ':80', '_x.', 'x_', '-x'],
);
const soup = fc.array(piece, { maxLength: 14 }).map((parts) => parts.join(''));

describe('the weighted length', () => {
  test.each([
    ['', 0],
    ['Grüße', 5],
    ['鐘', 2],
    ['€', 2],
    ['—', 1],
    ['…', 2],
    ['\u200b', 1],
    ['😀', 2],
    ['👨‍👩‍👧‍👦', 2],
    ['👍🏽', 2],
    ['🇩🇪', 2],
    ['1️⃣', 2],
    ['©', 1],
    ['©️', 2],
    ['e\u0301', 1],
    ['example.com', 23],
    ['https://example.com/a/very/long/path?with=query#and', 23],
    ['http://localhost:3000/x', 23],
    ['https://xn--80ak6aa92e。.рф', 27],
    ['Hi http://test.co', 26],
    ['@ada and #bells', 15],
    ['t.co/abc|(a)', 27],
    ['t.co/abc(a)|(b)', 27],
    ['bell.de👩\u200d.de/', 30],
  ])('of %j is %i, as twitter-text says', (text, length) => {
    expect([count(text), oracle(text)]).toEqual([length, length]);
  });

  test('of each emoji that Unicode recommends is two', () => {
    const characters = Array.from({ length: 0x30000 }, (_, code) => String.fromCodePoint(code));
    const flags = characters
      .slice(0x1f1e6, 0x1f200)
      .flatMap((first, _, all) => all.map((second) => first + second));
    const endings = [
      '',
      '\ufe0f',
      '🏻',
      '🏿',
      '\u20e3',
      '\ufe0f\u20e3',
      '\u200d♀\ufe0f',
      '🏽\u200d♀\ufe0f',
      '\u200d💻',
    ];
    const sequences = [...flags, ...characters.flatMap((each) => endings.map((ending) => each + ending))];
    const recommended = [...sequences, '🏴󠁧󠁢󠁳󠁣󠁴󠁿', '👩🏻‍❤️‍💋‍👨🏽', '👨‍👩‍👧‍👦'].filter((text) =>
      /^\p{RGI_Emoji}$/v.test(text),
    );
    expect(recommended.length).toBeGreaterThan(2000);
    expect(recommended.filter((text) => count(text) !== 2)).toEqual([]);
  });

  test.each([
    ['👪🏻', 4],
    ['🇩🇩', 4],
    ['👩\u200d', 3],
    ['🏴\u{e0067}', 4],
    ['1\ufe0f', 3],
  ])('of what only looks like such an emoji, %j, is %i', (text, length) => {
    expect(count(text)).toBe(length);
  });

  test('is the same as that of twitter-text', () => {
    fc.assert(
      fc.property(fc.oneof(soup, mixedText, fc.string({ unit: 'binary' })), (text) => {
        expect(count(text)).toBe(oracle(text));
      }),
      { numRuns: 2000 },
    );
  });

  test('of a link is the one that the account has', () => {
    expect(countWeighted('See https://example.com.', 12)).toBe(17);
  });

  test('takes linear time', () => {
    fc.assert(
      fc.property(pathologicalText(longLength), (text) => requireLinear(() => count(text))),
      { numRuns: 5 },
    );
  });
});
