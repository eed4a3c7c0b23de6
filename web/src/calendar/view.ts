/** What the calendar shows: its address, its days, and how to go elsewhere. */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { keepCalendar } from '../app/last-calendar.ts';
import { useStart } from '../app/start.ts';
import { queries } from '../data/client.ts';
import { useMinute } from '../data/minute.ts';
import { type Day, readDay, Temporal } from '../data/time.ts';
import { PHONE, useMedia } from '../look/media.ts';
import type { CalendarDay } from './days.ts';
import { monthWindow } from './posts.ts';
import { daysIn, daysOf, pageFrom, type View } from './range.ts';
import { type CalendarSearch, type Filters, filtersOf, readSearch, writeFilters } from './search.ts';

export interface CalendarView {
  view: View;
  day: Day;
  today: Day;
  zone: string;
  days: CalendarDay[];
  filters: Filters;
  isPhone: boolean;
  /** There is room for three days only. */
  isNarrow: boolean;
  canWrite: boolean;
  go(to: { view?: View; day?: Day; filters?: Filters; replace?: boolean }): void;
  page(step: 1 | -1): void;
  /** Reads a page before somebody turns to it. */
  prepare(step: 1 | -1): void;
}

export function useView(): CalendarView {
  // The router keeps what its check leaves out.
  const search = useSearch({ from: '/frame/', select: readSearch, structuralSharing: true });
  const navigate = useNavigate({ from: '/' });
  useEffect(() => keepCalendar(search), [search]);
  const { workspace, permissions } = useStart();
  const isPhone = useMedia(PHONE);
  const isNarrow = useMedia('(width < 768px)');
  const now = useMinute();
  const zone = workspace.time_zone;
  const today = dayAt(now, zone);
  const view = search.view ?? (isPhone ? 'day' : 'week');
  const day = readDay(search.day ?? '') ?? today;
  const filters = filtersOf(search);
  const go: CalendarView['go'] = ({ replace = false, ...to }) =>
    void navigate({ search: searchFor({ search, filters, today }, to), replace });
  // Phones show a strip of one week, whatever the address says.
  const other = (step: 1 | -1) => pageFrom(isPhone ? 'week' : view, day, step, isNarrow && !isPhone);
  return {
    view,
    day,
    today,
    zone,
    days: daysIn(daysOf(view, day, isNarrow), zone),
    filters,
    isPhone,
    isNarrow,
    canWrite: permissions.includes('post.write'),
    go,
    page: (step) => go({ day: other(step) }),
    prepare: (step) => void queries.prefetchQuery(monthWindow(other(step), zone, filters)),
  };
}

/** Another day begins while the page is open. */
function dayAt(now: number, zone: string): Day {
  return Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone).toPlainDate();
}

interface Present {
  search: CalendarSearch;
  filters: Filters;
  today: Day;
}

/** Today is not written, so that a kept address shows the present. */
function searchFor(
  { search, filters, today }: Present,
  to: { view?: View; day?: Day; filters?: Filters },
): CalendarSearch {
  const view = to.view ?? search.view;
  const day = to.day === undefined ? search.day : to.day.equals(today) ? undefined : to.day.toString();
  return {
    ...(view !== undefined && { view }),
    ...(day !== undefined && { day }),
    ...writeFilters(to.filters ?? filters),
  };
}
