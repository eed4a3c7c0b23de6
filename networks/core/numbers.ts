/** Reads numbers about posts from a network's answer, by a table of its names. */
import { field, textField } from './json.ts';
import type { MetricName, Metrics } from './metrics.ts';
import type { PublishedPart } from './network.ts';
import { statedNumber } from './stated.ts';

/** The network's names, by ours. Several are added. */
export type NumberNames = { readonly [Name in MetricName]?: string | readonly string[] };

/** A number that the network does not state is left out. */
export function readNumbers(stated: unknown, names: NumberNames): Metrics {
  const numbers = Object.entries(names).flatMap(([name, theirs]) => {
    const values = [theirs].flat().flatMap((each) => readNumber(field(stated, each)) ?? []);
    return values.length === 0 ? [] : [[name, values.reduce((sum, value) => sum + value, 0)] as const];
  });
  return Object.fromEntries(numbers);
}

const readNumber = (value: unknown) => statedNumber(value, 0, Number.MAX_SAFE_INTEGER);

/**
 * The numbers of those posts that a list contains. `id` is the property with an entry's id, and `within` the one with its
 * numbers. Default: the entry itself.
 */
export function readNumbersIn(
  list: readonly unknown[],
  posts: readonly PublishedPart[],
  names: NumberNames,
  { id = 'id', within }: { id?: string; within?: string } = {},
): Map<string, Metrics> {
  const wanted = new Set(posts.map((post) => post.id));
  const found = list.flatMap((entry): [string, Metrics][] => {
    const own = textField(entry, id);
    if (own === undefined || !wanted.has(own)) return [];
    return [[own, readNumbers(within === undefined ? entry : field(entry, within), names)]];
  });
  return new Map(found);
}
