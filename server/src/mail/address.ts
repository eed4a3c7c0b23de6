/** Excludes characters that could begin a name, a second address or a header. Real addresses do not contain them. */
const PART = String.raw`[^\s@<>()[\]\\,;:"\p{Cc}]+`;
const ADDRESS = new RegExp(`^${PART}@${PART}$`, 'u');

export function isMailAddress(text: string): boolean {
  return ADDRESS.test(text);
}

/**
 * Ignores case in ASCII only: the Kelvin sign (U+212A) in lower case is “k”, but it may be another person's address.
 */
export function isSameAddress(one: string, other: string): boolean {
  return foldAscii(one) === foldAscii(other);
}

function foldAscii(text: string): string {
  return text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
}
