import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { copyTemplate } from '../../server/test/support/app.ts';
import { type Ground, openGround } from './ground.ts';
import { printFailure } from './many.ts';
import { mutants } from './mutants.ts';
import { type Simulated, simulate } from './simulate.ts';

let ground: Ground;
let drop: () => Promise<void>;
beforeAll(async () => {
  const copy = await copyTemplate();
  ground = await openGround(copy.connection);
  drop = copy.drop;
});
afterAll(async () => {
  await ground.close();
  await drop();
});

/** The first run of each seed. */
const runs = new Map<number, Simulated>();

async function firstRun(seed: number): Promise<Simulated> {
  const run = runs.get(seed) ?? (await simulate(seed, ground));
  runs.set(seed, run);
  return run;
}

describe('a simulated world', () => {
  test.each([1, 11, 21, 31, 41, 51])(
    'loses and duplicates no post, in spite of all faults (ten seeds from %i)',
    async (first) => {
      for (let seed = first; seed < first + 10; seed += 1) {
        const simulated = await firstRun(seed);
        expect(simulated.violations, printFailure(simulated)).toEqual([]);
      }
    },
  );

  test('is the same for the same seed', async () => {
    const hashes = new Map<number, string>();
    for (const seed of [7, 8, 9]) hashes.set(seed, (await firstRun(seed)).hash);
    expect(new Set(hashes.values()).size).toBe(3);
    // By now, other worlds have run since the first run of each.
    for (const [seed, hash] of hashes) expect((await simulate(seed, ground)).hash).toBe(hash);
  });
});

describe('the simulation detects an engine that', () => {
  test.each(Object.entries(mutants))('%s', async (_, mutant) => {
    let seed = 1;
    for (; seed <= 100; seed += 1) if ((await simulate(seed, ground, mutant)).violations.length > 0) break;
    expect(seed).toBeLessThanOrEqual(100);
  });
});
