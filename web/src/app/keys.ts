/** Keys that work on every screen: `n` writes, `g` and a letter goes somewhere, `u` undoes. */
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef } from 'react';
import { undo } from './acts.ts';

const places: Readonly<Record<string, string>> = {
  c: '/',
  d: '/drafts',
  a: '/attention',
  h: '/channels',
};

/** Milliseconds between `g` and its letter. */
const TOGETHER = 1500;

/** Whether a key belongs to something that takes text, or to an overlay. */
function isTaken(event: KeyboardEvent): boolean {
  const at = event.target;
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return true;
  return (
    at instanceof Element &&
    at.closest(
      'input, textarea, select, [contenteditable], [role="dialog"], [role="alertdialog"], [role="menu"]',
    ) !== null
  );
}

export function useKeys(): void {
  const navigate = useNavigate();
  /** When `g` was pressed. */
  const begun = useRef(0);
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (isTaken(event)) return;
    const place = event.timeStamp - begun.current < TOGETHER ? places[event.key] : undefined;
    begun.current = event.key === 'g' ? event.timeStamp : 0;
    if (place !== undefined) {
      event.preventDefault();
      event.stopImmediatePropagation();
      void navigate({ href: place });
    } else if (event.key === 'n') {
      event.preventDefault();
      void navigate({ to: '/write', search: {} });
    } else if (event.key === 'u') void undo();
  });
  useEffect(() => {
    // Before screens take single letters for themselves.
    const listen = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', listen, true);
    return () => document.removeEventListener('keydown', listen, true);
  }, []);
}
