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
import { containsFiles, getFiles } from '@atlaskit/pragmatic-drag-and-drop/external/file';
import { preventUnhandled } from '@atlaskit/pragmatic-drag-and-drop/prevent-unhandled';
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

export function makeDraggable(element: HTMLElement, post: () => Dragged): () => void {
  return draggable({ element, getInitialData: () => ({ post: post() }) });
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

/** What is dragged here from another program: files, or a text or link. */
export interface Brought {
  files: readonly File[];
  text: string;
}

export interface Watch {
  onMove(pointer: Pointer, at: Record<string, unknown> | undefined, post?: Dragged): void;
  /** `at`: undefined where it is no place. */
  onDrop(post: Dragged, at: Record<string, unknown> | undefined): void;
  onBring(brought: Brought, at: Record<string, unknown> | undefined): void;
  onEnd(): void;
}

type Location = {
  current: {
    input: { clientX: number; clientY: number };
    dropTargets: { data: Record<string | symbol, unknown> }[];
  };
};

const place = ({ current }: Location) => current.dropTargets[0]?.data as Record<string, unknown> | undefined;

/** A list of addresses has comments. */
export function textOf({ getStringData }: { getStringData: (type: string) => string | null }): string {
  const links = (getStringData('text/uri-list') ?? '').split(/\r?\n/).filter((line) => !line.startsWith('#'));
  return getStringData('text/plain') ?? links.join('\n').trim();
}

export function watch({ onMove, onDrop, onBring, onEnd }: Watch): () => void {
  const onDrag = ({ location, source }: { location: Location; source: object }) => {
    const { clientX, clientY } = location.current.input;
    const { post } = 'data' in source ? (source.data as { post?: Dragged }) : {};
    onMove({ x: clientX, y: clientY }, place(location), post);
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
      // Otherwise a file that misses its place would replace the app.
      onDragStart: ({ source }) => containsFiles({ source }) && preventUnhandled.start(),
      onDrag,
      onDrop: ({ source, location }) => {
        preventUnhandled.stop();
        onEnd();
        const files = getFiles({ source });
        // A picture of a web page comes with its address.
        const text = files.length > 0 ? '' : textOf(source);
        if (files.length > 0 || text.trim() !== '') onBring({ files, text }, place(location));
      },
    }),
  );
}
