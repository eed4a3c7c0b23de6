/** What people choose from where a network lists all values of a setting. */
import type { Option } from './network.ts';

/** Of one answer. */
export const mostOptions = 100;

/** Those whose title has what a person typed, or the one whose value it is. */
export function findOptions(all: readonly Option[], query = ''): Option[] {
  const wanted = query.toLowerCase();
  const fits = ({ value, title }: Option) => title.toLowerCase().includes(wanted) || String(value) === query;
  return all.filter(fits).slice(0, mostOptions);
}
