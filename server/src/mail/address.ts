/** Characters that would begin a name, a second address or a header; nobody's real address has them. */
const PART = String.raw`[^\s@<>()[\]\\,;:"\p{Cc}]+`;
const ADDRESS = new RegExp(`^${PART}@${PART}$`, 'u');

export function isMailAddress(text: string): boolean {
  return ADDRESS.test(text);
}

/** By ASCII alone: “K” of Unicode (U+212A), in lower case, is “k”, and may be somebody else's. */
export function isSameAddress(one: string, other: string): boolean {
  return foldAscii(one) === foldAscii(other);
}

function foldAscii(text: string): string {
  return text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
}
