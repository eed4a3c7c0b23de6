/**
 * What a person does with single posts and days. Chips and cells hear of it one by one, so that a key draws only those that
 * it changes.
 */
import { createContext, use, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import type { Desk } from './desk.tsx';

interface State {
  lifted: number | undefined;
  /** The post whose menu or dialog is open. */
  open: number | undefined;
  selected: ReadonlySet<number>;
  /** The name of the day whose list is open. */
  peeked: string | undefined;
}

interface Store {
  get(): State;
  set(state: State): void;
  subscribe(listener: () => void): () => void;
}

/** Its parts never change while the calendar is shown. */
export interface Hand extends Pick<Desk, 'setOpen' | 'setPeek'> {
  store: Store;
}

export const HandContext = createContext<Hand | undefined>(undefined);

export function useHand(): Hand {
  const hand = use(HandContext);
  if (hand === undefined) throw new Error('This is no part of a calendar.');
  return hand;
}

function createStore(): Store {
  let state: State = { lifted: undefined, open: undefined, selected: new Set(), peeked: undefined };
  const listeners = new Set<() => void>();
  return {
    get: () => state,
    set(next) {
      state = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Of the page that has the desk. */
export function useHandOf({ lift, open, selected, peek, setOpen, setPeek }: Desk): Hand {
  const [store] = useState(createStore);
  useLayoutEffect(() =>
    store.set({ lifted: lift?.post.id, open: open?.post.id, selected, peeked: peek?.day.name }),
  );
  return { store, setOpen, setPeek };
}

export function useTouched(id: number): { isLifted: boolean; isOpen: boolean; isSelected: boolean } {
  const { store } = useHand();
  const isIn = (read: (state: State) => boolean) => () => read(store.get());
  return {
    isLifted: useSyncExternalStore(
      store.subscribe,
      isIn(({ lifted }) => lifted === id),
    ),
    isOpen: useSyncExternalStore(
      store.subscribe,
      isIn(({ open }) => open === id),
    ),
    isSelected: useSyncExternalStore(
      store.subscribe,
      isIn(({ selected }) => selected.has(id)),
    ),
  };
}

export function useIsPeeked(day: string): boolean {
  const { store } = useHand();
  return useSyncExternalStore(store.subscribe, () => store.get().peeked === day);
}
