import { expect, test } from 'vitest';
import { listMutants } from './run.ts';

test('every mutant changes code that is there, and each only once', () => {
  const changes = listMutants().map(({ file, start, text }) => `${file} ${start} ${text}`);
  expect(new Set(changes).size).toBe(changes.length);
  expect(changes.length).toBeGreaterThan(100);
});
