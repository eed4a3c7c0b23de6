/** Writes down which statements a test file ran, for the comparison after all tests. */
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, inject } from 'vitest';
import { recordStatements } from './recorder.ts';

const seen = recordStatements('/server/src/');

afterAll(() => {
  if (seen.size === 0) return;
  const lines = [...seen.values()].map((one) => `${JSON.stringify(one)}\n`);
  appendFileSync(join(inject('statements'), `${process.pid}.jsonl`), lines.join(''));
});
