import { expect, test } from 'vitest';
import { generateStorageKey, isGenerated, makerOf } from './keys.ts';

test('keys differ, name the process that generated them, and are spread over folders', () => {
  const keys = Array.from({ length: 1000 }, () => generateStorageKey('png'));
  expect(new Set(keys).size).toBe(1000);
  expect(keys.every(isGenerated)).toBe(true);
  expect(new Set(keys.map(makerOf)).size).toBe(1);
  expect(new Set(keys.map((key) => key.slice(0, 2))).size).toBeGreaterThan(200);
});

test('the version of a file of an earlier release is random too', () => {
  expect(makerOf('0b0c1d2e-1111-4222-8333-44445f0c1d2e.png')).toBe('5f0c1d2e');
});
