/** Normalizes the spellings that clients use in query strings, before the query is checked. */
import { detail } from '@belfry/contract/details.ts';
import type { Static, TSchema } from 'typebox';
import { invalid } from '../base/problem.ts';
import { isMoment, isMomentOrDay } from '../text/moment.ts';
import { type Check, checkStrings } from '../validation/index.ts';

type Given = Record<string, string | string[]>;
type Fields = Record<string, { format?: string; filter?: true }>;

/** One object, so that it is compiled once for all routes. */
const noFields = { type: 'object', additionalProperties: false };

/** As {@link checkStrings}, for a query in any spelling. Without a schema, every field is refused. */
export function checkQuery<S extends TSchema>(schema: S | undefined): Check<Static<S>> {
  const known = schema ?? (noFields as unknown as S);
  const check = checkStrings(known);
  const { properties = {} } = known as { properties?: Fields };
  return (query) => {
    requireSentOnce(properties, query as Given);
    return check(readQuery(properties, query as Given));
  };
}

/** Throws 422 for fields that are no lists. */
function requireSentOnce(fields: Fields, query: Given): void {
  const repeated = Object.keys(fields).filter(
    (name) => !name.endsWith('[]') && Object.hasOwn(query, name) && Array.isArray(query[name]),
  );
  if (repeated.length > 0) throw invalid(repeated.map((name) => detail(name, 'sent_twice')));
}

/** The parameters that occur once. No network and no provider of sign-ins repeats any. */
export function singleValues(query: object): Record<string, string> {
  const texts = Object.entries(query).filter(([, value]) => typeof value === 'string');
  return Object.fromEntries(texts) as Record<string, string>;
}

/**
 * Drops empty filters, since HTML forms send every field. Keeps unknown fields, so that the check refuses them by name.
 */
function readQuery(fields: Fields, query: Given): Record<string, unknown> {
  const lists = new Map<string, Entry[]>();
  // Not an object, since a field may be called __proto__.
  const single: [string, unknown][] = [];
  for (const [name, value] of Object.entries(query)) {
    const entry = entryOf(name, value);
    // A field may have the name of a list without its brackets.
    const isField = Object.hasOwn(fields, name) && name !== entry.list;
    if (!isField && Object.hasOwn(fields, entry.list))
      lists.set(entry.list, [...(lists.get(entry.list) ?? []), entry]);
    else if (!isField) single.push([name, value]);
    else if (value !== '' || !fields[name]?.filter)
      single.push([name, readPlus(fields[name]?.format, value)]);
  }
  const joined = [...lists].map(([list, entries]) => [list, join(entries)] as const);
  return Object.fromEntries([...single, ...joined.filter(([, values]) => values.length > 0)]);
}

interface Entry {
  /** The name of the list to which the entry may belong. */
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

/** An unescaped plus arrives as a space. In a time, a space before the offset is read as a plus. */
function readPlus(format: string | undefined, value: string | string[]): string | string[] {
  if (typeof value !== 'string' || format === undefined || !(format in moments)) return value;
  const isRead = moments[format as keyof typeof moments];
  const written = value.replace(/ (?=[\d:]{2,5}$)/, '+');
  return !isRead(value) && isRead(written) ? written : value;
}

const moments = { moment: isMoment, 'moment-or-day': isMomentOrDay };
