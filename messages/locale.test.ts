import { describe, expect, test } from 'vitest';
import { formatters, join, withLabel } from './locale.ts';

const en = formatters('en-GB');
const de = formatters('de-DE');

test.each([
  [1, 'one post'],
  [0, 'posts'],
  [12, 'posts'],
])('%d gets the plural form of its language', (count, form) => {
  expect(en.plural(count, { one: 'one post', other: 'posts' })).toBe(form);
});

test('a language can have more than two plural forms', () => {
  const forms = { one: 'post', few: 'posty', other: 'postów' };
  expect([1, 3, 5].map((count) => formatters('pl').plural(count, forms))).toEqual([
    'post',
    'posty',
    'postów',
  ]);
});

test('numbers and lists follow the language', () => {
  expect([en.number(12_345), de.number(12_345)]).toEqual(['12,345', '12.345']);
  expect([en.list(['a', 'b', 'c']), de.list(['a', 'b'])]).toEqual(['a, b and c', 'a und b']);
});

test.each([
  [en, 'Europe/Berlin', '21 November 2026 at 10:00 (Europe/Berlin)'],
  [de, 'Europe/Berlin', '21. November 2026 um 10:00 (Europe/Berlin)'],
  [en, 'America/St_Johns', '21 November 2026 at 05:30 (America/St_Johns)'],
  [en, 'UTC', '21 November 2026 at 09:00 (UTC)'],
])('a moment follows the zone and the language: %#', ({ moment }, zone, text) => {
  expect(moment({ at: '2026-11-21T09:00:00.123456Z', zone })).toBe(text);
});

describe('an empty text', () => {
  test('leaves no space behind', () => {
    expect([join('One.', '', 'Two.'), join('One.', '')]).toEqual(['One. Two.', 'One.']);
  });

  test('gets no colon', () => {
    expect([withLabel('a', 'b'), withLabel('a', '')]).toEqual(['a: b', 'a']);
  });
});
