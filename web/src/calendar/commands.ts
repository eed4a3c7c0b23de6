/** What can be done in the calendar, by keys and in the palette. */
import type { CalendarPost } from '@belfry/contract/calendar.ts';
import { useNavigate } from '@tanstack/react-router';
import type { RefObject } from 'react';
import { awaitField } from '../app/ahead.ts';
import { type Command, useCommands } from '../app/commands.ts';
import type { Desk } from './desk.tsx';
import { isMovable } from './movable.ts';
import { findRow } from './posts.ts';
import { views } from './range.ts';
import type { CalendarView } from './view.ts';

/** Loaded when the browser is idle. */
const moves = () => import('./moves.ts');

type Page = RefObject<HTMLElement | null>;

/** None while a post is lifted: then all keys move it. */
export function useCalendarCommands(
  page: Page,
  view: CalendarView,
  desk: Desk,
  posts: readonly CalendarPost[],
): void {
  const isFree = desk.lift === undefined;
  useCommands('lifted', lifting);
  useCommands('calendar', isFree ? ofView(page, view, desk) : []);
  const ofPost = useOfPost(desk, posts);
  useCommands('post', isFree && view.canWrite ? ofPost : []);
}

/** Steps of a lifted post. They are listed only: `keys.ts` hears them. */
const lifting: readonly Command[] = [
  { id: 'liftDays', keys: ['ArrowLeft+ArrowRight'] },
  { id: 'liftHours', keys: ['ArrowUp+ArrowDown'] },
  { id: 'liftFar', keys: ['shift+ArrowUp+ArrowDown'] },
  { id: 'putDown', keys: ['Enter'] },
  { id: 'putBack', keys: ['Escape'] },
];

function ofView(page: Page, view: CalendarView, desk: Desk): Command[] {
  const focus = (selector: string) => page.current?.querySelector<HTMLElement>(selector)?.focus();
  return [
    { id: 'today', keys: ['t'], run: () => view.go({ day: view.today }) },
    { id: 'before', keys: ['[', 'PageUp'], run: () => view.page(-1) },
    { id: 'after', keys: [']', 'PageDown'], run: () => view.page(1) },
    // Phones have one view.
    ...(view.isPhone ? [] : views).map(
      (id, index): Command => ({ id, keys: [`${index + 1}`], run: () => view.go({ view: id }) }),
    ),
    { id: 'search', keys: ['/'], run: () => focus('[data-search]') },
    { id: 'filter', keys: ['f'], run: () => focus('search button[aria-haspopup]') },
    { id: 'shelf', run: desk.toggleShelf },
    { id: 'arrows', keys: ['ArrowLeft+ArrowUp+ArrowRight+ArrowDown'] },
  ];
}

function useOfPost(desk: Desk, posts: readonly CalendarPost[]): Command[] {
  const navigate = useNavigate();
  const find = (at: Element | null) => {
    const post = at?.tagName === 'BUTTON' ? undefined : postAt(at, posts);
    return post && at !== null ? { post, at } : undefined;
  };
  const act = (
    id: Command['id'],
    keys: readonly string[],
    run: (post: CalendarPost, at: Element) => void,
    mayBe = (_: CalendarPost) => true,
  ): Command => ({
    id,
    keys,
    fits: (at) => {
      const found = find(at);
      return found !== undefined && mayBe(found.post);
    },
    run: (at) => {
      const found = find(at);
      if (found !== undefined) run(found.post, found.at);
    },
  });
  const canMove = ({ state }: CalendarPost) => isMovable(state);
  return [
    act('edit', ['e'], ({ id }) => void navigate({ to: '/write/$id', params: { id: String(id) } })),
    act('move', ['m'], (post, anchor) => move(desk, post, anchor), canMove),
    act('queue', ['q'], (post) => void moves().then(({ queuePost }) => queuePost(post, desk.said)), canMove),
    act(
      'duplicate',
      ['d'],
      (post) => void moves().then(({ duplicatePost }) => duplicatePost(post, desk.said)),
    ),
    act('select', ['x'], ({ id }) => desk.toggle(id)),
    { id: 'extend', keys: ['shift+ArrowLeft+ArrowUp+ArrowRight+ArrowDown'] },
    act(
      'remove',
      ['Backspace', 'Delete'],
      (post) => void moves().then(({ removePost }) => removePost(post, desk.said)),
    ),
    { id: 'open', keys: ['Enter'] },
    { id: 'lift', keys: ['Space'] },
  ];
}

function move(desk: Desk, post: CalendarPost, anchor: Element): void {
  awaitField();
  desk.setOpen({ kind: 'move', post, anchor });
}

export function postAt(target: Element | null, posts: readonly CalendarPost[]): CalendarPost | undefined {
  const id = Number(target?.closest<HTMLElement>('[data-post]')?.dataset['post']);
  return posts.find((post) => post.id === id) ?? findRow(id);
}
