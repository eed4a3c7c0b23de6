/** Rows that are dragged to another place of their list, by the browser's own drag and drop. */
import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine';
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';

export interface RowDrag {
  id: number;
  /** Counts from 1. */
  place: number;
  /** Another row is above this one, and would go before or after it. */
  onOver(edge: 'before' | 'after' | undefined): void;
  onDrop(id: number, place: number): void;
}

/** Such as that of a dragged row: its id and place. */
interface Dragged {
  channel: number;
  place: number;
}

type Over = { source: { data: object }; location: { current: { input: { clientY: number } } } };

export function makeSortable(row: HTMLElement, { id, place, onOver, onDrop }: RowDrag): () => void {
  const edgeOf = ({ location }: Over) => {
    const { top, height } = row.getBoundingClientRect();
    return location.current.input.clientY < top + height / 2 ? 'before' : 'after';
  };
  const show = (over: Over) =>
    onOver((over.source.data as Dragged).channel === id ? undefined : edgeOf(over));
  return combine(
    draggable({ element: row, getInitialData: () => ({ channel: id, place }) }),
    dropTargetForElements({
      element: row,
      canDrop: ({ source }) => 'channel' in source.data,
      onDragEnter: show,
      onDrag: show,
      onDragLeave: () => onOver(undefined),
      onDrop: (over) => {
        onOver(undefined);
        const dragged = over.source.data as unknown as Dragged;
        const before = edgeOf(over) === 'before' ? place : place + 1;
        // The place is counted without the dragged row.
        onDrop(dragged.channel, dragged.place < before ? before - 1 : before);
      },
    }),
  );
}
