/** Days as ISO 8601 writes them: by month, by week, or by their number in the year; with hyphens or without. */

const CALENDAR = /^(\d{4})(-?)(\d\d)\2(\d\d)$/;
const WEEK = /^(\d{4})(-?)[Ww](\d\d)\2([1-7])$/;
const ORDINAL = /^(\d{4})-?(\d{3})$/;

const MILLISECONDS = 86_400_000;

/** Days since 1970; undefined when no calendar has it, and for the year 0. */
export function readDay(text: string): number | undefined {
  const year = Number(text.slice(0, 4));
  const day = readCalendar(text) ?? readWeek(text) ?? readOrdinal(text);
  return year < 1 ? undefined : day;
}

function readCalendar(text: string): number | undefined {
  const [, year, , month, date] = CALENDAR.exec(text) ?? [];
  if (year === undefined) return undefined;
  const day = dayOf(Number(year), Number(month), Number(date));
  const found = new Date(day * MILLISECONDS);
  return found.getUTCMonth() + 1 === Number(month) && found.getUTCDate() === Number(date) ? day : undefined;
}

function readWeek(text: string): number | undefined {
  const [, year, , week, weekday] = WEEK.exec(text) ?? [];
  if (year === undefined) return undefined;
  const first = firstMonday(Number(year));
  const monday = first + (Number(week) - 1) * 7;
  const isWithin = monday >= first && monday < firstMonday(Number(year) + 1);
  return isWithin ? monday + Number(weekday) - 1 : undefined;
}

function readOrdinal(text: string): number | undefined {
  const [, year, number] = ORDINAL.exec(text) ?? [];
  if (year === undefined) return undefined;
  const day = dayOf(Number(year), 1, Number(number));
  return day >= dayOf(Number(year), 1, 1) && day < dayOf(Number(year) + 1, 1, 1) ? day : undefined;
}

/** The Monday of the first week: the one that has 4 January. */
function firstMonday(year: number): number {
  const fourth = dayOf(year, 1, 4);
  const daysAfterMonday = (((fourth + 3) % 7) + 7) % 7;
  return fourth - daysAfterMonday;
}

/** What is beyond a month runs on into the next one. */
function dayOf(year: number, month: number, date: number): number {
  // Date.UTC reads years below 100 as 19xx.
  return new Date(0).setUTCFullYear(year, month - 1, date) / MILLISECONDS;
}
