/** Parts of the app that load when somebody needs them, once per page. Many components may watch them for little. */
import { useEffect, useSyncExternalStore } from 'react';
import { loadPart } from './part.ts';

export interface Parts<Part> {
  read(): ReadonlyMap<string, Part>;
  listen(listener: () => void): () => void;
  /** Loads a part that was not asked for before, or failed. */
  ask(name: string): Promise<void>;
}

/** `load`: undefined where there is no such part. What failed is loaded again for the next one who asks. */
export function createParts<Part>(
  load: (name: string) => Promise<Part | undefined>,
  bring: typeof loadPart = loadPart,
): Parts<Part> {
  let parts: ReadonlyMap<string, Part> = new Map();
  const asked = new Set<string>();
  const listeners = new Set<() => void>();

  async function ask(name: string): Promise<void> {
    if (asked.has(name)) return;
    asked.add(name);
    try {
      const part = await bring(() => load(name));
      if (part === undefined) return;
      parts = new Map([...parts, [name, part]]);
      for (const listener of listeners) listener();
    } catch {
      asked.delete(name);
    }
  }

  return {
    read: () => parts,
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    ask,
  };
}

/** All that have arrived, by name: the same map until another one arrives. */
export function useParts<Part>(parts: Parts<Part>, names: readonly string[]): ReadonlyMap<string, Part> {
  const wanted = names.join(' ');
  useEffect(() => {
    for (const name of wanted.split(' ')) if (name !== '') void parts.ask(name);
  }, [parts, wanted]);
  return useSyncExternalStore(parts.listen, parts.read);
}
