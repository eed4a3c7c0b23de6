/**
 * Makes things draggable, and places to drop them. The library for it is loaded by the page that watches what is dragged:
 * nothing can be lifted that nobody would put down.
 */
import type { CalendarPost } from '@belfry/contract/calendar.ts';
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import type { Place, Pointer, Watch } from './dnd.ts';
import type { Movable } from './moves.ts';

type Dnd = typeof import('./dnd.ts');

/** What is dragged. */
export type Dragged = CalendarPost | Movable;

const { promise: arrived, resolve: arrive } = Promise.withResolvers<Dnd>();

/** Returns what ends it. */
function attach(begin: (dnd: Dnd) => () => void): () => void {
  let end: (() => void) | undefined;
  let isGone = false;
  void arrived.then((dnd) => {
    if (!isGone) end = begin(dnd);
  });
  return () => {
    isGone = true;
    end?.();
  };
}

/** The element stays registered while it is drawn anew: a drop in between would be lost. */
export function useDraggable<Of extends HTMLElement>(post: Dragged, isOn: boolean): RefObject<Of | null> {
  const ref = useRef<Of>(null);
  const data = useEffectEvent(() => post);
  useEffect(() => {
    const element = ref.current;
    if (element === null || !isOn) return undefined;
    return attach((dnd) => dnd.makeDraggable(element, () => data()));
  }, [isOn]);
  return ref;
}

export function usePlace<Of extends HTMLElement>(place: Place, isOn: boolean): RefObject<Of | null> {
  const ref = useRef<Of>(null);
  const at = useEffectEvent((pointer: Pointer, element: Element) => place.at(pointer, element));
  const onOver = useEffectEvent((spot: Record<string, unknown> | undefined) => place.onOver?.(spot));
  useEffect(() => {
    const element = ref.current;
    if (element === null || !isOn) return undefined;
    return attach((dnd) =>
      dnd.makePlace(element, {
        at: (pointer, one) => at(pointer, one),
        onOver: (spot) => onOver(spot),
      }),
    );
  }, [isOn]);
  return ref;
}

/** Tells what is dragged, and where to, as long as the page is shown. */
export function useWatch(watch: Watch): void {
  const onMove = useEffectEvent((...args: Parameters<Watch['onMove']>) => watch.onMove(...args));
  const onDrop = useEffectEvent((...args: Parameters<Watch['onDrop']>) => watch.onDrop(...args));
  const onBring = useEffectEvent((...args: Parameters<Watch['onBring']>) => watch.onBring(...args));
  const onEnd = useEffectEvent(() => watch.onEnd());
  useEffect(() => {
    const end = attach((dnd) =>
      dnd.watch({
        onMove: (...args) => onMove(...args),
        onDrop: (...args) => onDrop(...args),
        onBring: (...args) => onBring(...args),
        onEnd: () => onEnd(),
      }),
    );
    void import('./dnd.ts').then(arrive);
    return end;
  }, []);
}
