/**
 * Points in time in the API. Requests use ISO 8601; answers use UTC with microseconds. Times that do not exist are
 * refused, and so are leap seconds, which PostgreSQL and POSIX time do not have.
 */
import { MAX_MOMENT_LENGTH } from '@belfry/contract/shapes.ts';
import { parseDay } from './moment-day.ts';

/** A day, an optional time of day, and an optional offset. */
const ISO = /^([\dWw-]{7,10})(?:[Tt ]([\d:.,]+)([Zz]|[+-]\d\d(?::?\d\d)?)?)?$/;
/** With both colons or with none. A fraction belongs to the last unit. */
const TIME = /^(\d\d)(?:(:?)(\d\d)(?:\2(\d\d))?)?(?:[.,](\d+))?$/;

const MICROS = { hour: 3_600_000_000, minute: 60_000_000, second: 1_000_000 };
const DAY = 24 * MICROS.hour;
/** Hours. PostgreSQL and all time zones stay within it. */
const MAX_OFFSET = 15;

/** Years by which a time in a request may be in the future. */
export const FARTHEST_YEARS = 10;

/** Whether `moment` is more than {@link FARTHEST_YEARS} after `now`. */
export function isTooFarAhead(moment: string, now: Date): boolean {
  const farthest = new Date(now);
  farthest.setUTCFullYear(farthest.getUTCFullYear() + FARTHEST_YEARS);
  return new Date(moment) > farthest;
}

export function isMoment(text: string): boolean {
  return toMoment(text) !== undefined;
}

export function isMomentOrDay(text: string): boolean {
  return readStart(text) !== undefined;
}

/**
 * Converts a day with a time and an optional offset (default UTC) to `YYYY-MM-DDTHH:MM:SS.ffffffZ`; undefined when
 * invalid.
 */
export function toMoment(text: string): string | undefined {
  if (text.length > MAX_MOMENT_LENGTH) return undefined;
  const [, day = '', time, offset] = ISO.exec(text) ?? [];
  return time === undefined ? undefined : compose(parseDay(day), parseTime(time), parseOffset(offset));
}

/** As {@link toMoment}; a day alone is its first microsecond in UTC. */
export function readStart(text: string): string | undefined {
  return toMoment(text) ?? compose(parseDay(text), 0, 0);
}

/** As {@link toMoment}; a day alone is its last microsecond in UTC. */
export function readEnd(text: string): string | undefined {
  return toMoment(text) ?? compose(parseDay(text), DAY - 1, 0);
}

/** Returns microseconds since midnight. Finer fractions are truncated. */
function parseTime(text: string): number | undefined {
  const [, hours, , minutes, seconds, fraction = ''] = TIME.exec(text) ?? [];
  if (hours === undefined || Number(minutes ?? 0) > 59 || Number(seconds ?? 0) > 59) return undefined;
  const unit = seconds !== undefined ? MICROS.second : minutes !== undefined ? MICROS.minute : MICROS.hour;
  const time =
    Number(hours) * MICROS.hour +
    Number(minutes ?? 0) * MICROS.minute +
    Number(seconds ?? 0) * MICROS.second +
    Number((BigInt(fraction || 0) * BigInt(unit)) / 10n ** BigInt(fraction.length));
  // 24:00 is the end of the day. A fraction of zeros does not change that.
  return time < DAY || /^24[:.,0]*$/.test(text) ? time : undefined;
}

/** In microseconds. */
function parseOffset(text = 'Z'): number | undefined {
  const [, sign, hours = '0', minutes = '0'] = /^([+-])(\d\d):?(\d\d)?$/.exec(text) ?? [];
  if (Number(hours) > MAX_OFFSET || Number(minutes) > 59) return undefined;
  return (sign === '-' ? -1 : 1) * (Number(hours) * MICROS.hour + Number(minutes) * MICROS.minute);
}

/** `day` counts from 1970. Undefined when a part is missing, or the year is not from 1 to 9999. */
function compose(day?: number, time?: number, offset?: number): string | undefined {
  if (day === undefined || time === undefined || offset === undefined) return undefined;
  // Seconds and microseconds are separate, because a number cannot hold all microseconds exactly.
  const seconds = Math.floor((time - offset) / MICROS.second);
  const micros = time - offset - seconds * MICROS.second;
  const utc = new Date((day * 86_400 + seconds) * 1000);
  if (utc.getUTCFullYear() < 1 || utc.getUTCFullYear() > 9999) return undefined;
  return `${utc.toISOString().slice(0, 19)}.${String(micros).padStart(6, '0')}Z`;
}
