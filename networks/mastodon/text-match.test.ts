import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { longLength, mixedText, pathologicalText, requireLinear } from '../testing/pathological.ts';
import { isSameHtml, isSameText, textOfHtml } from './text-match.ts';

test.each([
  ['paragraphs and breaks', '<p>One<br />two</p><p>Three</p>', 'One\ntwo\n\nThree'],
  [
    'entities',
    '<p>a &lt;b&gt; &amp;amp; &quot;c&quot; &#39;d&#x27; &unknown;&#9999999999;</p>',
    `a <b> &amp; "c" 'd' &unknown;&#9999999999;`,
  ],
  [
    'a link in spans',
    '<p><a href="https://a.example/b"><span class="invisible">https://</span><span class="ellipsis">a.example/</span><span class="invisible">b</span></a></p>',
    'https://a.example/b',
  ],
  [
    'a mention without its server',
    '<p><span class="h-card"><a href="#">@<span>bob</span></a></span> hi</p>',
    '@bob@else.example hi',
  ],
  [
    'a hashtag and a custom emoji',
    '<p><a href="#">#<span>bells</span></a> :blobcat:</p>',
    '#bells :blobcat:',
  ],
  ['the last code point, and one beyond', '<p>&#1114111;&#x110000;</p>', '\u{10ffff}&#x110000;'],
  ['composed letters', '<p>Gr\u00fc\u00dfe</p>', ' Gru\u0308\u00dfe \r\n'],
])('%s: the same text', (_, html, text) => {
  expect(isSameHtml(html, text)).toBe(true);
});

test('one more letter makes a different text', () => {
  expect(isSameText('Hello', 'Hello!')).toBe(false);
});

test('a text far longer than any post is never the same', () => {
  const spaces = ' '.repeat(200_000);
  expect(isSameText('Hello', `Hello${spaces}`)).toBe(false);
  expect(isSameHtml(`<p>Hello</p>${spaces}`, 'Hello')).toBe(false);
});

test.each([
  [200_000, true],
  [200_001, false],
])('of %i characters of HTML is compared: %s', (length, isCompared) => {
  expect(isSameHtml('<p>Hello</p>'.padEnd(length), 'Hello')).toBe(isCompared);
  expect(isSameText('Hello'.padEnd(length), 'Hello')).toBe(isCompared);
  expect(isSameText('Hello', 'Hello'.padEnd(length))).toBe(isCompared);
});

test('a post of mentions only matches its HTML', () => {
  const shown =
    '<span class="h-card" translate="no"><a href="https://a.example/@bob" class="u-url mention">@<span>bob</span></a></span> ';
  expect(isSameHtml(`<p>${shown.repeat(1000)}</p>`, '@bob@a.ex '.repeat(1000))).toBe(true);
});

describe('any HTML', () => {
  test('tags are removed like by a plain replace', () => {
    fc.assert(
      fc.property(fc.oneof(mixedText, pathologicalText(60)), (html) => {
        const plain = html.replace(/<\/p>|<br\s*\/?>/gi, '\n').replace(/<[^>]*>/g, '');
        fc.pre(!plain.includes('&'));
        expect(textOfHtml(html)).toBe(plain);
      }),
    );
  });

  test.each([
    ['tags that are never closed', '<'.repeat(longLength)],
    ['breaks that are never closed', `<br${' '.repeat(longLength)}`],
    ['entities that are never closed', '&#1'.repeat(longLength / 3)],
    ['marks in the wrong order', `a${'\u0301\u0327'.repeat(longLength / 2)}`],
  ])('%s: takes linear time', (_, html) => {
    requireLinear(() => isSameText(textOfHtml(html), 'a'));
  });
});
