import { describe, expect, test } from 'vitest';
import { join, speak, withLabel } from './speak.ts';

const en = speak('en-GB');
const de = speak('de-DE');

test.each([
  [1, 'one post'],
  [0, 'posts'],
  [12, 'posts'],
])('%d takes the form that its language has for it', (count, form) => {
  expect(en.plural(count, { one: 'one post', other: 'posts' })).toBe(form);
});

test('a language has as many forms as it needs', () => {
  const forms = { one: 'post', few: 'posty', other: 'postów' };
  expect([1, 3, 5].map((count) => speak('pl').plural(count, forms))).toEqual(['post', 'posty', 'postów']);
});

test('numbers and lists are those of the language', () => {
  expect([en.number(12_345), de.number(12_345)]).toEqual(['12,345', '12.345']);
  expect([en.list(['a', 'b', 'c']), de.list(['a', 'b'])]).toEqual(['a, b and c', 'a und b']);
});

test.each([
  [en, 'Europe/Berlin', '21 November 2026 at 10:00 (Europe/Berlin)'],
  [de, 'Europe/Berlin', '21. November 2026 um 10:00 (Europe/Berlin)'],
  [en, 'America/St_Johns', '21 November 2026 at 05:30 (America/St_Johns)'],
  [en, 'UTC', '21 November 2026 at 09:00 (UTC)'],
])('a moment is that of the zone and the language: %#', ({ moment }, zone, said) => {
  expect(moment({ at: '2026-11-21T09:00:00.123456Z', zone })).toBe(said);
});

describe('an empty text', () => {
  test('leaves no space behind', () => {
    expect([join('One.', '', 'Two.'), join('One.', '')]).toEqual(['One. Two.', 'One.']);
  });

  test('needs no colon', () => {
    expect([withLabel('a', 'b'), withLabel('a', '')]).toEqual(['a: b', 'a']);
  });
});
