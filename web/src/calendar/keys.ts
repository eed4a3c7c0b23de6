/** The keys of the calendar that are no commands: arrows, Enter, and those that move a lifted post. */
import type { CalendarPost } from '@belfry/contract/calendar.ts';
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { postAt, useCalendarCommands } from './commands.ts';
import type { Desk } from './desk.tsx';
import { type Extent, extend } from './extend.ts';
import { moveFocus } from './focus.ts';
import { stepOf } from './lift.ts';
import type { CalendarView } from './view.ts';

type Page = RefObject<HTMLElement | null>;

export function useKeys(page: Page, view: CalendarView, desk: Desk, posts: readonly CalendarPost[]): void {
  useCalendarCommands(page, view, desk, posts);
  const extent = useRef<Extent>(undefined);
  const extendOn = (key: string) => {
    const next = view.canWrite ? extend(page.current, key, desk, extent.current) : undefined;
    extent.current = next;
    if (next !== undefined) desk.select(next.selected);
    return next !== undefined;
  };
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (isElsewhere(event)) return;
    const { key, target } = event;
    const post = postAt(target as Element, posts);
    const isUsed =
      desk.lift !== undefined
        ? whileLifted(event, view, desk)
        : key.startsWith('Arrow')
          ? (event.shiftKey && extendOn(key)) || moveFocus(page.current, key, view)
          : letGo(event, page.current, desk) ||
            openCell(event) ||
            (post !== undefined && ofPost(event, post, view, desk));
    if (isUsed) event.preventDefault();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}

/** Fields, menus and dialogs have keys of their own. */
function isElsewhere({ target, ctrlKey, metaKey, altKey, defaultPrevented }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey || defaultPrevented || !(target instanceof Element)) return true;
  return (
    target.closest(
      'input, textarea, select, [contenteditable], [role=menu], [role=dialog], [role=alertdialog]',
    ) !== null
  );
}

/** Enter on a day of the month opens the list of the day, or the day if all its posts are shown. */
function openCell({ key, target }: KeyboardEvent): boolean {
  if (key !== 'Enter' || !(target instanceof HTMLElement) || target.role !== 'gridcell') return false;
  const opener =
    target.querySelector<HTMLElement>('[data-more]') ?? target.querySelector<HTMLElement>('[data-date]');
  opener?.click();
  return true;
}

/** The letters that act on a post are commands. */
function ofPost({ key, target }: KeyboardEvent, post: CalendarPost, view: CalendarView, desk: Desk): boolean {
  if (!view.canWrite || !(target instanceof HTMLElement) || target.tagName === 'BUTTON') return false;
  if (key !== ' ') return false;
  desk.begin(post);
  return true;
}

/** Escape ends a selection. The bar goes with the focus that it may have, so that a post gets it. */
function letGo({ key, target }: KeyboardEvent, page: HTMLElement | null, desk: Desk): boolean {
  if (key !== 'Escape' || desk.selected.size === 0) return false;
  if (!(target as Element).matches('[data-post] *'))
    page?.querySelector<HTMLElement>('[data-selected] [data-stop]')?.focus();
  desk.select([]);
  return true;
}

function whileLifted({ key, shiftKey }: KeyboardEvent, view: CalendarView, desk: Desk): boolean {
  if (key === 'Enter' || key === ' ') desk.putDown();
  else if (key === 'Escape') desk.putBack();
  else if (desk.lift !== undefined && key.startsWith('Arrow')) {
    desk.moveLift(stepOf(desk.lift.to, key, { view: view.view, isFar: shiftKey }));
  } else if (key === 'Tab') return true;
  else return false;
  return true;
}
