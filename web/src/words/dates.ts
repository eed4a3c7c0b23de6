/** Days and times in words, with 24 hours. Formatters are slow to make, so that each is made once. */

import { useStart } from '../app/start.ts';
import { type Day, nowIn, Temporal, type Zoned } from '../data/time.ts';
import { useFirstWords } from './words.ts';

type Options = Intl.DateTimeFormatOptions;

const made = new Map<string, Intl.DateTimeFormat>();

/** `name`: another one for each set of options. */
function format(locale: string, name: string, timeZone: string, options: Options): Intl.DateTimeFormat {
  const key = `${locale} ${name} ${timeZone}`;
  const known = made.get(key);
  if (known !== undefined) return known;
  const one = new Intl.DateTimeFormat(locale, { hourCycle: 'h23', ...options, timeZone });
  made.set(key, one);
  return one;
}

/** Days have no zone. They are formatted as if they were in UTC. */
const UTC = 'UTC';
const instantOf = (day: Day) => day.toZonedDateTime(UTC).epochMilliseconds;

const shapes = {
  /** `Thursday, 10 December 2026` */
  long: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  /** `Thursday 10 December` */
  named: { weekday: 'long', day: 'numeric', month: 'long' },
  /** `Thu, 10 Dec`; with its year if that is not this one. */
  short: { weekday: 'short', day: 'numeric', month: 'short' },
  /** `10 Dec` */
  brief: { day: 'numeric', month: 'short' },
  /** `December 2026` */
  month: { month: 'long', year: 'numeric' },
  /** `Thu` */
  weekday: { weekday: 'short' },
  /** `T` */
  weekdayNarrow: { weekday: 'narrow' },
  /** `Thursday` */
  weekdayLong: { weekday: 'long' },
} as const satisfies Record<string, Options>;

const clock = { hour: '2-digit', minute: '2-digit' } as const;
const ranges = { long: { day: 'numeric', month: 'long' }, short: shapes.brief } as const;

export type DayShape = keyof typeof shapes;

export interface Dates {
  day(day: Day, shape: DayShape): string;
  /** `10` */
  dayNumber(day: Day): string;
  /** `7 – 13 December 2026`, or `7 – 13 Dec 2026`. */
  range(from: Day, to: Day, shape: 'long' | 'short'): string;
  /** `09:30` */
  time(at: Zoned): string;
  /** `Thu, 10 Dec, 09:30`; with its year if that is not this one. */
  moment(at: Zoned): string;
  /** The same, of a time as the API writes it. */
  momentOf(at: string): string;
  /** `09:30`, of a time as the API writes it. */
  timeOf(at: string): string;
  /** `UTC+1` */
  offset(at: Zoned): string;
}

/** `zone`: of the workspace. */
export function datesIn(locale: string, zone: string): Dates {
  const there = (at: string) => Temporal.Instant.from(at).toZonedDateTimeISO(zone);
  const isThisYear = ({ year }: Day | Zoned) => year === nowIn(zone).year;
  const year = { year: 'numeric' } as const;
  const dates: Dates = {
    day: (day, shape) => {
      const of = instantOf(day);
      return shape !== 'short' || isThisYear(day)
        ? format(locale, shape, UTC, shapes[shape]).format(of)
        : format(locale, 'short with year', UTC, { ...shapes.short, ...year }).format(of);
    },
    dayNumber: (day) => String(day.day),
    range: (from, to, shape) =>
      format(locale, `${shape} range`, UTC, { ...ranges[shape], ...year }).formatRange(
        instantOf(from),
        instantOf(to),
      ),
    time: (at) => format(locale, 'clock', at.timeZoneId, clock).format(at.epochMilliseconds),
    moment: (at) =>
      (isThisYear(at)
        ? format(locale, 'moment', at.timeZoneId, { ...shapes.short, ...clock })
        : format(locale, 'moment with year', at.timeZoneId, { ...shapes.short, ...year, ...clock })
      ).format(at.epochMilliseconds),
    momentOf: (at) => dates.moment(there(at)),
    timeOf: (at) => dates.time(there(at)),
    offset: (at) => {
      const hours = at.offsetNanoseconds / 3_600_000_000_000;
      return `UTC${hours < 0 ? '−' : '+'}${String(Math.abs(hours)).replace('.5', ':30').replace('.75', ':45')}`;
    },
  };
  return dates;
}

/** In the zone of the workspace. */
export function useDates(): Dates {
  return datesIn(useFirstWords().locale, useStart().workspace.time_zone);
}
