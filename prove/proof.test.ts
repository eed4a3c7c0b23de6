import { describe, expect, test } from 'vitest';
import type { Wrong } from './processes/findings.ts';
import { print } from './processes/print.ts';
import type { ProcessesInput } from './processes/proof.ts';
import { proveByProcesses } from './processes/proof.ts';
import { isClean } from './processes/report.ts';

const short: ProcessesInput = {
  seed: 1,
  posts: 60,
  channels: 16,
  kills: 6,
  processes: 1,
  faultRate: 0.25,
  rate: 12,
};

// They wait for most of their time.
test.concurrent('real processes, killed at named points and at any moment, lose nothing and double nothing', {
  timeout: 240_000,
}, async () => {
  const report = await proveByProcesses(short);
  expect(isClean(report), print(report)).toBe(true);
  expect(report.posts).toBe(60);
  expect(report.kills.total).toBe(6);
  expect(report.kinds.all.published).toBeGreaterThan(30);
});

describe.concurrent('an engine is convicted that', () => {
  test.each<{ mutant: string; wrong: Wrong; faultRate: number }>([
    { mutant: 'takes a lost answer for a failure', wrong: 'duplicated', faultRate: 0.6 },
    { mutant: 'stores the intent after the call', wrong: 'duplicated', faultRate: 0.6 },
    { mutant: 'claims ahead of the time', wrong: 'early', faultRate: 0 },
  ])('$mutant', { timeout: 240_000 }, async ({ mutant, wrong, faultRate }) => {
    const broken = { mutant, faultRate, posts: 16, channels: 8, kills: 0, settleWithin: 1 };
    const report = await proveByProcesses({ ...short, ...broken });
    expect(isClean(report)).toBe(false);
    expect(report.wrong[wrong], print(report)).toBeGreaterThan(0);
  });
});
