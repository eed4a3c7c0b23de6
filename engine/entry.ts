/** The journal: one entry per named step, probe and commit of a target. The engine stores nothing else. */
import type { Json } from '@belfry/networks/core/json.ts';
import type { EarlierSends } from '@belfry/networks/core/run.ts';

export type EntryKind = 'step' | 'until' | 'commit' | 'after';

export interface Entry {
  name: string;
  kind: EntryKind;
  /**
   * `open`: a probe that is not ready yet, a step whose result was forgotten, or a commit whose outcome is unknown. If
   * such a commit has a result, the network accepted it, but did not say in time what became of it.
   */
  state: 'open' | 'done';
  /** The key by which a network may recognise a repeated call. */
  key: string;
  result: Json;
  /** Why an `after` failed. */
  warning: string | null;
  /** When the entry was opened: for a commit, before its first send. */
  firstAt: Date;
  /** When its latest send began; for a step, when it ended. */
  lastAt: Date;
  /** Of a commit. Of a step: one more than the times that the network had lost its result. */
  sends: number;
}

/** Whether its call makes something visible. */
export function isCommit({ kind }: Pick<Entry, 'kind'>): boolean {
  return kind === 'commit' || kind === 'after';
}

/** Whether its result counts, so that it does not run again. */
export function hasResult({ state, result }: Entry): boolean {
  return state === 'done' || result !== null;
}

export function earlierSendsOf({ sends, firstAt }: Entry): EarlierSends {
  return { times: sends - 1, firstAt: sends > 1 ? firstAt : null };
}

/** What an entry ended with. */
export interface Ending {
  result: Json;
  /** Why an `after` failed. */
  warning?: string;
  /** Store the result encrypted. */
  sealed?: true;
}

/** The lease fences every write: a write throws {@link LeaseLost} when another worker has taken over. */
export interface Journal {
  /** In the order in which they began. */
  load(): Promise<Entry[]>;
  /** Stores the intent durably, before the call is made. */
  open(name: string, kind: EntryKind): Promise<Entry>;
  /** Records that an open entry is about to be sent again. */
  resend(name: string): Promise<Entry>;
  finish(name: string, kind: EntryKind, ending: Ending): Promise<void>;
  /** Forgets the results of these steps and probes, which then run again. Counts the loss of `lost`'s result. */
  forget(names: readonly string[], lost: string | undefined): Promise<void>;
  /** Puts a finished commit in doubt. Its result stays. */
  reopen(name: string): Promise<void>;
  /** Deletes an entry whose call is proven to have had no effect. */
  clear(name: string): Promise<void>;
}

/** Another worker has the target now. This attempt must not write anything any more. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}
