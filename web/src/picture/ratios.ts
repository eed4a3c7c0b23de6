/** Shapes that a crop offers. Pure. */
import type { Span } from '@belfry/networks/core/limits.ts';

/** Width to height. */
export type Ratio = readonly [width: number, height: number];

const usual: readonly Ratio[] = [
  [1, 1],
  [4, 5],
  [3, 4],
  [9, 16],
  [4, 3],
  [3, 2],
  [16, 9],
  [1.91, 1],
];

/** A network measures in its own way. */
const TOLERANCE = 0.005;

export function divide([width, height]: Ratio): number {
  return width / height;
}

/** Those that every network takes; if none suits all, those that one of them takes. */
export function offerRatios(spans: readonly Span[]): Ratio[] {
  const fits = (ratio: Ratio) => (span: Span) => isIn(divide(ratio), span);
  // No camera and no screen has this shape: it is the widest that some networks take.
  const known = usual.filter(([width]) => width !== 1.91 || spans.some(([, widest]) => widest === 1.91));
  const forAll = known.filter((ratio) => spans.every(fits(ratio)));
  return forAll.length > 0 ? forAll : known.filter((ratio) => spans.some(fits(ratio)));
}

function isIn(ratio: number, [least, most]: Span): boolean {
  return ratio >= least * (1 - TOLERANCE) && ratio <= most * (1 + TOLERANCE);
}
