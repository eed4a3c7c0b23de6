import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { copyTemplate } from '../../server/test/support/app.ts';
import { type Ground, openGround } from './ground.ts';
import { printFailure } from './many.ts';
import { mutants } from './mutants.ts';
import { simulate } from './simulate.ts';

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

describe('a simulated world', () => {
  test.each([1, 11, 21, 31, 41, 51])(
    'loses and duplicates no post, in spite of all faults (ten seeds from %i)',
    async (first) => {
      for (let seed = first; seed < first + 10; seed += 1) {
        const simulated = await simulate(seed, ground);
        expect(simulated.violations, printFailure(simulated)).toEqual([]);
      }
    },
  );

  test('is the same for the same seed', async () => {
    for (const seed of [7, 8, 9]) {
      const first = await simulate(seed, ground);
      await simulate(seed + 100, ground);
      const again = await simulate(seed, ground);
      expect(again.hash).toBe(first.hash);
    }
    expect((await simulate(7, ground)).hash).not.toBe((await simulate(8, ground)).hash);
  });
});

describe('the simulation detects an engine that', () => {
  test.each(Object.entries(mutants))('%s', async (_, mutant) => {
    let seed = 1;
    for (; seed <= 100; seed += 1) if ((await simulate(seed, ground, mutant)).violations.length > 0) break;
    expect(seed).toBeLessThanOrEqual(100);
  });
});
