/** The journal of one attempt: read once, then kept in memory, and every write is durable before it is seen. */
import { guard } from './ending.ts';
import { type Ending, type Entry, type EntryKind, hasResult, isCommit, type Journal } from './entry.ts';

export class AttemptJournal {
  #journal: Journal;
  /** In the order in which they began. */
  #entries: Map<string, Entry>;
  #now: () => Date;

  constructor(journal: Journal, entries: readonly Entry[], now: () => Date) {
    this.#journal = journal;
    this.#entries = new Map(entries.map((entry) => [entry.name, entry]));
    this.#now = now;
  }

  get(name: string): Entry | undefined {
    return this.#entries.get(name);
  }

  /** Commits whose outcome is unknown. */
  get doubts(): Entry[] {
    return [...this.#entries.values()].filter(isInDoubt);
  }

  get warnings(): string[] {
    return [...this.#entries.values()].flatMap(({ warning }) => (warning === null ? [] : [warning]));
  }

  /** The entries that began after this one, in order. */
  after(name: string): Entry[] {
    const entries = [...this.#entries.values()];
    return entries.slice(entries.findIndex((entry) => entry.name === name) + 1);
  }

  async open(name: string, kind: EntryKind): Promise<Entry> {
    return this.#keep(await guard(this.#journal.open(name, kind)));
  }

  async resend(name: string): Promise<Entry> {
    return this.#keep(await guard(this.#journal.resend(name)));
  }

  async finish(name: string, kind: EntryKind, ending: Ending): Promise<void> {
    await guard(this.#journal.finish(name, kind, ending));
    const now = this.#now();
    const known = this.#entries.get(name) ?? { name, kind, key: '', firstAt: now, lastAt: now, sends: 1 };
    // A step begins when it ends, because its result counts from then on.
    const entry = kind === 'step' ? { ...known, firstAt: now, lastAt: now } : known;
    if (kind === 'step') this.#entries.delete(name);
    this.#keep({ ...entry, state: 'done', result: ending.result, warning: ending.warning ?? null });
  }

  /**
   * Forgets a step, and the steps and probes that began after it and after the last finished commit. `isLost`: because
   * the network has lost its result.
   */
  async forget(step: string, isLost: boolean): Promise<void> {
    const later = this.after(step);
    const since = later.findLastIndex((entry) => isCommit(entry) && entry.state === 'done') + 1;
    const names = [step, ...later.slice(since).flatMap((entry) => (isCommit(entry) ? [] : entry.name))];
    await guard(this.#journal.forget(names, isLost ? step : undefined));
    for (const name of names) {
      const entry = this.#entries.get(name);
      if (entry?.kind !== 'step') this.#entries.delete(name);
      else this.#keep({ ...entry, state: 'open', result: null });
    }
  }

  /** The network accepted the commit, but did not say in time what became of it. */
  async reopen(name: string): Promise<void> {
    await guard(this.#journal.reopen(name));
    const entry = this.#entries.get(name);
    if (entry !== undefined) this.#keep({ ...entry, state: 'open' });
  }

  /** Ends the doubt about a commit that {@link reopen} put in doubt, if it did. */
  async confirm(name: string): Promise<void> {
    const entry = this.#entries.get(name);
    if (entry?.state === 'open' && hasResult(entry))
      await this.finish(name, entry.kind, { result: entry.result });
  }

  async clear(name: string): Promise<void> {
    await guard(this.#journal.clear(name));
    this.#entries.delete(name);
  }

  #keep(entry: Entry): Entry {
    this.#entries.set(entry.name, entry);
    return entry;
  }
}

export function isInDoubt(entry: Entry): boolean {
  return isCommit(entry) && entry.state === 'open';
}
