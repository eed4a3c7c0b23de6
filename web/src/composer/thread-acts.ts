/** What people do with the parts of a thread: write, split, join, move. */
import { type DragEvent, type KeyboardEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Checked } from './checking.ts';
import { hasPartFiles } from './findings.ts';
import { countBreaks, joinPart, movePart, setPart, type ThreadOf } from './thread-parts.ts';
import type { View } from './write.tsx';

/** What is dragged. Files and text from outside have other types. */
export const PART = 'application/x-belfry-part';

export function threadOf({ tab }: View, one: Checked): ThreadOf {
  return { channelId: one.channel.id, own: tab, hasFiles: hasPartFiles(one) };
}

/** Writes into a part; two blank lines begin the next one, and the caret goes to the last one begun. */
export function writePart({ desk }: View, thread: ThreadOf, at: number, text: string): void {
  flushSync(() => desk.write((writing) => setPart(writing, thread, at, text)));
  const begun = countBreaks(text);
  if (begun > 0) focusPart(at + begun);
}

export function joinAtStart(
  event: KeyboardEvent<HTMLTextAreaElement>,
  view: View,
  one: Checked,
  at: number,
): void {
  const { selectionStart, selectionEnd } = event.currentTarget;
  if (event.key !== 'Backspace' || selectionStart !== 0 || selectionEnd !== 0) return;
  event.preventDefault();
  const before = fieldOf(at - 1)?.value.length ?? 0;
  flushSync(() => view.desk.write((writing) => joinPart(writing, threadOf(view, one), at)));
  focusPart(at - 1, before);
}

/** Returns false where the part cannot go there. */
export function moveTo(view: View, one: Checked, from: number, to: number): boolean {
  const { desk } = view;
  const before = desk.get().writing;
  flushSync(() => desk.write((writing) => movePart(writing, threadOf(view, one), from, to)));
  if (desk.get().writing === before) return false;
  focusPart(to);
  return true;
}

/** The place to which ⌥⇧ and an arrow move a part. */
export function movedBy(event: KeyboardEvent, at: number): number | undefined {
  const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  if (step === undefined || !event.altKey || !event.shiftKey) return undefined;
  event.preventDefault();
  return at + step;
}

/** A part is dropped before or after this one, whichever half is nearer. */
export function usePartDrop(at: number, onMove: (from: number, to: number) => void) {
  const [edge, setEdge] = useState<'before' | 'after'>();
  const isPart = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes(PART);
  const edgeAt = ({ currentTarget, clientY }: DragEvent) => {
    const { top, height } = currentTarget.getBoundingClientRect();
    return clientY < top + height / 2 ? 'before' : 'after';
  };
  return {
    'data-edge': edge,
    onDragOver: (event: DragEvent) => {
      if (!isPart(event)) return;
      event.preventDefault();
      setEdge(edgeAt(event));
    },
    onDragLeave: () => setEdge(undefined),
    onDrop: (event: DragEvent) => {
      if (!isPart(event)) return;
      event.preventDefault();
      setEdge(undefined);
      const from = Number(event.dataTransfer.getData(PART));
      const gap = edgeAt(event) === 'before' ? at : at + 1;
      onMove(from, from < gap ? gap - 1 : gap);
    },
  };
}

function fieldOf(at: number): HTMLTextAreaElement | null {
  return document.querySelector(
    `textarea[data-field="${at === 0 ? 'content' : `settings.thread.${at - 1}`}"]`,
  );
}

export function focusPart(at: number, caret = 0): void {
  const found = fieldOf(at);
  found?.focus();
  found?.setSelectionRange(caret, caret);
}
