/** Hears the keys of all commands that are shown. */
import { useEffect, useEffectEvent, useRef } from 'react';
import { keepKey } from './ahead.ts';
import { type Entry, isPossible, listCommands } from './commands.ts';
import { isLetter, usesLetters } from './letters.ts';

/** Milliseconds between `g` and its letter. */
const TOGETHER = 1500;

const FIELDS = 'input, textarea, select, [contenteditable]';
const OVERLAYS = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';

export function useKeys(person: number): void {
  /** The key that may begin a sequence, and when it was pressed. */
  const begun = useRef({ key: '', at: 0 });
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (keepKey(event)) return take(event);
    const key = nameOf(event);
    if (key === undefined) return;
    const { key: first, at } = begun.current;
    const sequence = event.timeStamp - at < TOGETHER ? `${first} ${key}` : undefined;
    begun.current = { key, at: event.timeStamp };
    const found = findCommand(sequence, event.target, person) ?? findCommand(key, event.target, person);
    if (found === undefined) return;
    begun.current = { key: '', at: 0 };
    take(event);
    // A key that is held down acts once. Otherwise Delete would delete one post after the other.
    if (!event.repeat) found.run?.(event.target instanceof Element ? event.target : null);
  });
  useEffect(() => {
    // Before screens take keys for themselves.
    const listen = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', listen, true);
    return () => document.removeEventListener('keydown', listen, true);
  }, []);
}

function take(event: KeyboardEvent): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** Undefined: it belongs to something that takes text, to an overlay, or to the browser. */
function nameOf(event: KeyboardEvent): string | undefined {
  const { key, target, ctrlKey, metaKey, altKey, defaultPrevented, isComposing } = event;
  if (defaultPrevented || altKey || isComposing || !(target instanceof Element)) return undefined;
  if (target.closest(OVERLAYS) !== null) return undefined;
  if (ctrlKey || metaKey) return `mod+${key.toLowerCase()}`;
  return target.closest(FIELDS) === null ? key : undefined;
}

function findCommand(key: string | undefined, target: EventTarget | null, person: number): Entry | undefined {
  if (key === undefined || (isLetter(key) && !usesLetters(person))) return undefined;
  const at = target instanceof Element ? target : null;
  return listCommands().find((one) => one.keys?.includes(key) === true && isPossible(one, at));
}
