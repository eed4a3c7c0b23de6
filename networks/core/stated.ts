/**
 * Cleans the texts of remote servers, so that they can be stored and shown. Pure, and safe for the browser. Migration
 * 0016 does the same in SQL for older rows.
 */

const spaces = '\\t-\\r \\x85\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000';
/** Control characters, direction marks and zero-width characters, except the joiner inside emoji. */
const invisible =
  '\\0-\\x08\\x0e-\\x1f\\x7f-\\x84\\x86-\\x9f\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f' +
  '\\u200b\\u200c\\u200e\\u200f\\u202a-\\u202e\\u2060-\\u206f\\u3164\\ufeff\\uffa0\\ufff0-\\ufffb' +
  '\\u{1bca0}-\\u{1bca3}\\u{1d173}-\\u{1d17a}\\u{e0000}-\\u{e0fff}';
const emoji = '\\u2190-\\u2bff\\u{1f000}-\\u{1faff}';

const someSpace = new RegExp(`[${spaces}]+`, 'gu');
const anyInvisible = new RegExp(`[${invisible}]`, 'gu');
const strayJoiner = new RegExp(`(?<![${emoji}\\ufe0f])\\u200d|\\u200d(?![${emoji}])`, 'gu');
const web = new RegExp(`^[hH][tT][tT][pP][sS]?://[^${spaces}${invisible}\\u200d"<>\\\\]+$`, 'u');

/** Longest address, in code points. */
const longestAddress = 2000;
/** Longest id of a network. Known ids have fewer than a hundred characters. */
const longestId = 500;

/** Times the longest allowed text. Only so much is read, because cleaning megabytes would block the event loop. */
const readsAtMost = 16;

/** The text on one line, without invisible characters, cut to `longest` code points; may be empty. */
export function statedLine(text: string, longest: number): string {
  const clean = text
    .slice(0, readsAtMost * longest)
    .toWellFormed()
    .replace(anyInvisible, '')
    .replace(strayJoiner, '')
    .replace(someSpace, ' ')
    .trim();
  return [...clean.slice(0, 2 * longest)].slice(0, longest).join('').trim();
}

/** A code in words: `termsOfUse`, `terms_of_use` and `TERMS_OF_USE` → `terms of use`. Other texts stay as they are. */
export function spellCode(text: string): string {
  if (!/^\w+$/.test(text)) return text;
  return text
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();
}

/** A web address unchanged, or null for anything else, such as a script. */
export function statedAddress(text: string | null): string | null {
  if (text === null || text.length > 2 * longestAddress || !text.isWellFormed()) return null;
  return web.test(text) && [...text].length <= longestAddress ? text : null;
}

/** Whether the text can be an id as it is: a shortened or cleaned id would be a different one. */
export function isStatedId(text: string): boolean {
  return (
    text !== '' && text.length <= longestId && text.isWellFormed() && statedLine(text, longestId) === text
  );
}

/** A number rounded down and at most `most`; undefined if it is not a number, or is less than `least`. */
export function statedNumber(value: unknown, least: number, most: number): number | undefined {
  if (typeof value !== 'number' || !(value >= least)) return undefined;
  return Math.floor(Math.min(value, most));
}
