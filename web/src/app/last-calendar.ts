/** Where this tab saw the calendar last, so that the ways back lead there and not to the present week. */
import { useLocation } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import type { CalendarSearch } from '../calendar/search.ts';

let last: CalendarSearch = {};
const listeners = new Set<() => void>();

export function keepCalendar(seen: CalendarSearch): void {
  last = seen;
  for (const listener of listeners) listener();
}

/** The place to go. From the calendar itself it is the present, without filters. */
export function useCalendarPlace(): { to: '/'; search: CalendarSearch } {
  const isThere = useLocation({ select: ({ pathname }) => pathname === '/' });
  const seen = useSyncExternalStore(listen, read);
  return { to: '/', search: isThere ? {} : seen };
}

const read = () => last;

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
