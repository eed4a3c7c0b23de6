import { expect, test } from 'vitest';
import { Misuse, readOptions } from './options.ts';

test.each([
  [['--posts', 'abc'], '--posts takes a whole number from 1 to 1000000, not "abc".'],
  [['--kills=-1'], '--kills takes a whole number from 0 to 1000000, not "-1".'],
  [['--posts', '1.5'], '--posts takes a whole number'],
  [['--faults', '2'], '--faults takes a number from 0 to 1'],
  [['--rate', '0'], '--rate takes a number from 0.1'],
  [['--seed', ''], '--seed takes a whole number'],
  [['--processes', '0'], '--processes takes a whole number from 1 to 16'],
  [['--database', 'localhost'], '--database takes the address of a PostgreSQL'],
  [['--nope'], 'Unknown option'],
  [['extra'], 'Unexpected argument'],
])('%j is refused with a sentence', (args, sentence) => {
  expect(() => readOptions(args)).toThrow(Misuse);
  expect(() => readOptions(args)).toThrow(sentence);
});

test('what is given is taken, and the rest is as the usage says', () => {
  const { seed, ...rest } = readOptions(['--posts', '10000', '--rate', '8.5', '--report', 'page.md']);
  expect(seed).toBeGreaterThanOrEqual(0);
  expect(rest).toMatchObject({ posts: 10_000, rate: 8.5, kills: 24, processes: 1, report: 'page.md' });
});
