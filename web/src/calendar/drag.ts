/** Loads dragging after the first paint: `attach` makes something draggable, or a place to drop, once it is there. */
import type { CalendarPost } from '@belfry/contract/calendar.ts';
import type { Movable } from './moves.ts';

type Dnd = typeof import('./dnd.ts');

/** What is dragged. */
export type Dragged = { kind: 'post' } & (CalendarPost | Movable);

/** Returns what React calls when the element goes. */
export function attach(begin: (dnd: Dnd) => () => void): () => void {
  let end: (() => void) | undefined;
  let isGone = false;
  void import('./dnd.ts').then((dnd) => {
    if (!isGone) end = begin(dnd);
  });
  return () => {
    isGone = true;
    end?.();
  };
}
