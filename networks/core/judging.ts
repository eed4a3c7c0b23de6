/** The violations and advice of a network's own checks. Safe for the browser. */
import type { Advice, Params, Violation } from './limits.ts';

/** A violation, unless the rule is kept. `message` has no subject: "shows a cover only of a video". */
export function unless(
  isKept: boolean,
  field: string,
  rule: string,
  message: string,
  more: Partial<Violation> = {},
): Violation[] {
  return isKept ? [] : [{ field, rule, measured: 1, limit: 0, unit: 'violations', message, ...more }];
}

/** Advice, if it applies. `message` is a whole sentence. */
export function when(
  applies: boolean,
  field: string,
  rule: string,
  message: string,
  params?: Params,
): Advice[] {
  return applies ? [{ field, rule, message, ...(params && { params }) }] : [];
}
