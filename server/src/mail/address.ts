/** Characters that would begin a name, a second address or a header; nobody's real address has them. */
const PART = String.raw`[^\s@<>()[\]\\,;:"\p{Cc}]+`;
const ADDRESS = new RegExp(`^${PART}@${PART}$`, 'u');

export function isMailAddress(text: string): boolean {
  return ADDRESS.test(text);
}
