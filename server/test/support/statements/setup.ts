/** Writes down which statements a test file ran, for the comparison after all tests, and takes back what the file replaced. */
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, inject, vi } from 'vitest';
import { madeKinds } from '../made-kinds.ts';
import { recordStatements } from './recorder.ts';

const { recorded, stop } = recordStatements('/server/src/');

// The next file may run in the same process.
afterAll(() => {
  stop();
  madeKinds.clear();
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  if (recorded.size === 0) return;
  const lines = [...recorded.values()].map((one) => `${JSON.stringify(one)}\n`);
  appendFileSync(join(inject('statements'), `${process.pid}.jsonl`), lines.join(''));
});
