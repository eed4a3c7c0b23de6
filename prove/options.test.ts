import { expect, test } from 'vitest';
import { readOptions, UsageError } from './options.ts';

test.each([
  [['--posts', 'abc'], '--posts must be a whole number from 1 to 1000000, not "abc".'],
  [['--kills=-1'], '--kills must be a whole number from 0 to 1000000, not "-1".'],
  [['--posts', '1.5'], '--posts must be a whole number'],
  [['--faults', '2'], '--faults must be a number from 0 to 1'],
  [['--rate', '0'], '--rate must be a number from 0.1'],
  [['--seed', ''], '--seed must be a whole number'],
  [['--processes', '0'], '--processes must be a whole number from 1 to 16'],
  [['--database', 'localhost'], '--database must be the address of a PostgreSQL'],
  [['--nope'], 'Unknown option'],
  [['extra'], 'Unexpected argument'],
])('%j is rejected with a sentence', (args, sentence) => {
  expect(() => readOptions(args)).toThrow(UsageError);
  expect(() => readOptions(args)).toThrow(sentence);
});

test('given options are used, and the others have the defaults of the usage', () => {
  const { seed, ...rest } = readOptions(['--posts', '10000', '--rate', '8.5', '--report', 'page.md']);
  expect(seed).toBeGreaterThanOrEqual(0);
  expect(rest).toMatchObject({ posts: 10_000, rate: 8.5, kills: 24, processes: 1, report: 'page.md' });
});
