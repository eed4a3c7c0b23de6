/**
 * Reads a time as people write it, in English or German: `fri 17`, `tomorrow 9:30`, `morgen 9`, `10.12. 8 Uhr`,
 * `in 20 minutes`. It knows calendar days and clocks only: the caller applies a time zone. Safe for the browser.
 */

/** A day and a time on the wall, in any zone. */
export interface WallTime {
  year: number;
  /** 1 to 12. */
  month: number;
  day: number;
  hour: number;
  minute: number;
}

/** `hour` and `minute` are null if the text names a day only. */
export type ReadTime = Pick<WallTime, 'year' | 'month' | 'day'> & {
  hour: number | null;
  minute: number | null;
};

type Day = Pick<WallTime, 'year' | 'month' | 'day'>;
type Clock = Pick<WallTime, 'hour' | 'minute'>;

const weekdays = ['sun|so|sonntag', 'mon|mo|montag', 'tues?|di|dienstag', 'wed|mi|mittwoch']
  .concat(['thu|thurs?|do|donnerstag', 'fri|fr|freitag', 'sat|sa|samstag|sonnabend'])
  .map(
    (names, at) =>
      `${names}|${['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'][at]}`,
  );

const months = [
  'jan|january|januar|jänner',
  'feb|february|februar',
  'mar|march|mär|mrz|märz',
  'apr|april',
].concat(
  ['may|mai', 'june?|juni', 'july?|juli', 'aug|august', 'sept?|september', 'oct|october|okt|oktober'],
  ['nov|november', 'dec|december|dez|dezember'],
);
const month = `(?<month>${months.join('|')})\\.?`;

/** Undefined: the text names no time. `now` is the moment at which it was written. */
export function readWhen(text: string, now: WallTime): ReadTime | undefined {
  const words = text.trim().toLowerCase().normalize('NFC').replaceAll(',', ' ').replaceAll(/\s+/g, ' ');
  if (words === '' || words.length > 80) return undefined;
  const span = readSpan(words, now);
  if (span !== undefined) return span;
  const split = readDay(words, now);
  const rest = (split?.rest ?? words).replace(/^(?:at|um|@) /, '').trim();
  const clock = rest === '' ? split?.clock : readClock(rest, split?.clock !== undefined);
  if (rest !== '' && clock === undefined) return undefined;
  if (split === undefined) return clock && { ...soonest(now, clock), ...clock };
  if (clock === undefined) return { ...split.day(undefined), hour: null, minute: null };
  return { ...split.day(clock), ...clock };
}

/** `in 20 minutes`, `in 3 hours`: counted on the clock. */
function readSpan(words: string, now: WallTime): ReadTime | undefined {
  const match = /^in (\d{1,3}) ?(m|min|mins|minutes?|minuten?|h|hours?|std|stunden?)\.?$/.exec(words);
  if (match === null) return undefined;
  const minutes = Number(match[1]) * (match[2]?.startsWith('m') ? 1 : 60);
  return read(new Date(Date.UTC(now.year, now.month - 1, now.day, now.hour, now.minute + minutes)));
}

interface Split {
  /** The day, which may depend on the time: `fri` is today as long as the time is ahead. */
  day(clock: Clock | undefined): Day;
  rest: string;
  /** The time that the name of the day stands for. */
  clock?: Clock;
}

function readDay(words: string, now: WallTime): Split | undefined {
  return readNamedDay(words, now) ?? readWeekday(words, now) ?? readDate(words, now);
}

const named: readonly (readonly [pattern: string, days: number])[] = [
  ['day after tomorrow|übermorgen', 2],
  ['tomorrow|tmrw?|morgen', 1],
  ['today|heute', 0],
  ['yesterday|gestern', -1],
];

const evening: Clock = { hour: 20, minute: 0 };

function readNamedDay(words: string, now: WallTime): Split | undefined {
  const tonight = after(words, 'tonight|heute abend');
  if (tonight !== undefined) return { day: () => addDays(now, 0), rest: tonight.rest, clock: evening };
  for (const [pattern, days] of named) {
    const rest = after(words, pattern)?.rest;
    if (rest !== undefined) return { day: () => addDays(now, days), rest };
  }
  const ahead = after(words, 'in (?<count>\\d{1,2}) (?<unit>days?|tage?n?|weeks?|wochen?)');
  if (ahead === undefined) return undefined;
  const days = Number(ahead.groups['count']) * (/^w/.test(ahead.groups['unit'] ?? '') ? 7 : 1);
  return { day: () => addDays(now, days), rest: ahead.rest };
}

