import { Buffer } from 'node:buffer';
import { expect, test } from 'vitest';
import { findExcess, MOST_LEVELS, MOST_VALUES } from './excess.ts';

const excessOf = (json: string) => findExcess(Buffer.from(json));
const LEVELS = `has more than ${MOST_LEVELS} levels.`;
const VALUES = `holds more than ${MOST_VALUES} values.`;

test.each([
  ['lists in a list', (n: number) => `[${Array(n - 1).fill('[]')}]`],
  ['fields', (n: number) => `{${Array(n - 1).fill('"a":1')}}`],
  ['objects in a list', (n: number) => `[${Array((n - 1) / 2).fill('{"a":1}')}]`],
])('values are counted, whatever they are: %s', (_, make) => {
  expect(excessOf(make(MOST_VALUES / 2 - 1))).toBeUndefined();
  expect(excessOf(make(MOST_VALUES * 2 + 1))).toBe(VALUES);
});

test.each([
  ['lists', (n: number) => '['.repeat(n) + ']'.repeat(n)],
  ['objects', (n: number) => `${'{"a":'.repeat(n)}1${'}'.repeat(n)}`],
])('levels are counted: %s', (_, make) => {
  expect(excessOf(make(MOST_LEVELS))).toBeUndefined();
  expect(excessOf(make(MOST_LEVELS + 1))).toBe(LEVELS);
  expect(excessOf(`[${Array(100).fill(make(MOST_LEVELS - 1))}]`)).toBeUndefined();
});

test('what stands in a text counts for nothing, also behind an escaped quote', () => {
  const text = JSON.stringify('[{,"\\'.repeat(MOST_VALUES));
  expect(excessOf(`{"a":${text},${text}:"😀"}`)).toBeUndefined();
  const nested = '['.repeat(MOST_LEVELS + 1);
  expect(excessOf(`["\\\\",${nested}`)).toBe(LEVELS);
  expect(excessOf(`["\\"",${nested}`)).toBe(LEVELS);
  expect(excessOf(`["\\"[[${nested}`)).toBeUndefined();
});

test.each(['', '"', '"\\', '"a\\"', ']]]]', '\\'])('ends also where the JSON does not: %j', (json) => {
  expect(excessOf(json)).toBeUndefined();
});
