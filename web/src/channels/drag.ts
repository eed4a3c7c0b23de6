/** Loads dragging of rows after the first paint. */
import type { RowDrag } from './dnd.ts';

/** Returns a function that ends it. */
export function attach(row: HTMLElement, drag: RowDrag): () => void {
  let end: (() => void) | undefined;
  let isGone = false;
  void import('./dnd.ts').then(({ makeSortable }) => {
    if (!isGone) end = makeSortable(row, drag);
  });
  return () => {
    isGone = true;
    end?.();
  };
}
