/** Runs worlds one after the other, and returns the violations found in them. */
import { seedRandom } from '../random.ts';
import type { Findings } from './check.ts';
import type { Ground } from './ground.ts';
import type { Mutant } from './mutants.ts';
import { World } from './world.ts';

export interface Simulated extends Findings {
  seed: number;
  hash: string;
  /** Trace lines about the targets with violations; none if there are no violations. */
  trace: string[];
}

/** Seeds `Math.random` during the run, because the back-off's jitter uses it. */
export async function simulate(seed: number, ground: Ground, mutant?: Mutant): Promise<Simulated> {
  const { random } = Math;
  Math.random = seedRandom(seed ^ 0x5eed);
  try {
    const world = new World(seed, ground, mutant);
    const findings = await world.run();
    const about = new Set(findings.violations.flatMap(({ about }) => about ?? []));
    const trace = findings.violations.length === 0 ? [] : world.trace.print(about);
    return { ...findings, seed, hash: world.trace.hash(), trace };
  } finally {
    Math.random = random;
  }
}
