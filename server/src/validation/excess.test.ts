import { Buffer } from 'node:buffer';
import { expect, test } from 'vitest';
import { findExcess } from './excess.ts';

const excessOf = (json: string) => findExcess(Buffer.from(json));
const LEVELS = { code: 'too_many_levels', limit: 32 };
const VALUES = { code: 'too_many_values', limit: 25_000 };

test.each([
  ['numbers in a list', (n: number) => `[${Array(n - 1).fill('1')}]`],
  ['fields', (n: number) => `{${Array(n - 1).fill('"a":1')}}`],
])('25,000 values are accepted, and no more: %s', (_, make) => {
  expect(excessOf(make(25_000))).toBeUndefined();
  expect(excessOf(make(25_001))).toEqual(VALUES);
});

test.each([
  ['a list', '[]'],
  ['an object', '{"a":1}'],
])('%s counts as two values: itself and its content', (_, one) => {
  expect(excessOf(`[${Array(12_499).fill(one)}]`)).toBeUndefined();
  expect(excessOf(`[${Array(12_500).fill(one)}]`)).toEqual(VALUES);
});

test.each([
  ['lists', (n: number) => '['.repeat(n) + ']'.repeat(n)],
  ['objects', (n: number) => `${'{"a":'.repeat(n)}1${'}'.repeat(n)}`],
])('levels are counted: %s', (_, make) => {
  expect(excessOf(make(32))).toBeUndefined();
  expect(excessOf(make(33))).toEqual(LEVELS);
  expect(excessOf(`[${Array(100).fill(make(31))}]`)).toBeUndefined();
});

test('the last byte is checked, too', () => {
  expect(excessOf('['.repeat(33))).toEqual(LEVELS);
});

test('brackets and commas in a string are not counted, also after an escaped quote', () => {
  const text = JSON.stringify('[{,"\\'.repeat(25_000));
  expect(excessOf(`{"a":${text},${text}:"😀"}`)).toBeUndefined();
  const nested = '['.repeat(33);
  expect(excessOf(`["\\\\",${nested}`)).toEqual(LEVELS);
  expect(excessOf(`["\\"",${nested}`)).toEqual(LEVELS);
  expect(excessOf(`["\\"[[${nested}`)).toBeUndefined();
});

test.each(['', '"', '"\\', '"a\\"', ']]]]', '\\'])('stops at the end of incomplete JSON: %j', (json) => {
  expect(excessOf(json)).toBeUndefined();
});
