/** What the person of this tab did last, so that it can be undone and is not missed. */
import { useSyncExternalStore } from 'react';

export interface Act {
  id: number;
  /** A sentence. */
  text: string;
  /** It went wrong. */
  isFailure: boolean;
  /** It goes by itself, although it went wrong or offers something: nothing was lost by it. */
  isBrief?: boolean;
  /** Another request that brings back what was before. */
  undo?: (() => Promise<void>) | undefined;
  /** Something that the person can do about it. */
  offer?: { name: string; run: () => void } | undefined;
  /** Of an act on many posts: those that did not change. */
  refused?: readonly Refused[] | undefined;
}

export interface Refused {
  /** Of the post. */
  id: number;
  name: string;
  /** Empty: it has none. */
  time: string;
  why: string;
}

/** Acts that are listed at most. */
const MOST = 10;

let acts: readonly Act[] = [];
let next = 1;
const listeners = new Set<() => void>();

function set(changed: readonly Act[]): void {
  acts = changed;
  for (const listener of listeners) listener();
}

export function tell(text: string, more: Partial<Omit<Act, 'id' | 'text'>> = {}): void {
  set([{ id: next++, text, isFailure: false, ...more }, ...acts].slice(0, MOST));
}

/** Acts under way. */
const begun = new Set<Promise<void>>();

/** Runs an act that ends by telling of it. Until then, undoing the last act waits for it. */
export async function begin(act: () => Promise<void>): Promise<void> {
  const running = act();
  begun.add(running);
  await running.finally(() => begun.delete(running));
}

/** Undoes an act, or the last one that can be undone. */
export async function undo(id?: number): Promise<void> {
  if (id === undefined) await Promise.allSettled(begun);
  const act = acts.find((one) => one.undo !== undefined && (id === undefined || one.id === id));
  if (act?.undo === undefined) return;
  set(acts.filter((one) => one !== act));
  await act.undo();
}

/** The newest first. */
export function useActs(): readonly Act[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => acts,
  );
}
