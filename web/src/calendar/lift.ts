/** The steps of a post that is lifted with keys. */
import type { Zoned } from '../data/time.ts';
import type { View } from './range.ts';

/** `isFar`: with shift, a month to the sides, and an hour up and down. */
export function stepOf(at: Zoned, key: string, { view, isFar }: { view: View; isFar: boolean }): Zoned {
  const sign = key === 'ArrowLeft' || key === 'ArrowUp' ? -1 : 1;
  if (key === 'ArrowLeft' || key === 'ArrowRight') {
    return isFar ? at.add({ months: sign }) : at.add({ days: sign });
  }
  if (view === 'month' || view === 'list') return isFar ? at.add({ months: sign }) : at.add({ weeks: sign });
  // Steps in time, not on the clock: no quarter is lost or met twice where the clocks change.
  return isFar ? at.add({ hours: sign }) : quarterFrom(at, sign);
}

/** The quarter of an hour after a time (1), or before it (−1). */
export function quarterFrom(at: Zoned, sign: 1 | -1): Zoned {
  const rounded = at.round({
    smallestUnit: 'minute',
    roundingIncrement: 15,
    roundingMode: sign > 0 ? 'floor' : 'ceil',
  });
  return rounded.add({ minutes: 15 * sign });
}
