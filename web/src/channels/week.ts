/** Posting times of a week: times of day such as `09:30`, for each day. */
import type { Channel } from '@belfry/contract/channels.ts';
import { type Weekday, weekdays } from '@belfry/contract/weekdays.ts';

export type Week = Readonly<Record<Weekday, readonly string[]>>;

/** The most times of one day. */
export const MOST = 96;
const DAY = 24 * 60;

export function weekOf({
  posting_times,
  posting_times_by_day,
}: Pick<Channel, 'posting_times' | 'posting_times_by_day'>): Week {
  return posting_times_by_day ?? everyDay(posting_times);
}

export function everyDay(times: readonly string[]): Week {
  return Object.fromEntries(weekdays.map((day) => [day, times])) as Record<Weekday, readonly string[]>;
}

/** What a change of all days sends to the service, or of days apart. */
export function bodyOf(week: Week, isSame: boolean) {
  const of = (day: Weekday) => [...week[day]];
  if (isSame) return { posting_times: of('mon') };
  return {
    posting_times_by_day: Object.fromEntries(weekdays.map((day) => [day, of(day)])) as Record<
      Weekday,
      string[]
    >,
  };
}

export const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

export function timeOf(minutes: number): string {
  const pad = (part: number) => String(part).padStart(2, '0');
  return `${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`;
}

export const hourOf = (time: string): number => Number(time.slice(0, 2));

/** Sets the full hour, or clears all times of the hour. */
export function toggleHour(times: readonly string[], hour: number): string[] {
  const others = times.filter((time) => hourOf(time) !== hour);
  return others.length < times.length ? others : withTime(times, timeOf(hour * 60));
}

export function withTime(times: readonly string[], time: string): string[] {
  return [...new Set([...times, time])].sort();
}

/** Moves the first time of the hour by minutes. It stays in its day. */
export function shiftFirst(times: readonly string[], hour: number, minutes: number): string[] {
  const first = times.find((time) => hourOf(time) === hour);
  if (first === undefined) return [...times];
  const to = minutesOf(first) + minutes;
  if (to < 0 || to >= DAY) return [...times];
  return withTime(
    times.filter((time) => time !== first),
    timeOf(to),
  );
}

/** All times of all days: no time is lost when the days become alike. */
export function union(week: Week): string[] {
  return [...new Set(weekdays.flatMap((day) => week[day]))].sort();
}

/** `9`, `9:15`, `9.15` and `0915` are times. Undefined: something else. */
export function readTime(text: string): string | undefined {
  const [, hour, minute = '0'] = /^\s*(\d{1,2})(?:\s*[:.h]?\s*(\d{2}))?\s*(?:h|uhr)?\s*$/i.exec(text) ?? [];
  if (hour === undefined || Number(hour) > 23 || Number(minute) > 59) return undefined;
  return timeOf(Number(hour) * 60 + Number(minute));
}

export interface Run {
  from: Weekday;
  to: Weekday;
  times: readonly string[];
}

/** Days in a row with the same times. Days without times are left out. */
export function runsOf(week: Week): Run[] {
  const runs: Run[] = [];
  for (const day of weekdays) {
    const last = runs.at(-1);
    if (last !== undefined && last.times.join() === week[day].join()) last.to = day;
    else runs.push({ from: day, to: day, times: week[day] });
  }
  return runs.filter(({ times }) => times.length > 0);
}
