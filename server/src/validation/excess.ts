/**
 * Limits the values and levels of JSON before it is parsed. A megabyte of `[[],[],…` would need far more memory parsed.
 */

/** Deeper than any schema of the contract. */
const MAX_LEVELS = 32;
/** More than a post with 100 targets can have, with all their settings. */
const MAX_VALUES = 25_000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
/** The bit in which `[` differs from `{`, and `]` from `}`. */
const BRACE_BIT = 0x20;
const OPEN = 0x7b;
const CLOSE = 0x7d;

interface Excess {
  code: 'too_many_levels' | 'too_many_values';
  limit: number;
}

/** Returns undefined if the JSON may be parsed. Stops at the first excess. */
export function findExcess(json: Uint8Array, maxValues = MAX_VALUES): Excess | undefined {
  let depth = 0;
  let values = 1;
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at] as number;
    const bracket = byte | BRACE_BIT;
    if (byte === QUOTE) at = endOfString(json, at);
    else if (byte === COMMA) values += 1;
    else if (bracket === OPEN) {
      values += 1;
      depth += 1;
    } else if (bracket === CLOSE) depth -= 1;
    if (depth > MAX_LEVELS) return { code: 'too_many_levels', limit: MAX_LEVELS };
    if (values > maxValues) return { code: 'too_many_values', limit: maxValues };
  }
  return undefined;
}

/** The index of the closing quote of the string that begins at `start`. */
function endOfString(json: Uint8Array, start: number): number {
  let at = start + 1;
  while (at < json.length && json[at] !== QUOTE) at += json[at] === BACKSLASH ? 2 : 1;
  return at;
}
