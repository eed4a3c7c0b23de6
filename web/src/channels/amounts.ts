/** Limits of networks in words. */
import type { Words } from '../words/words.ts';

export function amountOf(
  name: string,
  value: number,
  unit: string | undefined,
  { channels: { limits }, locale, number }: Words,
): string {
  if (name.endsWith('.bytes')) return bytesOf(value, locale);
  if (name.endsWith('.seconds')) return durationOf(value, locale);
  const count = number(value);
  if (unit === 'bytes') return limits.bytes({ count });
  return name === 'text.max' || name === 'alt.max' ? limits.characters({ count }) : count;
}

const K = 1024;

/** In the unit that people read: `15 MB`. Networks count in thousands or in 1,024s; both are close. */
function bytesOf(bytes: number, locale: string): string {
  const base = bytes % K === 0 ? K : 1000;
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'];
  const power = Math.min(Math.floor(Math.log(bytes) / Math.log(base)), units.length - 1);
  const unit = units[power] ?? 'byte';
  const format = new Intl.NumberFormat(locale, { style: 'unit', unit, maximumFractionDigits: 1 });
  return format.format(bytes / base ** power);
}

function durationOf(seconds: number, locale: string): string {
  const [size, unit] =
    seconds % 3600 === 0 ? [3600, 'hour'] : seconds % 60 === 0 ? [60, 'minute'] : [1, 'second'];
  const format = new Intl.NumberFormat(locale, { style: 'unit', unit: unit as string, unitDisplay: 'long' });
  return format.format(seconds / (size as number));
}

export function rateOf(
  { most, seconds, scope }: { most: number; seconds: number; scope: string },
  { channels: { limits } }: Words,
): string {
  const span = spanOf(seconds, limits);
  return scope === 'app' ? limits.rateOfApp({ most, span }) : limits.rate({ most, span });
}

function spanOf(
  seconds: number,
  { days, hours, minutes, seconds: some }: Words['channels']['limits'],
): string {
  if (seconds % 86_400 === 0) return days({ count: seconds / 86_400 });
  if (seconds % 3600 === 0) return hours({ count: seconds / 3600 });
  if (seconds % 60 === 0) return minutes({ count: seconds / 60 });
  return some({ count: seconds });
}
