/** Dragging with a pointer, by the browser's own drag and drop. */

import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine';
import {
  draggable,
  dropTargetForElements,
  monitorForElements,
} from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import {
  dropTargetForExternal,
  monitorForExternal,
} from '@atlaskit/pragmatic-drag-and-drop/external/adapter';
import type { Dragged } from './drag.ts';

export interface Pointer {
  x: number;
  y: number;
}

/** A place to drop. */
export interface Place {
  /** What is dropped here, such as a day and an hour. Called while the pointer moves. */
  at(pointer: Pointer, element: Element): Record<string, unknown>;
  onOver?(at: Record<string, unknown> | undefined): void;
}

export function makeDraggable(element: HTMLElement, post: Dragged): () => void {
  return draggable({ element, getInitialData: () => ({ post }) });
}

export function makePlace(element: HTMLElement, { at, onOver }: Place): () => void {
  type Args = { input: { clientX: number; clientY: number }; element: Element };
  const getData = ({ input, element: place }: Args) => at({ x: input.clientX, y: input.clientY }, place);
  const over = ({ self }: { self: { data: Record<string | symbol, unknown> } }) =>
    onOver?.(self.data as Record<string, unknown>);
  const out = () => onOver?.(undefined);
  const shared = { element, getData, onDrag: over, onDragEnter: over, onDragLeave: out, onDrop: out };
  return combine(dropTargetForElements(shared), dropTargetForExternal(shared));
}

export interface Watch {
  onMove(pointer: Pointer, at: Record<string, unknown> | undefined): void;
  /** `at`: undefined where it is no place. */
  onDrop(post: Dragged, at: Record<string, unknown> | undefined): void;
  /** Text or a link from elsewhere. */
  onText(text: string, at: Record<string, unknown> | undefined): void;
  onEnd(): void;
}

type Location = {
  current: {
    input: { clientX: number; clientY: number };
    dropTargets: { data: Record<string | symbol, unknown> }[];
  };
};

const place = ({ current }: Location) => current.dropTargets[0]?.data as Record<string, unknown> | undefined;

export function watch({ onMove, onDrop, onText, onEnd }: Watch): () => void {
  const onDrag = ({ location }: { location: Location }) => {
    const { clientX, clientY } = location.current.input;
    onMove({ x: clientX, y: clientY }, place(location));
  };
  return combine(
    monitorForElements({
      canMonitor: ({ source }) => 'post' in source.data,
      onDragStart: onDrag,
      onDrag,
      onDrop: ({ source, location }) => {
        onEnd();
        onDrop(source.data['post'] as Dragged, place(location));
      },
    }),
    monitorForExternal({
      onDrag,
      onDrop: ({ source, location }) => {
        onEnd();
        const text = source.getStringData('text/plain') ?? source.getStringData('text/uri-list') ?? '';
        if (text !== '') onText(text, place(location));
      },
    }),
  );
}
