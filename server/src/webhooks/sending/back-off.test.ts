import { describe, expect, test } from 'vitest';
import { backOff } from './back-off.ts';

const HOUR = 3600;
const middle = () => 0.5;

describe('the wait after a failure', () => {
  test('grows from seconds to ten hours', () => {
    const waits = Array.from({ length: 8 }, (_, tries) => backOff(tries, null, middle));
    expect(waits).toEqual([5, 300, 1800, 2 * HOUR, 5 * HOUR, 10 * HOUR, 10 * HOUR, 10 * HOUR]);
  });

  test('varies by a tenth in both directions', () => {
    expect(backOff(1, null, () => 0)).toBe(270);
    expect(backOff(1, null, () => 1)).toBe(330);
  });

  test('is as long as the receiver asks, between five seconds and ten hours', () => {
    const asked = [0, 7, 400, 1e12].map((wait) => backOff(0, wait, middle));
    expect(asked).toEqual([5, 7, 400, 10 * HOUR]);
  });
});