function readWeekday(words: string, now: WallTime): Split | undefined {
  for (const [weekday, names] of weekdays.entries()) {
    const found = after(
      words,
      `(?<next>next |nächste[nr]? |kommende[nr]? |this |diese[nr]? |on |am )?(?:${names})\\.?`,
    );
    if (found === undefined) continue;
    const distance = (weekday - weekdayOf(now) + 7) % 7;
    const isNext = /^(?:next|nächste)/.test(found.groups['next'] ?? '');
    return {
      rest: found.rest,
      day: (clock) =>
        addDays(
          now,
          distance === 0 && (isNext || clock === undefined || !isAhead(now, clock)) ? 7 : distance,
        ),
    };
  }
  return undefined;
}

/** A date without a year is the next such date. */
function readDate(words: string, now: WallTime): Split | undefined {
  const found =
    after(words, '(?<year>\\d{4})-(?<number>\\d\\d?)-(?<day>\\d\\d?)') ??
    after(words, '(?:am |on )?(?<day>\\d\\d?)\\. ?(?<number>\\d\\d?)\\.(?: ?(?<year>\\d{4}))?') ??
    after(words, '(?<day>\\d\\d?)/(?<number>\\d\\d?)(?:/(?<year>\\d{4}))?') ??
    after(words, `(?:am |on )?(?<day>\\d\\d?)(?:\\.|st|nd|rd|th)? ?${month}(?: (?<year>\\d{4}))?`) ??
    after(words, `(?:on )?${month} (?<day>\\d\\d?)(?:st|nd|rd|th)?(?:,? (?<year>\\d{4}))?`);
  if (found === undefined) return undefined;
  const { groups, rest } = found;
  const at = months.findIndex((names) => new RegExp(`^(?:${names})$`).test(groups['month'] ?? ''));
  const [monthNumber, day] = [
    groups['number'] === undefined ? at + 1 : Number(groups['number']),
    Number(groups['day']),
  ];
  const year = groups['year'] === undefined ? yearOf(monthNumber, day, now) : Number(groups['year']);
  const date = { year, month: monthNumber, day };
  const isReal = toDate(date).getUTCMonth() === monthNumber - 1 && toDate(date).getUTCDate() === day;
  return isReal ? { day: () => date, rest } : undefined;
}

function yearOf(monthNumber: number, day: number, now: WallTime): number {
  const isPast = monthNumber < now.month || (monthNumber === now.month && day < now.day);
  return isPast ? now.year + 1 : now.year;
}

/** In the evening, an hour from five to eleven is one of the afternoon. */
function readClock(words: string, isEvening = false): Clock | undefined {
  if (/^(?:noon|mittags?)$/.test(words)) return { hour: 12, minute: 0 };
  if (/^(?:midnight|mitternacht)$/.test(words)) return { hour: 0, minute: 0 };
  const match =
    /^(?<hour>\d\d?)(?:[:.h](?<minute>\d\d))?(?: ?(?<half>am|pm|a\.m\.|p\.m\.)| ?h| ?uhr(?: (?<late>\d\d?))?)?$/.exec(
      words,
    );
  if (match === null) return undefined;
  const {
    hour = '',
    minute,
    late,
    half = isEvening && /^0?[5-9]$|^1[01]$/.test(hour) ? 'pm' : undefined,
  } = match.groups ?? {};
  const minutes = Number(minute ?? late ?? 0);
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (half.startsWith('p') ? 12 : 0);
  const isReal = hours < 24 && minutes < 60 && (half === undefined || Number(hour) <= 12);
  return isReal ? { hour: hours, minute: minutes } : undefined;
}

/** What follows the pattern, if the words begin with it. */
function after(words: string, pattern: string): { rest: string; groups: Record<string, string> } | undefined {
  const match = new RegExp(`^(?:${pattern})(?= |$)`).exec(words);
  if (match === null) return undefined;
  return { rest: words.slice(match[0].length).trim(), groups: { ...match.groups } };
}

/** Today as long as the time is ahead, then tomorrow. */
function soonest(now: WallTime, clock: Clock): Day {
  return addDays(now, isAhead(now, clock) ? 0 : 1);
}

function isAhead(now: WallTime, { hour, minute }: Clock): boolean {
  return hour > now.hour || (hour === now.hour && minute > now.minute);
}

function addDays(day: Day, count: number): Day {
  const { year, month, day: date } = read(toDate({ year: day.year, month: day.month, day: day.day + count }));
  return { year, month, day: date };
}

function weekdayOf(day: Day): number {
  return toDate(day).getUTCDay();
}

/** Days of the calendar, counted in UTC, where each has 24 hours. */
function toDate({ year, month, day }: Day): Date {
  return new Date(Date.UTC(year, month - 1, day));
}

function read(date: Date): WallTime {
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
  };
}
