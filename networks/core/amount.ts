/** `1 file`, `2 files`, `1 character of alt text`. `unit` begins with a plural. Safe for the browser. */
export function amount(value: number, unit: string): string {
  if (value !== 1) return `${value} ${unit}`;
  return `1 ${unit.replace(/ies\b|s\b/, (ending) => (ending === 's' ? '' : 'y'))}`;
}
