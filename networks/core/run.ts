import type { Json } from './json.ts';

/** The engine as adapters see it. Names are stored: they are unique in one publish and never change. */
export interface Run {
  /** May run twice and harm nobody; its result is stored and answered ever after. Results hold ids, never tokens. */
  step<T extends Json>(name: string, effect: () => Promise<T> | T): Promise<T>;
  /** Reads only. Null: not ready, look again in `every` seconds (default 5); gives up after `within` (default 1800). */
  until<T extends Json>(name: string, probe: () => Promise<T | null>, options?: UntilOptions): Promise<T>;
  /** Makes something visible. Intent and a stable key are stored before the call, the answer after it. */
  commit<T extends Json>(name: string, effect: Commit<T>, options?: CommitOptions<T>): Promise<T>;
  /** A commit whose failure is a warning (null), settled with the same care. */
  after<T extends Json>(name: string, effect: Commit<T>, options?: CommitOptions<T>): Promise<T | null>;
  /** Aborted when the lease is lost or the process stops; pass it to long calls. */
  signal: AbortSignal;
}

/** `key` is a UUID, the same at every repetition of this commit. */
export type Commit<T> = (key: string) => Promise<T>;

export interface UntilOptions {
  every?: number;
  within?: number;
}

export interface CommitOptions<T> {
  /**
   * Seconds for which the network recognises the same key from the first send; Infinity: for ever. It must look at the key
   * before it looks at the content: a refusal of a repetition is taken as proof that nothing is live, unless there is
   * `reconcile` too, which is asked then.
   */
  repeatableFor?: number;
  /** Asks the network whether the commit in doubt took place. Reads only. */
  reconcile?: (doubt: Doubt) => Promise<Found<T>>;
  /** Seconds after the last send before which `absent` proves nothing. Default 0. */
  visibleAfter?: number;
}

export interface Doubt {
  key: string;
  /** When the intent was stored, before the first send. */
  since: Date;
}

/** `absent` only where the network's own list is authoritative. */
export type Found<T> = { found: T } | 'absent' | 'unknown';
