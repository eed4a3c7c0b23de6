/** Parses ISO 8601 dates: calendar dates, week dates and ordinal dates, with or without hyphens. */

const CALENDAR = /^(\d{4})(-?)(\d\d)\2(\d\d)$/;
const WEEK = /^(\d{4})(-?)[Ww](\d\d)\2([1-7])$/;
const ORDINAL = /^(\d{4})-?(\d{3})$/;

const MS_PER_DAY = 86_400_000;

/** Returns days since 1970; undefined when the date does not exist, and for the year 0. */
export function parseDay(text: string): number | undefined {
  const year = Number(text.slice(0, 4));
  const day = parseCalendarDate(text) ?? parseWeekDate(text) ?? parseOrdinalDate(text);
  return year < 1 ? undefined : day;
}

function parseCalendarDate(text: string): number | undefined {
  const [, year, , month, date] = CALENDAR.exec(text) ?? [];
  if (year === undefined) return undefined;
  const day = dayOf(Number(year), Number(month), Number(date));
  const found = new Date(day * MS_PER_DAY);
  return found.getUTCMonth() + 1 === Number(month) && found.getUTCDate() === Number(date) ? day : undefined;
}

function parseWeekDate(text: string): number | undefined {
  const [, year, , week, weekday] = WEEK.exec(text) ?? [];
  if (year === undefined) return undefined;
  const first = firstMonday(Number(year));
  const monday = first + (Number(week) - 1) * 7;
  const isWithin = monday >= first && monday < firstMonday(Number(year) + 1);
  return isWithin ? monday + Number(weekday) - 1 : undefined;
}

function parseOrdinalDate(text: string): number | undefined {
  const [, year, number] = ORDINAL.exec(text) ?? [];
  if (year === undefined) return undefined;
  const day = dayOf(Number(year), 1, Number(number));
  return day >= dayOf(Number(year), 1, 1) && day < dayOf(Number(year) + 1, 1, 1) ? day : undefined;
}

/** The Monday of the week that contains 4 January, which is the first week. */
function firstMonday(year: number): number {
  const fourth = dayOf(year, 1, 4);
  const daysAfterMonday = (((fourth + 3) % 7) + 7) % 7;
  return fourth - daysAfterMonday;
}

/** Days beyond the end of a month count into the next month. */
function dayOf(year: number, month: number, date: number): number {
  // Date.UTC reads years below 100 as 19xx.
  return new Date(0).setUTCFullYear(year, month - 1, date) / MS_PER_DAY;
}
