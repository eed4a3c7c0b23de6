/**
 * Points in time as the API takes and shows them: in by ISO 8601, out in UTC with microseconds. Times that no calendar
 * has are refused, and so is a leap second: PostgreSQL and POSIX time know none.
 */
import { MAX_MOMENT_LENGTH } from '@belfry/contract/schemas.ts';
import { readDay } from './moment-day.ts';

/** A day, and then perhaps a time of day, and then perhaps an offset. */
const ISO = /^([\dWw-]{7,10})(?:[Tt ]([\d:.,]+)([Zz]|[+-]\d\d(?::?\d\d)?)?)?$/;
/** Either with both colons or without; the fraction is of whatever stands last. */
const TIME = /^(\d\d)(?:(:?)(\d\d)(?:\2(\d\d))?)?(?:[.,](\d+))?$/;

const MICROS = { hour: 3_600_000_000, minute: 60_000_000, second: 1_000_000 };
const DAY = 24 * MICROS.hour;
/** Hours; PostgreSQL and all time zones stay below. */
const MOST_OFFSET = 15;

/** How far ahead of now a time in a request may lie. */
export const FARTHEST_YEARS = 10;

/** Whether it lies more than {@link FARTHEST_YEARS} after `now`. */
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

/** A day and a time with any offset (none: UTC) as `YYYY-MM-DDTHH:MM:SS.ffffffZ`; undefined when it is not one. */
export function toMoment(text: string): string | undefined {
  if (text.length > MAX_MOMENT_LENGTH) return undefined;
  const [, day = '', time, offset] = ISO.exec(text) ?? [];
  return time === undefined ? undefined : compose(readDay(day), readTime(time), readOffset(offset));
}

/** As {@link toMoment}; a day alone is its first microsecond in UTC. */
export function readStart(text: string): string | undefined {
  return toMoment(text) ?? compose(readDay(text), 0, 0);
}

/** As {@link toMoment}; a day alone is its last microsecond in UTC. */
export function readEnd(text: string): string | undefined {
  return toMoment(text) ?? compose(readDay(text), DAY - 1, 0);
}

/** Microseconds since midnight, cut where the fraction is finer. */
function readTime(text: string): number | undefined {
  const [, hours, , minutes, seconds, fraction = ''] = TIME.exec(text) ?? [];
  if (hours === undefined || Number(minutes ?? 0) > 59 || Number(seconds ?? 0) > 59) return undefined;
  const unit = seconds !== undefined ? MICROS.second : minutes !== undefined ? MICROS.minute : MICROS.hour;
  const time =
    Number(hours) * MICROS.hour +
    Number(minutes ?? 0) * MICROS.minute +
    Number(seconds ?? 0) * MICROS.second +
    Number((BigInt(fraction || 0) * BigInt(unit)) / 10n ** BigInt(fraction.length));
  // 24:00 is the end of the day, and all zeros of a fraction are nothing.
  return time < DAY || /^24[:.,0]*$/.test(text) ? time : undefined;
}

/** In microseconds. */
function readOffset(text = 'Z'): number | undefined {
  const [, sign, hours = '0', minutes = '0'] = /^([+-])(\d\d):?(\d\d)?$/.exec(text) ?? [];
  if (Number(hours) > MOST_OFFSET || Number(minutes) > 59) return undefined;
  return (sign === '-' ? -1 : 1) * (Number(hours) * MICROS.hour + Number(minutes) * MICROS.minute);
}

/** `day` since 1970. Undefined where a part is missing, and outside of the years 1 to 9999. */
function compose(day?: number, time?: number, offset?: number): string | undefined {
  if (day === undefined || time === undefined || offset === undefined) return undefined;
  // Apart, since all microseconds together are more than a number holds.
  const seconds = Math.floor((time - offset) / MICROS.second);
  const micros = time - offset - seconds * MICROS.second;
  const utc = new Date((day * 86_400 + seconds) * 1000);
  if (utc.getUTCFullYear() < 1 || utc.getUTCFullYear() > 9999) return undefined;
  return `${utc.toISOString().slice(0, 19)}.${String(micros).padStart(6, '0')}Z`;
}
