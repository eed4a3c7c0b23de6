/** Reproducible randomness: mulberry32, seeded. */
import { createHash } from 'node:crypto';

export type Random = () => number;

export function seedRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function pick<T>(random: Random, choices: readonly T[]): T {
  return choices[Math.floor(random() * choices.length)] as T;
}

/** A separate random sequence for each combination of marks, independent of all others. */
export function randomOf(...marks: readonly (string | number)[]): Random {
  const hash = createHash('sha256').update(marks.join(' ')).digest();
  return seedRandom(hash.readUInt32LE(0));
}
