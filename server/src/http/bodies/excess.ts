/** Bounds what JSON may hold by its bytes alone: a megabyte of `[[],[],…` would become far more of objects. */

/** Deeper than any schema of the contract. */
const MOST_LEVELS = 32;
/** More than a post of 100 targets can have with all their settings. */
const MOST_VALUES = 25_000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
/** Without the bit that tells `[` from `{`, and `]` from `}`. */
const CASE = 0x20;
const OPEN = 0x7b;
const CLOSE = 0x7d;

/** A sentence without its subject; undefined for what may be parsed. One pass, which ends where there is too much. */
export function findExcess(json: Uint8Array, mostValues = MOST_VALUES): string | undefined {
  let depth = 0;
  let values = 1;
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at] as number;
    const bracket = byte | CASE;
    if (byte === QUOTE) at = endOfText(json, at);
    else if (byte === COMMA) values += 1;
    else if (bracket === OPEN) {
      values += 1;
      depth += 1;
    } else if (bracket === CLOSE) depth -= 1;
    if (depth > MOST_LEVELS) return `has more than ${MOST_LEVELS} levels.`;
    if (values > mostValues) return `holds more than ${mostValues} values.`;
  }
  return undefined;
}

/** Where the text ends that begins here. */
function endOfText(json: Uint8Array, begin: number): number {
  let at = begin + 1;
  while (at < json.length && json[at] !== QUOTE) at += json[at] === BACKSLASH ? 2 : 1;
  return at;
}
