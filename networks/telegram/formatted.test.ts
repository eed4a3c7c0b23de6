import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { longLength, pathologicalText, requireLinear } from '../testing/pathological.ts';
import { countHtml, readFormatted } from './formatted.ts';

const read = (text: string) => readFormatted(text, { parse_mode: 'HTML' });

test('without the setting, tags are text', () => {
  expect(readFormatted('<b>Hear</b> &amp;', {})).toEqual({ text: '<b>Hear</b> &amp;', entities: [] });
});

test('offsets and lengths are UTF-16 units', () => {
  expect(read('🔔 <b>Hear <i>the 🔔</i></b>!')).toEqual({
    text: '🔔 Hear the 🔔!',
    entities: [
      { type: 'bold', offset: 3, length: 11 },
      { type: 'italic', offset: 8, length: 6 },
    ],
  });
});

test.each([
  ['b', 'bold'],
  ['strong', 'bold'],
  ['i', 'italic'],
  ['em', 'italic'],
  ['u', 'underline'],
  ['ins', 'underline'],
  ['s', 'strikethrough'],
  ['strike', 'strikethrough'],
  ['del', 'strikethrough'],
  ['tg-spoiler', 'spoiler'],
  ['code', 'code'],
  ['pre', 'pre'],
  ['blockquote', 'blockquote'],
])('<%s> is %s', (tag, type) => {
  expect(read(`<${tag}>x</${tag}>`)).toEqual({ text: 'x', entities: [{ type, offset: 0, length: 1 }] });
});

test('a link has its address', () => {
  expect(read('<a href="https://a.example/?a=1&amp;b=2">here</a>').entities).toEqual([
    { type: 'text_link', offset: 0, length: 4, url: 'https://a.example/?a=1&b=2' },
  ]);
});

test('characters by name and number, and a plain ampersand', () => {
  expect(read('&lt;&gt;&amp;&quot;&#128276; R&D &nbsp; &#0; &#9999999; &#55296;').text).toBe(
    '<>&"🔔 R&D &nbsp; \ufffd \ufffd \ufffd',
  );
});

test('an empty format is left out', () => expect(read('a<b></b>').entities).toEqual([]));

describe('a problem', () => {
  test.each([
    ['1 < 2', 'begins no tag'],
    ['<b>x', '<b> without its end'],
    ['x</b>', '</b> where no such tag is open'],
    ['<b><i>x</b></i>', '</b> where no such tag is open'],
    ['<script>x</script>', '<script>, which Telegram does not know'],
    ['<constructor>x', 'begins no tag'],
    ['<valueof>x', '<valueof>, which Telegram does not know'],
    ['<a>x</a>', '<a>, which Telegram does not know'],
    ['<b href="x">x</b>', 'which Telegram does not know'],
    ['<a href="x">x</a href="x">', 'where no such tag is open'],
    ['<b onclick="x">', 'begins no tag'],
  ])('%s', (html, problem) => expect(read(html).problem).toContain(problem));
});

test('tags do not count', () => expect(countHtml('<b>🔔</b>&amp;')).toBe(2));

test('reading takes linear time', () => {
  fc.assert(
    fc.property(pathologicalText(longLength), (text) => {
      requireLinear(() => read(text));
    }),
    { numRuns: 10 },
  );
  for (const unit of ['<a href="', '<b>', '</b', '&#1', '<'])
    requireLinear(() => read(unit.repeat(longLength / unit.length)));
});
