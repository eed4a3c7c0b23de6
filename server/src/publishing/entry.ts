/** What an attempt remembers: one entry per named step, probe and commit of a target. The engine's only storage. */
import type { Json } from '@belfry/networks/core/json.ts';

export type EntryKind = 'step' | 'until' | 'commit' | 'after';

export interface Entry {
  name: string;
  kind: EntryKind;
  /** `open`: a probe not yet answered, or a commit whose outcome is not known. */
  state: 'open' | 'done';
  /** The key a network may recognise a repetition by. */
  key: string;
  result: Json;
  /** Why an `after` gave up. */
  warning: string | null;
  /** When the entry was opened: for a commit, before its first send. */
  firstAt: Date;
  /** When its latest send began. */
  lastAt: Date;
  sends: number;
}

/** Every write is fenced by the lease: it throws {@link LeaseLost} when another worker has taken over. */
export interface Journal {
  load(): Promise<Entry[]>;
  /** Stores the intent, durably, before the call it announces. */
  open(name: string, kind: EntryKind): Promise<Entry>;
  /** Notes that an open entry is about to be sent once more. */
  resend(name: string): Promise<Entry>;
  finish(name: string, kind: EntryKind, result: Json, warning?: string): Promise<void>;
  /** Forgets an entry that is proven to have had no effect. */
  clear(name: string): Promise<void>;
}

/** Another worker holds the target now; nothing of this attempt may be written any more. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}
