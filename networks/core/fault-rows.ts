/** Rows of a table of faults that differ only in the network's code and in what people read. */
import type { FaultRow } from './faults.ts';

/** By the network's code: the sentence for people, and perhaps the setting that a refusal is about. */
export function rowsByCode(
  common: FaultRow,
  hints: Readonly<Record<string, string | readonly [sentence: string, setting: string]>>,
): FaultRow[] {
  return Object.entries(hints).map(([code, stated]) => {
    const [hint, field] = [stated].flat();
    return { ...common, code, hint, ...(field !== undefined && { field }) };
  });
}
