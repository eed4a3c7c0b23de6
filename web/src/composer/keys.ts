/** Keys of the composer: save, schedule, the next problem, the next part of the page. */
import type { KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import { type Command, useCommands } from '../app/commands.ts';
import type { Desk } from './desk.ts';
import type { Cause } from './findings.ts';

/** In the order in which F6 visits them. */
const places = [
  '[data-field="content"]',
  '[role="tab"][aria-selected="true"]',
  'summary',
  '[data-when] button',
];

/** They are listed only, because they work in the midst of typing: {@link handleKeys} hears them. */
const listed: readonly Command[] = [
  { id: 'send', keys: ['mod+Enter'] },
  { id: 'sendToSlot', keys: ['mod+shift+Enter'] },
  { id: 'save', keys: ['mod+s'] },
  { id: 'nextProblem', keys: ['F8'] },
  { id: 'nextPart', keys: ['F6'] },
];

export function useListedKeys(): void {
  useCommands('writing', listed);
}

let lastShown = -1;

export function handleKeys(
  event: KeyboardEvent,
  desk: Desk,
  causes: readonly Cause[],
  show: (cause: Cause) => void,
): void {
  const isCommand = event.metaKey || event.ctrlKey;
  if (isCommand && event.key.toLowerCase() === 's') void desk.flush();
  else if (isCommand && event.key === 'Enter') {
    if (event.shiftKey) flushSync(() => desk.write((writing) => ({ ...writing, when: { as: 'slot' } })));
    document.querySelector<HTMLElement>('[data-act]')?.click();
  } else if (event.key === 'F8') {
    lastShown = (lastShown + 1) % Math.max(1, causes.length);
    const cause = causes[lastShown];
    if (cause !== undefined) show(cause);
  } else if (event.key === 'F6') focusNext(event.shiftKey ? -1 : 1);
  else return;
  event.preventDefault();
}

function focusNext(step: 1 | -1): void {
  const found = places.flatMap((selector) => document.querySelector<HTMLElement>(selector) ?? []);
  const active = document.activeElement;
  const at = found.findIndex((one) => one === active || one.parentElement?.contains(active));
  found.at((at + step + found.length) % found.length)?.focus();
}
