/** Our own rules for JSON values. Each runs in one pass. */

/** Limits for JSON without a schema, such as settings before their network is known. */
export const plainLimits = { levels: 20, values: 200, characters: 10_000, number: Number.MAX_SAFE_INTEGER };

/** True for a text that PostgreSQL and every network can store. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** True for free-form JSON within the limits whose texts and numbers can all be stored. */
export function isPlain(value: unknown): boolean {
  let left = plainLimits.values;
  const fits = (inner: unknown, depth: number): boolean => {
    left -= 1;
    if (left < 0) return false;
    if (typeof inner === 'string') return isShort(inner) && isStorable(inner);
    if (typeof inner === 'number') return isExact(inner);
    if (typeof inner !== 'object' || inner === null) return true;
    if (depth >= plainLimits.levels) return false;
    return Object.entries(inner).every(
      ([key, each]) => key !== '__proto__' && isShort(key) && isStorable(key) && fits(each, depth + 1),
    );
  };
  return fits(value, 0);
}

/** False for a number that was rounded when its JSON was parsed, or became infinite, which no JSON can express. */
function isExact(number: number): boolean {
  return Math.abs(number) <= Number.MAX_SAFE_INTEGER;
}

function isShort(text: string): boolean {
  if (text.length <= plainLimits.characters) return true;
  return text.length <= 2 * plainLimits.characters && [...text].length <= plainLimits.characters;
}

/** Replaces Ajv's own check, which compares each entry with every other. Objects are equal if their JSON is equal. */
export function areUnique(list: readonly unknown[]): boolean {
  return new Set(list.map((entry) => JSON.stringify(entry))).size === list.length;
}
