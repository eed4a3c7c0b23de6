/** Rows of a table of faults that differ only in the network's code and in what people read. */
import { NetworkFault } from './fault.ts';
import type { FaultRow } from './faults.ts';

/** By the network's code: the sentence for people, and perhaps the setting that a refusal is about. */
export type Hints = Readonly<Record<string, string | readonly [sentence: string, setting: string]>>;

export function rowsByCode(common: FaultRow, hints: Hints): FaultRow[] {
  return Object.entries(hints).map(([code, hint]) => ({ ...common, code, hint: [hint].flat()[0] }));
}

/** Names the setting that a refusal is about. */
export function nameSetting(error: NetworkFault, hints: Hints): NetworkFault {
  const { fault } = error;
  const code = fault.networkCode ?? '';
  const [, field] = Object.hasOwn(hints, code) ? [hints[code]].flat() : [];
  return fault.kind === 'rejected' && field !== undefined ? new NetworkFault({ ...fault, field }) : error;
}
