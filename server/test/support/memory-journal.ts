import { randomUUID } from 'node:crypto';
import type { Ending, Entry, EntryKind, Journal } from '../../../engine/entry.ts';
import { toStorableJson } from '../../src/db/storable.ts';

/** A journal in memory, for unit tests and simulations of the engine. */
export function memoryJournal(
  now: () => Date,
  entries = new Map<string, Entry>(),
): Journal & { entries: Map<string, Entry> } {
  return {
    entries,
    load: async () => [...entries.values()].map((entry) => ({ ...entry })),
    async open(name: string, kind: EntryKind) {
      const entry = openEntry(name, kind, now());
      entries.set(name, entry);
      return { ...entry };
    },
    async resend(name: string) {
      const entry = entries.get(name);
      if (entry === undefined) throw new Error(`no entry ${name}`);
      entry.lastAt = now();
      entry.sends += 1;
      return { ...entry };
    },
    async finish(name: string, kind: EntryKind, ending: Ending) {
      const at = now();
      const known = entries.get(name) ?? { name, kind, key: randomUUID(), firstAt: at, lastAt: at, sends: 1 };
      if (kind === 'step') entries.delete(name);
      const begun = kind === 'step' ? { firstAt: at, lastAt: at } : {};
      const result = throughJson(ending);
      entries.set(name, { ...known, ...begun, state: 'done', result, warning: ending.warning ?? null });
    },
    async forget(names: readonly string[], lost: string | undefined) {
      for (const name of names) {
        const entry = entries.get(name);
        if (entry?.kind === 'until') entries.delete(name);
        if (entry?.kind !== 'step') continue;
        const sends = entry.sends + (name === lost ? 1 : 0);
        entries.set(name, { ...entry, state: 'open', result: null, sends });
      }
    },
    async reopen(name: string) {
      const entry = entries.get(name);
      if (entry !== undefined) entries.set(name, { ...entry, state: 'open' });
    },
    async clear(name: string) {
      entries.delete(name);
    },
  };
}

function openEntry(name: string, kind: EntryKind, at: Date): Entry {
  return {
    name,
    kind,
    state: 'open',
    key: randomUUID(),
    result: null,
    warning: null,
    firstAt: at,
    lastAt: at,
    sends: 1,
  };
}

/** As with the database, an adapter gets back only what JSON can hold, and what PostgreSQL accepts if it is not sealed. */
function throughJson({ result, sealed }: Ending): Entry['result'] {
  return JSON.parse(sealed ? JSON.stringify(result) : toStorableJson(result));
}
