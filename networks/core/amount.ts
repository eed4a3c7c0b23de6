/** `1 file`, `2 files`, `1 character of alt text`. `unit` begins with a plural. Safe for the browser. */
export function amount(value: number, unit: string): string {
  if (value !== 1) return `${value} ${unit}`;
  return `1 ${unit.replace(/ies\b|s\b/, (ending) => (ending === 's' ? '' : 'y'))}`;
}

const units = [
  [1_000_000_000, 'GB'],
  [1_000_000, 'MB'],
  [1000, 'KB'],
] as const;

/** `12.61 MB`: at most two decimals. */
export function size(bytes: number): string {
  const [unit, symbol] = units.find(([least]) => bytes >= least) ?? [1, ''];
  return symbol === '' ? amount(bytes, 'bytes') : `${Math.round((bytes / unit) * 100) / 100} ${symbol}`;
}

/** Both in bytes where they would look the same after rounding. */
export function comparedSizes(one: number, other: number): [string, string] {
  const texts: [string, string] = [size(one), size(other)];
  if (texts[0] !== texts[1] || one === other) return texts;
  return [amount(one, 'bytes'), amount(other, 'bytes')];
}
