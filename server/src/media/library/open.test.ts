import { expect, test } from 'vitest';
import { nameOf } from './open.ts';
import type { MediaRow } from './store.ts';

test('networks share a converted video only if its rate and its size fit both', () => {
  const name = (made: { rate: number; width: number; height: number }) =>
    nameOf(1, { id: 2 } as MediaRow, { ...made, bytes: 9 }).purpose;
  const usual = { rate: 5000, width: 1920, height: 1080 };
  expect(name(usual)).toBe(name({ ...usual }));
  const others = [{ rate: 4000 }, { width: 1280 }, { height: 720 }].map((one) => name({ ...usual, ...one }));
  expect(new Set([name(usual), ...others]).size).toBe(4);
});
