import { describe, expect, test } from 'vitest';
import type { FindingKind } from './processes/findings.ts';
import { print } from './processes/print.ts';
import { type ProcessesInput, proveByProcesses } from './processes/proof.ts';
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

// Concurrent, because these runs mostly wait.
test.concurrent('two real processes that are killed at named points and random moments lose and duplicate no post', async () => {
  const report = await proveByProcesses({ ...short, processes: 2 });
  expect(isClean(report), print(report)).toBe(true);
  expect(report.posts).toBe(60);
  expect(report.kills.total).toBe(6);
  expect(report.kinds.all.published).toBeGreaterThan(30);
});

describe.concurrent('the proof detects an engine that', () => {
  test.each<{ mutant: string; wrong: FindingKind; faultRate: number; ahead?: number }>([
    { mutant: 'treats a lost answer as a failure', wrong: 'duplicated', faultRate: 0.6 },
    { mutant: 'stores the intent after the call', wrong: 'duplicated', faultRate: 0.6 },
    { mutant: 'claims targets too early', wrong: 'early', faultRate: 0, ahead: 15_000 },
  ])('$mutant', async ({ wrong, ...how }) => {
    const broken = { ...how, posts: 16, channels: 8, kills: 0, settleWithin: 1 };
    const report = await proveByProcesses({ ...short, ...broken });
    expect(isClean(report)).toBe(false);
    expect(report.wrong[wrong], print(report)).toBeGreaterThan(0);
  });
});
