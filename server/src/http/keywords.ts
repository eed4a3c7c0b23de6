/** Our own rules for values in JSON, each in one pass. */

/** Of what has no shape, such as settings before their network is known. */
const most = { depth: 20, values: 200, characters: 10_000 };

export const plainSentence =
  `must be plain JSON of at most ${most.depth} levels, ${most.values} values and ${most.characters} characters in a ` +
  'text, without NUL, half surrogate pairs or the key __proto__.';

/** Text that PostgreSQL and every network can hold. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** Free-form JSON from outside: bounded, and every text in it can be stored. */
export function isPlain(value: unknown): boolean {
  let left = most.values;
  const fits = (inner: unknown, depth: number): boolean => {
    left -= 1;
    if (left < 0) return false;
    if (typeof inner === 'string') return isShort(inner) && isStorable(inner);
    if (typeof inner !== 'object' || inner === null) return true;
    if (depth >= most.depth) return false;
    return Object.entries(inner).every(
      ([key, each]) => key !== '__proto__' && isShort(key) && isStorable(key) && fits(each, depth + 1),
    );
  };
  return fits(value, 0);
}

function isShort(text: string): boolean {
  if (text.length <= most.characters) return true;
  return text.length <= 2 * most.characters && [...text].length <= most.characters;
}

/** In place of Ajv's own, which compares each entry with every other. Objects are the same if written alike. */
export function areUnique(list: readonly unknown[]): boolean {
  return new Set(list.map((entry) => JSON.stringify(entry))).size === list.length;
}
