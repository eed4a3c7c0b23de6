/** Moments as people read them, in the zone of the workspace. */
import { Temporal } from '../data/time.ts';

export interface Place {
  zone: string;
  locale: string;
}

/** `12:00` */
export function showTime(at: string, { zone, locale }: Place): string {
  return format(at, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: zone }, locale);
}

/** `Thu 10 Dec` */
export function showDay(at: string, { zone, locale }: Place): string {
  const parts = { weekday: 'short', day: 'numeric', month: 'short', timeZone: zone } as const;
  return format(at, parts, locale).replace(',', '');
}

/** `Thu 10 Dec, 12:00`; of this year only. */
export function showMoment(at: string, place: Place): string {
  return `${showDay(at, place)}, ${showTime(at, place)}`;
}

function format(at: string, options: Intl.DateTimeFormatOptions, locale: string): string {
  return new Intl.DateTimeFormat(locale, options).format(new Date(at));
}

/** `UTC+1` */
export function showOffset(at: string, zone: string): string {
  const { offset } = Temporal.Instant.from(at).toZonedDateTimeISO(zone);
  const [, sign = '+', hours = '0', minutes = '00'] = /^([+-])(\d\d):(\d\d)/.exec(offset) ?? [];
  return `UTC${sign}${Number(hours)}${minutes === '00' ? '' : `:${minutes}`}`;
}
