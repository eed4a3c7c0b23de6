/**
 * Bounds the data of an event. Readers take hundreds of events at once, and one person could write thousands of posts of
 * 13 MB into the log: without a bound they would fill the memory of the process that seals or lists them.
 */

/** Characters of JSON. */
export const MOST_CHARACTERS = 8192;

/** Characters that are kept of each text; the first of these with which the data fits is taken. */
const textLengths = [1000, 100];

/** The data itself where it fits. Else texts are cut, or targets are reduced to their channels, and `shortened` is true. */
export function fitData(data: object): object {
  if (measure(data, MOST_CHARACTERS) <= MOST_CHARACTERS) return data;
  for (const length of textLengths) {
    const cut = { ...(shorten(data, length) as object), shortened: true };
    if (measure(cut, MOST_CHARACTERS) <= MOST_CHARACTERS) return cut;
  }
  return { ...(reduceTargets(shorten(data, 100)) as object), shortened: true };
}

/** Characters of its JSON; ends where there are more than `most`. */
function measure(value: unknown, most: number): number {
  if (typeof value === 'string') return value.length > most ? value.length : JSON.stringify(value).length;
  if (typeof value !== 'object' || value === null) return String(value).length;
  let size = 2;
  for (const [key, each] of Object.entries(value)) {
    size += (Array.isArray(value) ? 0 : key.length + 3) + 1 + measure(each, most - size);
    if (size > most) break;
  }
  return size;
}

function shorten(value: unknown, length: number): unknown {
  if (typeof value === 'string')
    return value.length <= length ? value : `${value.slice(0, length).replace(/[\ud800-\udbff]$/, '')}…`;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((each) => shorten(each, length));
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, shorten(each, length)]));
}

function reduceTargets(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).map(([key, each]) => {
    if (key !== 'targets' || !Array.isArray(each)) return [key, reduceTargets(each)];
    return [key, each.map(({ channel_id }) => ({ channel_id }))];
  });
  return Array.isArray(value) ? value : Object.fromEntries(fields);
}
