/** What clients write in a query, and the contract names: one spelling of each, before it is checked. */
import type { Static, TSchema } from 'typebox';
import { isMoment, isMomentOrDay } from '../moment.ts';
import type { Check } from './validate.ts';
import { checkStrings } from './validate.ts';

type Given = Record<string, string | string[]>;
type Fields = Record<string, { format?: string }>;

/** As {@link checkStrings}, of a query in any spelling; without a schema none takes a field. */
export function checkQuery<S extends TSchema>(schema: S | undefined): Check<Static<S>> {
  const known = (schema ?? { type: 'object', additionalProperties: false }) as S;
  const check = checkStrings(known);
  const { properties = {} } = known as { properties?: Fields };
  return (query) => check(readQuery(properties, query as Given));
}

/** Without what is empty: forms send every field. An unknown field stays, to be refused by its name. */
function readQuery(fields: Fields, query: Given): Record<string, unknown> {
  const lists = new Map<string, Entry[]>();
  // Not set on an object: a field may be called __proto__.
  const single: [string, unknown][] = [];
  for (const [name, value] of Object.entries(query)) {
    const entry = entryOf(name, value);
    if (Object.hasOwn(fields, entry.list)) lists.set(entry.list, [...(lists.get(entry.list) ?? []), entry]);
    else if (!Object.hasOwn(fields, name)) single.push([name, value]);
    else if (value !== '') single.push([name, readPlus(fields[name]?.format, value)]);
  }
  const joined = [...lists].map(([list, entries]) => [list, join(entries)] as const);
  return Object.fromEntries([...single, ...joined.filter(([, values]) => values.length > 0)]);
}

interface Entry {
  /** The name of the list that it may be an entry of. */
  list: string;
  at: number;
  values: string[];
}

/** `ids=1`, `ids=1,2`, `ids[]=1,2` and `ids[0]=1` are all entries of `ids[]`. */
function entryOf(name: string, value: string | string[]): Entry {
  const [, base = name, at = ''] = /^(.*?)\[(\d{0,4})\]$/.exec(name) ?? [];
  return { list: `${base}[]`, at: Number(at), values: [value].flat().flatMap((one) => one.split(',')) };
}

function join(entries: Entry[]): string[] {
  const inOrder = entries.toSorted((one, other) => one.at - other.at);
  return inOrder.flatMap(({ values }) => values).filter((value) => value !== '');
}

/** A plus that was not escaped arrives as a space; where only an offset can stand, it is read as it was written. */
function readPlus(format: string | undefined, value: string | string[]): string | string[] {
  if (typeof value !== 'string' || format === undefined || !(format in moments)) return value;
  const isRead = moments[format as keyof typeof moments];
  const written = value.replace(/ (?=[\d:]{2,5}$)/, '+');
  return !isRead(value) && isRead(written) ? written : value;
}

const moments = { moment: isMoment, 'moment-or-day': isMomentOrDay };
