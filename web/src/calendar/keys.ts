/** The keys of the calendar. */
import type { CalendarPost } from '@belfry/contract/calendar.ts';
import { useNavigate } from '@tanstack/react-router';
import { type RefObject, useEffect, useEffectEvent } from 'react';
import type { Desk } from './desk.tsx';
import { focusOn, moveFocus } from './focus.ts';
import { stepOf } from './lift.ts';
import { duplicatePost, isMovable, queuePost, removePost } from './moves.ts';
import { findRow } from './posts.ts';
import { views } from './range.ts';
import type { CalendarView } from './view.ts';

type Page = RefObject<HTMLElement | null>;

export function useKeys(page: Page, view: CalendarView, desk: Desk, posts: readonly CalendarPost[]): void {
  const navigate = useNavigate();
  const edit = (id: number) => void navigate({ to: '/write/$id', params: { id: String(id) } });
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (isElsewhere(event)) return;
    const post = postAt(event.target, posts);
    const isUsed =
      desk.lift !== undefined
        ? whileLifted(event, view, desk)
        : ofView(event, page, view) || (post !== undefined && ofPost(event, post, { view, desk, edit }));
    if (isUsed) event.preventDefault();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
  // The lifted post stays under the fingers, although it is drawn at another place after each step.
  useEffect(() => {
    if (desk.lift !== undefined) focusOn(page.current, desk.lift.post.id);
  });
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

function postAt(target: EventTarget | null, posts: readonly CalendarPost[]): CalendarPost | undefined {
  const id = Number((target as Element).closest<HTMLElement>('[data-post]')?.dataset['post']);
  return posts.find((post) => post.id === id) ?? findRow(id);
}

function ofView(event: KeyboardEvent, page: Page, view: CalendarView): boolean {
  const { key } = event;
  if (key.startsWith('Arrow')) return moveFocus(page.current, key, view);
  const chosen = views[Number(key) - 1];
  if (chosen !== undefined) view.go({ view: chosen });
  else if (key === 't') view.go({ day: view.today });
  else if (key === '[' || key === 'PageUp') view.page(-1);
  else if (key === ']' || key === 'PageDown') view.page(1);
  else if (key === '/') page.current?.querySelector<HTMLElement>('[data-search]')?.focus();
  else if (key === 'f') page.current?.querySelector<HTMLElement>('search button[aria-haspopup]')?.focus();
  else return openCell(event);
  return true;
}

/** Enter on a day of the month opens the list of the day, or the day if all its posts are shown. */
function openCell({ key, target }: KeyboardEvent): boolean {
  if (key !== 'Enter' || !(target instanceof HTMLElement) || target.role !== 'gridcell') return false;
  const opener =
    target.querySelector<HTMLElement>('[data-more]') ?? target.querySelector<HTMLElement>('[data-date]');
  opener?.click();
  return true;
}

interface Hands {
  view: CalendarView;
  desk: Desk;
  edit: (id: number) => void;
}

function ofPost({ key, target }: KeyboardEvent, post: CalendarPost, { view, desk, edit }: Hands): boolean {
  if (!view.canWrite || !(target instanceof HTMLElement) || target.tagName === 'BUTTON') return false;
  const movable = isMovable(post.state);
  const acts: Record<string, (() => void) | undefined> = {
    ' ': () => desk.begin(post),
    e: () => edit(post.id),
    m: movable ? () => desk.setOpen({ kind: 'move', post, anchor: target }) : undefined,
    q: movable ? () => void queuePost(post, desk.said) : undefined,
    d: () => void duplicatePost(post, desk.said),
    x: () => desk.toggle(post.id),
    Escape: desk.selected.size > 0 ? () => desk.select([]) : undefined,
  };
  const isRemoval = key === 'Backspace' || key === 'Delete';
  const act = isRemoval ? () => void removePost(post, desk.said) : acts[key];
  act?.();
  return act !== undefined;
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
