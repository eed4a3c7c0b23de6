/**
 * Limits the data of an event. Sealing and listing read hundreds of events at once. Without a limit, a person who
 * writes thousands of posts of 13 MB would exhaust the memory of such a process.
 */

/** Characters of JSON. */
export const MAX_CHARACTERS = 8192;

/** Lengths to which texts are cut. The first length with which the data fits is used. */
const textLengths = [1000, 100];

/** Returns data that fits unchanged. Else cuts texts or reduces targets to their channels, and sets `shortened`. */
export function fitData<Data extends object>(data: Data): Data & { shortened?: boolean } {
  if (measure(data, MAX_CHARACTERS) <= MAX_CHARACTERS) return data;
  for (const length of textLengths) {
    const cut = { ...(shorten(data, length) as Data), shortened: true };
    if (measure(cut, MAX_CHARACTERS) <= MAX_CHARACTERS) return cut;
  }
  return { ...(reduceTargets(shorten(data, 100)) as Data), shortened: true };
}

/** Characters of the value's JSON. Stops counting above `max`. */
function measure(value: unknown, max: number): number {
  if (typeof value === 'string') return value.length > max ? value.length : JSON.stringify(value).length;
  if (typeof value !== 'object' || value === null) return String(value).length;
  let size = 2;
  for (const [key, each] of Object.entries(value)) {
    size += (Array.isArray(value) ? 0 : key.length + 3) + 1 + measure(each, max - size);
    if (size > max) break;
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
