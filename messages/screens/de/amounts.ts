/** Numbers with their units in German. */
import { formatters } from '../../locale.ts';

const locale = 'de-DE';
const { plural, list, number, choice: either } = formatters(locale);
const rounded = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 });

export { list, number, plural };

/** `a, b oder c` */
export function choice(parts: readonly (string | number)[]): string {
  return either(parts.map(String));
}

/** `1 Datei`, `1.200 Dateien` */
export function count(value: number, one: string, many: string): string {
  return `${decimal(value)} ${plural(value, { one, other: many })}`;
}

/** At most two decimals. */
export function decimal(value: number): string {
  return rounded.format(value);
}

const sizes = [
  [1_000_000_000, 'GB'],
  [1_000_000, 'MB'],
  [1000, 'KB'],
] as const;

/** `16,78 MB`. Two sizes that differ are written so that the difference shows: see {@link comparedBytes}. */
export function bytes(value: number): string {
  const [unit, symbol] = sizes.find(([least]) => value >= least) ?? [1, ''];
  return symbol === '' ? count(value, 'Byte', 'Bytes') : `${decimal(value / unit)} ${symbol}`;
}

/** Both in bytes where they would look the same after rounding. */
export function comparedBytes(one: number, other: number): [string, string] {
  const texts: [string, string] = [bytes(one), bytes(other)];
  if (texts[0] !== texts[1] || one === other) return texts;
  return [count(one, 'Byte', 'Bytes'), count(other, 'Byte', 'Bytes')];
}
