/** Which days each view shows, and which a page further shows. */
import type { Day } from '../data/time.ts';
import { type CalendarDay, dayIn } from './days.ts';

export const views = ['month', 'week', 'day', 'list'] as const;
export type View = (typeof views)[number];

/** Monday is the first day of the week. */
export function mondayOf(day: Day): Day {
  return day.subtract({ days: day.dayOfWeek - 1 });
}

/** The days of all weeks that the month of a day touches: one answer of the API serves every view of it. */
export function monthAround(day: Day): Day[] {
  const first = mondayOf(day.with({ day: 1 }));
  const last = mondayOf(day.with({ day: day.daysInMonth })).add({ days: 6 });
  return daysFrom(first, first.until(last).days + 1);
}

export function daysFrom(first: Day, count: number): Day[] {
  return Array.from({ length: count }, (_, index) => first.add({ days: index }));
}

/** `narrow`: a week is too wide for the screen, which shows three days. */
export function daysOf(view: View, day: Day, narrow = false): Day[] {
  switch (view) {
    case 'month':
      return monthAround(day);
    case 'week':
      return narrow ? daysFrom(day, 3) : daysFrom(mondayOf(day), 7);
    case 'day':
      return [day];
    case 'list':
      return daysFrom(day.with({ day: 1 }), day.daysInMonth);
  }
}

/** The day on which the page before (−1) or after (1) is centred. */
export function pageFrom(view: View, day: Day, step: 1 | -1, narrow = false): Day {
  switch (view) {
    case 'month':
    case 'list':
      return day.add({ months: step });
    case 'week':
      return day.add({ days: (narrow ? 3 : 7) * step });
    case 'day':
      return day.add({ days: step });
  }
}

export function daysIn(days: readonly Day[], zone: string): CalendarDay[] {
  return days.map((day) => dayIn(day, zone));
}

/** The whole window as the API wants it. Both ends are inclusive. */
export function windowOf(days: readonly CalendarDay[]): { from: string; to: string } {
  return {
    from: new Date(days[0]?.start ?? 0).toISOString(),
    to: new Date((days.at(-1)?.end ?? 1) - 1).toISOString(),
  };
}
