import { expect, test } from 'vitest';
import { type DetailCode, detail, detailCodes, sentences } from './details.ts';

const make = detail as (field: string, code: DetailCode, params?: object) => ReturnType<typeof detail>;
const exampleOf = (code: DetailCode) => (sentences[code] as { example?: Record<string, unknown> }).example;

test.each(detailCodes)('%s is a code in snake case with a sentence', (code) => {
  expect(code).toMatch(/^[a-z]+(_[a-z]+)*$/);
  const { message, ...others } = make('a_field', code, exampleOf(code));
  expect(others).toEqual({ field: 'a_field', code, params: exampleOf(code) ?? {} });
  expect(message).toMatch(/^\S.*\.$/);
  expect(message).not.toMatch(/undefined|\[object/);
});

test.each(detailCodes.filter((code) => exampleOf(code)))('the sentence of %s has all its params', (code) => {
  const example = exampleOf(code) ?? {};
  for (const [name, value] of Object.entries(example)) {
    expect(name).toMatch(/^[a-z]+(_[a-z]+)*$/);
    // A format has a sentence of its own.
    if (name === 'format') continue;
    const { message } = make('f', code, example);
    expect(message).toContain(Array.isArray(value) ? value.join(', ') : `${value}`);
  }
});

test.each<[DetailCode, string]>([
  ['too_long', 'name must have at most 1 character.'],
  ['too_short', 'name must have at least 1 character.'],
  ['too_many_entries', 'name must have at most 1 entry.'],
  ['too_many_words', 'name must have at most 1 word.'],
  ['too_few_entries', 'name must have at least 1 entry.'],
  ['too_many_fields', 'name must have at most 1 field.'],
  ['too_many_levels', 'name has more than 1 level.'],
  ['too_many_values', 'name has more than 1 value.'],
])('the sentence of %s has a singular for 1', (code, sentence) => {
  expect(make('name', code, { limit: 1 }).message).toBe(sentence);
});
